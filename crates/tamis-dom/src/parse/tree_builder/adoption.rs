//! § 13.2.6.4.7 The adoption agency algorithm: what an end tag like `</b>` does where elements overlap.

use super::TreeBuilder;
use super::category::{FORMATTING, SPECIAL};
use super::formatting::{Element, Entry};
use super::stack::Open;
use crate::{NodeId, Tag};

/// How often the outer loop may run.
const OUTER_LOOP: usize = 8;
/// How often the inner loop keeps an element in the list.
const INNER_LOOP: usize = 3;

impl TreeBuilder<'_> {
    /// Runs the algorithm for a tag name.
    pub(super) fn adoption_agency(&mut self, subject: Tag) {
        // The common case: the current node is the last entry of the list, and no furthest block exists.
        if let (Some(&top), Some(Entry::Element(last))) =
            (self.stack.top(), self.formatting.entries.last())
            && top.node == last.node
            && last.tag == subject
        {
            self.pop();
            self.formatting.entries.pop();
            return;
        }
        self.adoption_agency_in_full(subject);
    }

    fn adoption_agency_in_full(&mut self, subject: Tag) {
        self.formatting.spend(self.formatting.entries.len());
        // 3. The current node is of this name and not in the list.
        if let Some(&top) = self.stack.top()
            && top.is_html(subject)
            && self.formatting.position(top.node).is_none()
        {
            return self.pop();
        }
        for _ in 0..OUTER_LOOP {
            // 4.3. The formatting element.
            let Some((list_index, formatting)) = self.formatting.last_of(subject) else {
                return self.any_other_end_tag(subject);
            };
            // 4.4. It is not open any more.
            let Some(stack_index) = self.stack.position(formatting.node, subject) else {
                self.formatting.entries.remove(list_index);
                return;
            };
            // 4.5. It is not in scope.
            if !self.stack.index_in_scope(stack_index) {
                return;
            }
            self.formatting
                .spend(self.stack.len() - stack_index + self.formatting.entries.len());
            // 4.7. The furthest block.
            let above = stack_index + 1..self.stack.len();
            let special = |&index: &usize| {
                self.stack
                    .get(index)
                    .is_some_and(|open| open.categories() & SPECIAL != 0)
            };
            let Some(block_index) = above.into_iter().find(special) else {
                // 4.8. There is none.
                self.pop_to(stack_index);
                if let Some(at) = self.formatting.position(formatting.node) {
                    self.formatting.entries.remove(at);
                }
                return;
            };
            self.adopt(formatting, stack_index, block_index);
        }
    }

    /// Steps 4.9 to 4.19: the elements between the formatting element and the furthest block are opened
    /// again within it.
    fn adopt(&mut self, formatting: Element, stack_index: usize, block_index: usize) {
        // 4.9. The common ancestor. The formatting element is never at the bottom of the stack.
        let Some(&ancestor) = stack_index
            .checked_sub(1)
            .and_then(|index| self.stack.get(index))
        else {
            return;
        };
        let mut tail = self.stack.split_off(stack_index);
        let mut above_block = tail.split_off(block_index - stack_index);
        let block = above_block[0].node;

        // 4.10. The bookmark: the entry that the new element will stand behind.
        let mut bookmark = formatting;
        let mut last = block;
        let mut kept: Vec<Open> = Vec::new();
        // 4.13. From the furthest block down to the formatting element.
        for (counter, &open) in tail[1..].iter().rev().enumerate() {
            let at = self.list_index(open);
            match at.map(|at| (at, self.formatting.entries[at])) {
                Some((at, Entry::Element(element))) if counter < INNER_LOOP => {
                    let (copy, reopened) = self.create_formatting_copy(element);
                    self.closed(open);
                    self.formatting.entries[at] = Entry::Element(copy);
                    kept.push(reopened);
                    if last == block {
                        bookmark = copy;
                    }
                    self.detach(last);
                    self.append(copy.node, last);
                    last = copy.node;
                }
                found => {
                    if let Some((at, _)) = found {
                        self.formatting.entries.remove(at);
                    }
                    self.closed(open);
                }
            }
        }
        // 4.14. Where the last node goes.
        self.detach(last);
        let place = self.appropriate_place_for(ancestor);
        match place.before {
            None => self.append(place.parent, last),
            Some(before) => self.insert_before(before, last),
        }
        // 4.15 to 4.17. A copy of the formatting element takes the children of the furthest block.
        let (copy, reopened) = self.create_formatting_copy(formatting);
        self.move_children(block, copy.node);
        self.append(block, copy.node);
        // 4.18. The copy stands in the list where the bookmark is.
        self.move_to_bookmark(formatting, bookmark, copy);
        // 4.19. And on the stack right behind the furthest block.
        self.closed(tail[0]);
        above_block.insert(1, reopened);
        kept.into_iter()
            .rev()
            .chain(above_block)
            .for_each(|open| self.stack.push(open));
    }

    /// Where an open element stands in the list, if it does.
    fn list_index(&mut self, open: Open) -> Option<usize> {
        if open.categories() & FORMATTING == 0 {
            return None;
        }
        self.formatting.spend(self.formatting.entries.len());
        self.formatting.position(open.node)
    }

    /// Gives all children of one node to another that has none.
    fn move_children(&mut self, from: NodeId, to: NodeId) {
        let source = &mut self.nodes[from.index()];
        let (first, last) = (source.first.take(), source.last.take());
        let target = &mut self.nodes[to.index()];
        (target.first, target.last) = (first, last);
        let mut child = first;
        while let Some(node) = child {
            let it = &mut self.nodes[node.index()];
            it.parent = Some(to);
            child = it.next;
        }
    }

    /// Takes the formatting element out of the list and puts its copy behind the bookmark. Where the
    /// budget ran out there is no list any more.
    fn move_to_bookmark(&mut self, formatting: Element, bookmark: Element, copy: Element) {
        let Some(at) = self.formatting.position(bookmark.node) else {
            return;
        };
        if bookmark.node == formatting.node {
            self.formatting.entries[at] = Entry::Element(copy);
            return;
        }
        self.formatting.entries.insert(at + 1, Entry::Element(copy));
        if let Some(at) = self.formatting.position(formatting.node) {
            self.formatting.entries.remove(at);
        }
    }
}
