//! The exercise sheet: plain Python values in, the functions of `laplace_games::blobwar::sheet`, plain values out.
//!
//! What the sheet calls a generator is a list here; `python/laplace/td/__init__.py` makes it one. Functions that change a
//! board return the new one, and the Python side writes it into the caller's list.

use laplace_games::blobwar::sheet::array::{self, Plateau};
use laplace_games::blobwar::sheet::integers::{self, Pions};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::errors::input_error;

/// The number of cells of the board.
const CASES: usize = 64;

fn expect<T>(value: &Bound<'_, PyAny>, expected: &str, read: Option<T>) -> PyResult<T> {
    match read {
        Some(read) => Ok(read),
        // It shortens what is long, and knows what cannot be shown.
        None => Err(PyErr::from_value(
            value.py().import("laplace._values")?.call_method1("refusal", (value, expected))?,
        )),
    }
}

/// An integer between two bounds; `True` and `False` are not integers here, nor is 1.0.
fn integer(value: &Bound<'_, PyAny>, min: i64, max: i64, expected: &str) -> PyResult<i64> {
    let is_integer =
        value.is_instance_of::<pyo3::types::PyInt>() && !value.is_instance_of::<pyo3::types::PyBool>();
    let read = value.extract::<i64>().ok().filter(|number| is_integer && (min..=max).contains(number));
    expect(value, expected, read)
}

fn position(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    integer(value, 0, 63, "a position from 0 to 63").map(|number| number as usize)
}

fn coordinate(value: &Bound<'_, PyAny>, expected: &str) -> PyResult<usize> {
    integer(value, 0, 7, expected).map(|number| number as usize)
}

fn couleur(value: &Bound<'_, PyAny>) -> PyResult<i8> {
    match integer(value, -1, 1, "a colour: 1 (blue) or -1 (red)")? {
        0 => Err(input_error(None, "0", "a colour: 1 (blue) or -1 (red)")),
        number => Ok(number as i8),
    }
}

fn joueur(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    integer(value, 0, 1, "a player: 0 (blue) or 1 (red)").map(|number| number as usize)
}

fn entier(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    const EXPECTED: &str = "an integer from 0 to 2**64 - 1";
    let is_bool = value.is_instance_of::<pyo3::types::PyBool>();
    expect(value, EXPECTED, value.extract().ok().filter(|_| !is_bool))
}

fn plateau(value: &Bound<'_, PyAny>) -> PyResult<Plateau> {
    const EXPECTED: &str = "a plateau: a list of 64 values, each 0, 1 or -1";
    let list = expect(value, EXPECTED, value.cast::<PyList>().ok().filter(|list| list.len() == CASES))?;
    let mut plateau = [0; CASES];
    for (case, value) in plateau.iter_mut().zip(list) {
        *case = integer(&value, -1, 1, "0, 1 or -1 in every cell of a plateau")? as i8;
    }
    Ok(plateau)
}

fn pions(value: &Bound<'_, PyAny>) -> PyResult<Pions> {
    const EXPECTED: &str = "pions: a list of two integers from 0 to 2**64 - 1";
    let list = expect(value, EXPECTED, value.cast::<PyList>().ok().filter(|list| list.len() == 2))?;
    let pions = [entier(&list.get_item(0)?)?, entier(&list.get_item(1)?)?];
    if pions[0] & pions[1] != 0 {
        let both = (pions[0] & pions[1]).trailing_zeros();
        return Err(input_error(
            None,
            &format!("a blue and a red blob on {both}"),
            "one blob a cell at most",
        ));
    }
    Ok(pions)
}

fn coup(value: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
    const EXPECTED: &str = "a move: a pair (departure, arrival)";
    let pair = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>().ok();
    let (depart, arrivee) = expect(value, EXPECTED, pair)?;
    Ok((position(&depart)?, position(&arrivee)?))
}

fn distance((depart, arrivee): (usize, usize)) -> usize {
    (depart / 8).abs_diff(arrivee / 8).max((depart % 8).abs_diff(arrivee % 8))
}

#[pyfunction]
fn td_poser(
    plateau_: &Bound<'_, PyAny>,
    ligne: &Bound<'_, PyAny>,
    colonne: &Bound<'_, PyAny>,
    couleur_: &Bound<'_, PyAny>,
) -> PyResult<Plateau> {
    let mut board = plateau(plateau_)?;
    let ligne = coordinate(ligne, "a row from 0 to 7")?;
    let colonne = coordinate(colonne, "a column from 0 to 7")?;
    array::poser(&mut board, ligne, colonne, couleur(couleur_)?);
    Ok(board)
}

#[pyfunction]
fn td_valeur(plateau_: &Bound<'_, PyAny>) -> PyResult<i32> {
    Ok(array::valeur(&plateau(plateau_)?))
}

#[pyfunction]
fn td_blobs(plateau_: &Bound<'_, PyAny>, couleur_: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    Ok(array::blobs(&plateau(plateau_)?, couleur(couleur_)?).collect())
}

#[pyfunction]
fn td_voisins(position_: &Bound<'_, PyAny>, distance: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    // Nothing on the board is further away than 7, and an integer of Python has no end.
    let is_farther = distance.is_instance_of::<pyo3::types::PyInt>() && distance.gt(7)?;
    let distance = if is_farther { 7 } else { integer(distance, 0, 7, "a distance, 0 or more")? };
    Ok(array::voisins(position(position_)?, distance as usize).collect())
}

