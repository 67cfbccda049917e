//! The table of the board.

use maud::{Markup, PreEscaped, html};

use crate::board::{Board, Cell, Column, Row};
use crate::contest::Game;
use crate::i18n::fill;
use crate::store::Contest;
use crate::web::frame::{Language, Words};
use crate::web::parts::{bound_name, clock, number, of_bound, points, share};

/// Questions with more inputs than this are shown without squares.
const MAX_SQUARES: usize = 20;

/// The table of a board in a language.
pub(super) struct Table<'a> {
    board: &'a Board,
    game: Game,
    contest: &'a str,
    starts_at: i64,
    language: Language,
    words: &'static Words,
    /// Whether each input has its own column.
    details: bool,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        board: &'a Board,
        contest: &'a Contest,
        game: Game,
        language: Language,
        details: bool,
    ) -> Self {
        Self {
            board,
            game,
            contest: contest.id.as_str(),
            starts_at: contest.starts_at,
            language,
            words: language.words(),
            details,
        }
    }

    /// The whole table, with the row of the team `own` marked. `cells` has the cells of the row at a place: what is in
    /// them is the same for every visitor, so it can come from a cache. With a group, only the rows of its teams, with their
    /// ranks among all.
    pub(super) fn render(
        &self,
        own: Option<&str>,
        group: Option<&str>,
        cells: impl Fn(usize, &Row) -> PreEscaped<String>,
    ) -> Markup {
        let Self { board, words, details, .. } = *self;
        let shown = |row: &Row| group.is_none_or(|group| row.group == group);
        let count = board.rows.iter().filter(|row| shown(row)).count();
        html! {
            div.scroll tabindex="0" role="region" aria-labelledby="board-title" {
                table.board.details[details] data-revision=(board.revision) {
                    @let caption = if details { words.details_caption } else { words.board_caption };
                    caption { span { (fill(caption, &[&number(count as i64)])) } }
                    @if details { (self.detailed_head()) } @else { (self.head()) }
                    tbody {
                        @for (place, row) in board.rows.iter().enumerate().filter(|(_, row)| shown(row)) {
                            @let mine = own == Some(row.team.as_str());
                            tr.mine[mine] aria-current=[mine.then_some("true")] data-team=(row.team) {
                                (cells(place, row))
                            }
                        }
                        @if board.rows.is_empty() { tr { td colspan="20" { (words.no_teams) } } }
                    }
                }
            }
            @if !details && !board.rows.is_empty() { (self.legend()) }
        }
    }

    /// What the squares and the star mean.
    fn legend(&self) -> Markup {
        let words = self.words;
        let squares = [
            ("f", words.square_full),
            ("p2", words.square_part),
            ("z", words.square_zero),
            ("n", words.square_none),
            ("n h", words.square_hidden),
        ];
        let has_hidden = self.board.hidden_from.is_some();
        html! {
            ul.legend {
                @for (class, text) in squares.into_iter().filter(|(class, _)| has_hidden || !class.ends_with('h')) {
                    li { span.squares aria-hidden="true" { i class=(class) {} } (text) }
                }
                li { span.star aria-hidden="true" { "★" } (words.leads_question) }
            }
        }
    }

    fn first_columns(&self) -> Markup {
        html! {
            th.number scope="col" { abbr title=(self.words.rank) { "#" } }
            th.team scope="col" { (self.words.team) }
            th.number scope="col" { (self.words.total) }
        }
    }

    fn head(&self) -> Markup {
        html! {
            thead { tr {
                (self.first_columns())
                @for (question, _) in &self.board.questions {
                    th.number scope="col" { (self.question(*question)) }
                }
                th.number scope="col" { (self.words.improved) }
            } }
        }
    }

    fn question(&self, question: i64) -> Markup {
        html! {
            @match self.game {
                Game::Demon => abbr title={ (self.words.question) " " (question) } { "Q" (question) },
                Game::Well => (self.words.inputs),
            }
        }
    }

    fn detailed_head(&self) -> Markup {
        html! {
            thead { tr {
                (self.first_columns())
                @for column in &self.board.inputs {
                    th.number scope="col" {
                        (column.name)
                        @if column.bound > 0 {
                            br; span.soft { (bound_name(self.words, self.game)) " " (number(column.bound)) }
                        }
                    }
                }
                th.number scope="col" { (self.words.improved) }
            } }
        }
    }

    /// The cells of a team's row.
    pub(super) fn cells(&self, row: &Row) -> Markup {
        html! {
            td.number.rank { (row.rank) }
            th.team scope="row" {
                a href={ "/c/" (self.contest) "/teams/" (row.team.as_str()) } { bdi { (row.name) } }
                @if !row.school.is_empty() { " " span.more { bdi { (row.school) } } }
            }
            td.number.total { (points(self.language, row.points)) }
            @if self.details {
                @for ((column, cell), &best) in self.board.inputs.iter().zip(&row.cells).zip(&self.board.best) {
                    (self.detailed_cell(column, cell, best))
                }
            } @else {
                @for (place, (question, _)) in self.board.questions.iter().enumerate() {
                    (self.question_cell(row, place, *question))
                }
            }
            td.number.soft {
                @if let Some(at) = row.improved_at { (clock(at - self.starts_at)) } @else { "–" }
            }
        }
    }

    fn question_cell(&self, row: &Row, place: usize, question: i64) -> Markup {
        let cells = || {
            self.board.inputs.iter().zip(&row.cells).filter(move |(column, _)| column.question == question)
        };
        let earned = row.questions.get(place).copied().unwrap_or_default();
        let tried = cells().any(|(_, cell)| cell.judged + cell.hidden > 0);
        html! {
            td.number {
                @if tried { (points(self.language, earned)) } @else { span.soft { "–" } }
                @match row.question_ranks.get(place) {
                    Some(1) => { " " abbr.star title=(self.words.leads_question) { "★" } }
                    Some(rank @ 2..) => {
                        " " abbr.place title=(fill(self.words.question_rank, &[&rank.to_string()])) { "#" (rank) }
                    }
                    _ => {}
                }
                @if cells().count() <= MAX_SQUARES {
                    span.squares aria-hidden="true" {
                        @for (_, cell) in cells() { i class=(self.shade(cell)) {} }
                    }
                }
            }
        }
    }

    /// The CSS classes of the square of an input: its share of the points, and whether the freeze hides more.
    fn shade(&self, cell: &Cell) -> String {
        let max = self.game.max_points();
        let share = match (cell.judged, cell.points) {
            (0, _) => "n",
            (_, points) if points >= max => "f",
            (_, points) if 4 * points >= 3 * max => "p3",
            (_, points) if 2 * points >= max => "p2",
            (_, 1..) => "p1",
            _ => "z",
        };
        format!("{share}{}", if cell.hidden > 0 { " h" } else { "" })
    }

    fn detailed_cell(&self, column: &Column, cell: &Cell, best: i64) -> Markup {
        let language = self.language;
        html! {
            td.number {
                @if cell.judged > 0 { (points(language, cell.points)) }
                @else if cell.hidden == 0 { span.soft { "–" } }
                @if cell.leads { " " abbr.star title=(self.words.leads) { "★" } }
                @if cell.hidden > 0 { " " abbr.mark.hides title=(self.words.hidden_answers) { "+" (cell.hidden) } }
                @if cell.score > 0 {
                    span.more {
                        (number(cell.score))
                        @if self.game.is_relative(column.question) {
                            br; (share(language, cell.score, best)) " " (self.words.of_best)
                        }
                        @if column.bound > 0 {
                            br; (share(language, cell.score, column.bound)) " " (of_bound(self.words, self.game))
                        }
                    }
                } @else if cell.judged > 1 {
                    span.more { (fill(self.words.tries, &[&cell.judged.to_string()])) }
                }
            }
        }
    }
}
