//! Tables: where each cell lies.
//!
//! Pages leave this to the browser, which lets cells overlap and rows end early. The typesetter wants
//! every cell inside the grid and none over another.

use serde_json::{Value, json};
use tamis::content::article::{Cell, Table};

use super::Context;
use super::line::{line, silent_line};

/// The most columns that are set as a table: more are no wider than a letter each.
const MAX_COLUMNS: usize = 24;

/// Columns from which a table is set across all columns of the page, if it is short enough to stand
/// there in one piece.
const WIDE_COLUMNS: usize = 5;

/// Rows up to which a wide table stands in one piece: a third of a page of small text.
const WIDE_ROWS: usize = 16;

/// A table as the template sets it; as lines where it has too many columns.
pub(super) fn table(table: &Table, context: &mut Context<'_>) -> Value {
    let columns = columns_of(table);
    let caption = line(&table.caption, context);
    if columns > MAX_COLUMNS {
        let rows: Vec<Value> = table
            .rows
            .iter()
            .map(|row| {
                let cells = row.cells.iter().map(|cell| line(&cell.content, context));
                Value::Array(cells.collect())
            })
            .collect();
        return json!({ "t": "rows", "caption": caption, "rows": rows });
    }
    let heads = head_rows(table);
    let mut grid = Grid::new(columns);
    let mut cells = Vec::new();
    for (y, row) in table.rows.iter().enumerate() {
        let last = if y < heads { heads } else { table.rows.len() };
        for cell in &row.cells {
            let Some(place) = grid.place(y, cell, last) else {
                continue;
            };
            // Heads are repeated on every page; notes are not.
            let body = match y < heads {
                true => silent_line(&cell.content, context),
                false => line(&cell.content, context),
            };
            cells.push(json!({
                "x": place.x, "y": y,
                "colspan": place.width, "rowspan": place.height,
                "head": cell.header || row.header,
                "body": body,
            }));
        }
    }
    let is_wide = context.columns > 1 && columns >= WIDE_COLUMNS && table.rows.len() <= WIDE_ROWS;
    json!({
        "t": "table",
        "columns": columns,
        "rows": table.rows.len(),
        "heads": heads,
        "cells": cells,
        "caption": caption,
        "wide": is_wide,
        "scale": scale(columns, is_wide, context),
    })
}

/// How wide a row is at most, spans counted within reason.
fn columns_of(table: &Table) -> usize {
    let width = |cell: &Cell| usize::from(cell.colspan).clamp(1, MAX_COLUMNS + 1);
    let rows = table.rows.iter();
    let widest = rows
        .map(|row| row.cells.iter().map(width).sum::<usize>())
        .max();
    widest.unwrap_or(1).max(1)
}

/// The rows at the top that head the columns, if others follow.
fn head_rows(table: &Table) -> usize {
    let is_head = |row: &&tamis::content::article::Row| {
        row.header || !row.cells.is_empty() && row.cells.iter().all(|cell| cell.header)
    };
    let heads = table.rows.iter().take_while(is_head).count();
    if heads < table.rows.len() { heads } else { 0 }
}

/// The room that a column of text needs to be read, in letters of its size.
const LETTERS_PER_COLUMN: f32 = 7.0;

/// How small the text of a table is: columns that are narrower than some letters are set smaller.
fn scale(columns: usize, is_wide: bool, context: &Context<'_>) -> f32 {
    let width = match is_wide {
        true => context.column * f32::from(context.columns),
        false => context.column,
    };
    let room = width / (columns as f32 * LETTERS_PER_COLUMN * context.font_size);
    room.clamp(0.6, 0.9)
}

struct Grid {
    columns: usize,
    /// For each column the first row that is free below what was placed.
    free_from: Vec<usize>,
}

struct Place {
    x: usize,
    width: usize,
    height: usize,
}

impl Grid {
    fn new(columns: usize) -> Grid {
        Grid {
            columns,
            free_from: vec![0; columns],
        }
    }

    /// The next free place of a row, with the cell's spans as far as there is room; `None` when the
    /// row is full. Nothing reaches past row `last`.
    fn place(&mut self, y: usize, cell: &Cell, last: usize) -> Option<Place> {
        let x = (0..self.columns).find(|&x| self.free_from[x] <= y)?;
        let wanted = usize::from(cell.colspan).max(1);
        let free = (x..self.columns).take_while(|&x| self.free_from[x] <= y);
        let width = free.take(wanted).count();
        let height = usize::from(cell.rowspan).clamp(1, last.saturating_sub(y).max(1));
        for column in &mut self.free_from[x..x + width] {
            *column = y + height;
        }
        Some(Place { x, width, height })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis::content::article::Row;

    fn cell(colspan: u16, rowspan: u16) -> Cell {
        Cell {
            header: false,
            colspan,
            rowspan,
            content: Vec::new(),
        }
    }

    #[test]
    fn cells_never_overlap_nor_leave_the_grid() {
        let mut grid = Grid::new(3);
        let place = |grid: &mut Grid, y, one: &Cell| {
            grid.place(y, one, 3)
                .map(|place| (place.x, place.width, place.height))
        };
        assert_eq!(place(&mut grid, 0, &cell(1, 99)), Some((0, 1, 3)));
        assert_eq!(place(&mut grid, 0, &cell(1, 2)), Some((1, 1, 2)));
        assert_eq!(place(&mut grid, 0, &cell(9, 1)), Some((2, 1, 1)));
        assert_eq!(place(&mut grid, 0, &cell(1, 1)), None);
        assert_eq!(place(&mut grid, 1, &cell(2, 1)), Some((2, 1, 1)));
        assert_eq!(place(&mut grid, 2, &cell(2, 5)), Some((1, 2, 1)));
    }

    #[test]
    fn a_table_of_heads_alone_has_no_head() {
        let row = Row {
            header: true,
            cells: vec![cell(1, 1)],
        };
        let mut table = Table {
            rows: vec![row.clone(), row],
            ..Table::default()
        };
        assert_eq!(head_rows(&table), 0);
        table.rows[1].header = false;
        assert_eq!(head_rows(&table), 1);
    }
}