#[pyfunction]
fn td_coups(plateau_: &Bound<'_, PyAny>, couleur_: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, usize)>> {
    Ok(array::coups(&plateau(plateau_)?, couleur(couleur_)?).collect())
}

#[pyfunction]
fn td_jouer_coup(plateau_: &Bound<'_, PyAny>, coup_: &Bound<'_, PyAny>) -> PyResult<Plateau> {
    let mut board = plateau(plateau_)?;
    let (depart, arrivee) = coup(coup_)?;
    if board[depart] == array::VIDE {
        return Err(input_error(None, &format!("no blob on {depart}"), "a blob at the departure"));
    }
    if board[arrivee] != array::VIDE {
        return Err(input_error(None, &format!("a blob on {arrivee}"), "an empty cell at the arrival"));
    }
    let length = distance((depart, arrivee));
    if !(1..=2).contains(&length) {
        let found = format!("a distance of {length} from {depart} to {arrivee}");
        return Err(input_error(None, &found, "1, a doubling, or 2, a jump"));
    }
    array::jouer_coup(&mut board, (depart, arrivee));
    Ok(board)
}

#[pyfunction]
fn td_poser_pion(
    pions_: &Bound<'_, PyAny>,
    position_: &Bound<'_, PyAny>,
    joueur_: &Bound<'_, PyAny>,
) -> PyResult<Pions> {
    let mut board = pions(pions_)?;
    let place = position(position_)?;
    let joueur = joueur(joueur_)?;
    if board[1 - joueur] >> place & 1 == 1 {
        return Err(input_error(None, &format!("a blob of the other player on {place}"), "an empty cell"));
    }
    integers::poser(&mut board, joueur, place);
    Ok(board)
}

#[pyfunction]
fn td_enlever_pion(
    pions_: &Bound<'_, PyAny>,
    position_: &Bound<'_, PyAny>,
    joueur_: &Bound<'_, PyAny>,
) -> PyResult<Pions> {
    let mut board = pions(pions_)?;
    integers::enlever(&mut board, joueur(joueur_)?, position(position_)?);
    Ok(board)
}

#[pyfunction]
fn td_positions(entier_: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    Ok(integers::positions(entier(entier_)?).collect())
}

#[pyfunction]
fn td_valeur_pions(pions_: &Bound<'_, PyAny>) -> PyResult<i32> {
    Ok(integers::valeur(&pions(pions_)?))
}

#[pyfunction]
fn td_calcul_voisins(position_: &Bound<'_, PyAny>) -> PyResult<u64> {
    Ok(integers::calcul_voisins(position(position_)?))
}

#[pyfunction]
fn td_jouer_saut(
    pions_: &Bound<'_, PyAny>,
    coup_: &Bound<'_, PyAny>,
    joueur_: &Bound<'_, PyAny>,
    voisins: &Bound<'_, PyAny>,
) -> PyResult<Pions> {
    let mut board = pions(pions_)?;
    let (depart, arrivee) = coup(coup_)?;
    let joueur = joueur(joueur_)?;
    let length = distance((depart, arrivee));
    if length != 2 {
        let found = format!("a distance of {length} from {depart} to {arrivee}");
        return Err(input_error(None, &found, "2, a jump"));
    }
    if board[joueur] >> depart & 1 == 0 {
        return Err(input_error(
            None,
            &format!("no blob of player {joueur} on {depart}"),
            "a blob at the departure",
        ));
    }
    if (board[0] | board[1]) >> arrivee & 1 == 1 {
        return Err(input_error(None, &format!("a blob on {arrivee}"), "an empty cell at the arrival"));
    }
    // Only the arrival's neighbours are looked up: the rest of the table need not be read.
    let mut table = [0; CASES];
    table[arrivee] = entier(&voisins.get_item(arrivee)?)?;
    integers::jouer_saut(&mut board, (depart, arrivee), joueur, &table);
    Ok(board)
}

#[pyfunction]
fn td_en_tableau(pions_: &Bound<'_, PyAny>) -> PyResult<Plateau> {
    Ok(integers::en_tableau(&pions(pions_)?))
}

#[pyfunction]
fn td_en_entiers(plateau_: &Bound<'_, PyAny>) -> PyResult<Pions> {
    let board = plateau(plateau_)?;
    let mut pions = [0, 0];
    for (position, case) in board.into_iter().enumerate() {
        match case {
            array::BLEU => integers::poser(&mut pions, integers::BLEU, position),
            array::ROUGE => integers::poser(&mut pions, integers::ROUGE, position),
            _ => {}
        }
    }
    Ok(pions)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(td_poser, module)?)?;
    module.add_function(wrap_pyfunction!(td_valeur, module)?)?;
    module.add_function(wrap_pyfunction!(td_blobs, module)?)?;
    module.add_function(wrap_pyfunction!(td_voisins, module)?)?;
    module.add_function(wrap_pyfunction!(td_coups, module)?)?;
    module.add_function(wrap_pyfunction!(td_jouer_coup, module)?)?;
    module.add_function(wrap_pyfunction!(td_poser_pion, module)?)?;
    module.add_function(wrap_pyfunction!(td_enlever_pion, module)?)?;
    module.add_function(wrap_pyfunction!(td_positions, module)?)?;
    module.add_function(wrap_pyfunction!(td_valeur_pions, module)?)?;
    module.add_function(wrap_pyfunction!(td_calcul_voisins, module)?)?;
    module.add_function(wrap_pyfunction!(td_jouer_saut, module)?)?;
    module.add_function(wrap_pyfunction!(td_en_tableau, module)?)?;
    module.add_function(wrap_pyfunction!(td_en_entiers, module)?)
}
