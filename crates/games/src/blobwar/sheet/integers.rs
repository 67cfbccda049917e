//! Part 3 of the sheet: the board as two integers of 64 bits, one for each player, bit `n` for position `n`.

use super::array;

/// The blobs of player 0, blue, and of player 1, red.
pub type Pions = [u64; 2];

/// Blue, player 0.
pub const BLEU: usize = 0;
/// Red, player 1.
pub const ROUGE: usize = 1;

/// The neighbours of every position, worked out beforehand: the table that question 3.6 assumes.
pub static VOISINS: [u64; 64] = tous_les_voisins();

/// Question 3.1: puts a blob of a player on a position.
///
/// ```
/// use laplace_games::blobwar::sheet::integers::{BLEU, poser};
/// let mut pions = [0, 0];
/// poser(&mut pions, BLEU, 9);
/// assert_eq!(pions, [512, 0]);
/// ```
pub const fn poser(pions: &mut Pions, joueur: usize, position: usize) {
    pions[joueur] |= 1 << position;
}

/// Question 3.2: takes a player's blob away from a position.
///
/// ```
/// use laplace_games::blobwar::sheet::integers::{ROUGE, enlever};
/// let mut pions = [1, 1 << 12 | 1 << 13];
/// enlever(&mut pions, ROUGE, 12);
/// assert_eq!(pions, [1, 1 << 13]);
/// ```
pub const fn enlever(pions: &mut Pions, joueur: usize, position: usize) {
    pions[joueur] &= !(1 << position);
}

/// Question 3.3: the positions of an integer, lowest first, at the cost of one step for each.
///
/// ```
/// use laplace_games::blobwar::sheet::integers::positions;
/// assert_eq!(positions(770).collect::<Vec<_>>(), [1, 8, 9]);
/// ```
pub fn positions(entier: u64) -> impl Iterator<Item = usize> {
    // `n & (n - 1)` clears the lowest bit of n.
    let reste = std::iter::successors(Some(entier), |reste| Some(reste & reste.wrapping_sub(1)));
    reste.take_while(|&reste| reste != 0).map(|reste| reste.trailing_zeros() as usize)
}

/// Question 3.4: the value of a board, blue blobs minus red blobs.
///
/// ```
/// use laplace_games::blobwar::sheet::integers::valeur;
/// assert_eq!(valeur(&[0b111, 0b1000]), 2);
/// ```
pub const fn valeur(pions: &Pions) -> i32 {
    pions[BLEU].count_ones() as i32 - pions[ROUGE].count_ones() as i32
}

/// Question 3.5: the neighbours of a position, at distance 1, as an integer.
///
/// ```
/// use laplace_games::blobwar::sheet::integers::calcul_voisins;
/// assert_eq!(calcul_voisins(0), 770);
/// ```
pub const fn calcul_voisins(position: usize) -> u64 {
    const COLONNE_GAUCHE: u64 = 0x0101_0101_0101_0101;
    const COLONNE_DROITE: u64 = COLONNE_GAUCHE << 7;
    let case = 1 << position;
    let a_droite = (case << 1) & !COLONNE_GAUCHE;
    let a_gauche = (case >> 1) & !COLONNE_DROITE;
    let ligne = a_gauche | case | a_droite;
    (ligne << 8 | ligne | ligne >> 8) & !case
}

const fn tous_les_voisins() -> [u64; 64] {
    let mut voisins = [0; 64];
    let mut position = 0;
    while position < voisins.len() {
        voisins[position] = calcul_voisins(position);
        position += 1;
    }
    voisins
}

/// Question 3.6: plays a jump (departure, arrival) of a player, without any loop.
///
/// ```
/// use laplace_games::blobwar::sheet::integers::{BLEU, VOISINS, jouer_saut};
/// let mut pions = [1 << 0, 1 << 3 | 1 << 40];
/// jouer_saut(&mut pions, (0, 2), BLEU, &VOISINS);
/// assert_eq!(pions, [1 << 2 | 1 << 3, 1 << 40]);
/// ```
pub const fn jouer_saut(pions: &mut Pions, coup: (usize, usize), joueur: usize, voisins: &[u64; 64]) {
    let (depart, arrivee) = coup;
    let tournes = voisins[arrivee] & pions[1 - joueur];
    pions[1 - joueur] ^= tournes;
    pions[joueur] ^= 1 << depart | 1 << arrivee | tournes;
}

/// Any move of a player: a jump, or a jump whose departure is filled again.
///
/// ```
/// use laplace_games::blobwar::sheet::integers::{BLEU, VOISINS, jouer_coup};
/// let mut pions = [1, 0];
/// jouer_coup(&mut pions, (0, 9), BLEU, &VOISINS);
/// assert_eq!(pions, [1 | 1 << 9, 0]);
/// ```
pub const fn jouer_coup(pions: &mut Pions, coup: (usize, usize), joueur: usize, voisins: &[u64; 64]) {
    jouer_saut(pions, coup, joueur, voisins);
    pions[joueur] |= voisins[coup.1] & 1 << coup.0;
}

/// The same board in the array form of part 2.
///
/// ```
/// use laplace_games::blobwar::sheet::{array, integers};
/// let plateau = integers::en_tableau(&[1 << 26, 1 << 3]);
/// assert_eq!((plateau[26], plateau[3], plateau[0]), (array::BLEU, array::ROUGE, array::VIDE));
/// ```
pub fn en_tableau(pions: &Pions) -> array::Plateau {
    let mut plateau = [array::VIDE; 64];
    positions(pions[BLEU]).for_each(|position| plateau[position] = array::BLEU);
    positions(pions[ROUGE]).for_each(|position| plateau[position] = array::ROUGE);
    plateau
}
