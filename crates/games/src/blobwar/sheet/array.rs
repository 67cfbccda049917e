//! Part 2 of the sheet: the board as an array of 64 cells, each 0 if empty, 1 for blue, -1 for red.
//!
//! Where the sheet requires Python generators, these functions return iterators.

/// The board: what is on each position.
pub type Plateau = [i8; 64];

/// An empty cell.
pub const VIDE: i8 = 0;
/// A blue blob.
pub const BLEU: i8 = 1;
/// A red blob.
pub const ROUGE: i8 = -1;

/// Cells in a row, and rows.
const COTE: usize = 8;
/// The distance of a doubling, in cells.
const DUPLICATION: usize = 1;
/// The distance of a jump, in cells.
const SAUT: usize = 2;

/// Question 2.1: puts a blob on a row and column, both counted from 0 at the bottom left.
///
/// ```
/// use laplace_games::blobwar::sheet::array::{BLEU, VIDE, poser};
/// let mut plateau = [VIDE; 64];
/// poser(&mut plateau, 3, 2, BLEU);
/// assert_eq!(plateau[26], BLEU);
/// ```
pub fn poser(plateau: &mut Plateau, ligne: usize, colonne: usize, couleur: i8) {
    plateau[ligne * COTE + colonne] = couleur;
}

/// Question 2.2: the value of a board, blue blobs minus red blobs.
///
/// ```
/// use laplace_games::blobwar::sheet::array::{BLEU, ROUGE, VIDE, valeur};
/// let mut plateau = [VIDE; 64];
/// (plateau[0], plateau[1], plateau[63]) = (BLEU, BLEU, ROUGE);
/// assert_eq!(valeur(&plateau), 1);
/// ```
pub fn valeur(plateau: &Plateau) -> i32 {
    plateau.iter().map(|&case| i32::from(case)).sum()
}

/// Question 2.3: the positions of the blobs of a colour.
///
/// ```
/// use laplace_games::blobwar::sheet::array::{BLEU, ROUGE, VIDE, blobs};
/// let mut plateau = [VIDE; 64];
/// (plateau[5], plateau[9], plateau[40]) = (ROUGE, BLEU, ROUGE);
/// assert_eq!(blobs(&plateau, ROUGE).collect::<Vec<_>>(), [5, 40]);
/// ```
pub fn blobs(plateau: &Plateau, couleur: i8) -> impl Iterator<Item = usize> {
    plateau.iter().enumerate().filter(move |&(_, &case)| case == couleur).map(|(position, _)| position)
}

/// Question 2.4: the positions around a position, up to a distance, itself left out.
///
/// ```
/// use laplace_games::blobwar::sheet::array::voisins;
/// assert_eq!(voisins(0, 1).collect::<Vec<_>>(), [1, 8, 9]);
/// assert_eq!(voisins(27, 2).count(), 24);
/// ```
pub fn voisins(position: usize, distance: usize) -> impl Iterator<Item = usize> {
    let autour = move |milieu: usize| milieu.saturating_sub(distance)..=(milieu + distance).min(COTE - 1);
    let (ligne, colonne) = (position / COTE, position % COTE);
    autour(ligne)
        .flat_map(move |ligne| autour(colonne).map(move |colonne| ligne * COTE + colonne))
        .filter(move |&voisin| voisin != position)
}

/// Question 2.5: all moves of a player, each as (departure, arrival).
///
/// Here a doubling from either of two blobs is two moves, for that is how the sheet names them.
///
/// ```
/// use laplace_games::blobwar::sheet::array::{BLEU, VIDE, coups};
/// let mut plateau = [VIDE; 64];
/// plateau[0] = BLEU;
/// let arrivees = coups(&plateau, BLEU).map(|(_, arrivee)| arrivee).collect::<Vec<_>>();
/// assert_eq!(arrivees, [1, 2, 8, 9, 10, 16, 17, 18]);
/// ```
pub fn coups(plateau: &Plateau, couleur: i8) -> impl Iterator<Item = (usize, usize)> {
    blobs(plateau, couleur).flat_map(move |depart| {
        voisins(depart, SAUT)
            .filter(|&arrivee| plateau[arrivee] == VIDE)
            .map(move |arrivee| (depart, arrivee))
    })
}

/// Question 2.6: plays a move. The colour is that of the blob at the departure; a distance of 1 is a
/// doubling, one of 2 a jump.
///
/// ```
/// use laplace_games::blobwar::sheet::array::{BLEU, ROUGE, VIDE, jouer_coup, valeur};
/// let mut plateau = [VIDE; 64];
/// (plateau[0], plateau[3]) = (BLEU, ROUGE);
/// jouer_coup(&mut plateau, (0, 2)); // a jump, next to the red blob
/// assert_eq!((plateau[0], plateau[2], plateau[3]), (VIDE, BLEU, BLEU));
/// ```
pub fn jouer_coup(plateau: &mut Plateau, coup: (usize, usize)) {
    let (depart, arrivee) = coup;
    let couleur = plateau[depart];
    if !voisins(depart, DUPLICATION).any(|voisin| voisin == arrivee) {
        plateau[depart] = VIDE;
    }
    plateau[arrivee] = couleur;
    for voisin in voisins(arrivee, DUPLICATION) {
        if plateau[voisin] == -couleur {
            plateau[voisin] = couleur;
        }
    }
}
