//! Tables in GitHub's Markdown. It has no spans: a spanning cell stands in its first place, and the
//! others are left empty, so that columns stay columns.

use crate::content::article::{Cell, Table};

use super::Writer;
use super::line::{LineKind, write_line};

/// A table has at most this many columns; cells further right follow without a place of their own.
const MAX_COLUMNS: usize = 100;

pub(super) fn write(writer: &mut Writer, table: &Table) {
    if !table.caption.is_empty() {
        write_line(writer, &table.caption, LineKind::Paragraph);
        writer.blank_line();
    }
    let grid = grid(table);
    let columns = grid.iter().map(Vec::len).max().unwrap_or(0);
    let has_head = table.rows.first().is_some_and(|row| row.header);
    let (head, rows) = if has_head {
        grid.split_at(1)
    } else {
        grid.split_at(0)
    };
    write_row(writer, head.first().map_or(&[], Vec::as_slice), columns);
    writer.next_line();
    (0..columns).for_each(|_| writer.out.push_str("| --- "));
    writer.out.push('|');
    for row in rows {
        writer.next_line();
        write_row(writer, row, columns);
    }
}

fn write_row(writer: &mut Writer, row: &[Option<&Cell>], columns: usize) {
    for column in 0..columns {
        writer.out.push_str("| ");
        if let Some(cell) = row.get(column).copied().flatten() {
            write_line(writer, &cell.content, LineKind::Cell);
        }
        writer.out.push(' ');
    }
    writer.out.push('|');
}

/// The rows with every cell in its column; places that a span covers are empty.
fn grid(table: &Table) -> Vec<Vec<Option<&Cell>>> {
    let mut covered: Vec<u16> = Vec::new();
    let mut grid = Vec::with_capacity(table.rows.len());
    for row in &table.rows {
        let mut places = Vec::with_capacity(row.cells.len());
        for cell in &row.cells {
            skip_covered(&mut places, &mut covered);
            let left = MAX_COLUMNS.saturating_sub(places.len()).max(1);
            let span = usize::from(cell.colspan).clamp(1, left);
            cover(
                &mut covered,
                places.len(),
                span,
                cell.rowspan.saturating_sub(1),
            );
            places.push(Some(cell));
            places.extend(std::iter::repeat_n(None, span - 1));
        }
        skip_covered(&mut places, &mut covered);
        covered
            .iter_mut()
            .skip(places.len())
            .for_each(|rows| *rows = rows.saturating_sub(1));
        grid.push(places);
    }
    grid
}

/// Leaves places empty that cells from rows above still cover.
fn skip_covered(places: &mut Vec<Option<&Cell>>, covered: &mut [u16]) {
    while let Some(rows) = covered.get_mut(places.len()).filter(|rows| **rows > 0) {
        *rows -= 1;
        places.push(None);
    }
}

fn cover(covered: &mut Vec<u16>, from: usize, span: usize, rows: u16) {
    if rows == 0 {
        return;
    }
    covered.resize(covered.len().max(from + span), 0);
    covered[from..from + span].fill(rows);
}
