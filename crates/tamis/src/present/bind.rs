//! Making pages ready to stand in one document.

use crate::content::article::for_each_note_label;

use super::Leaf;

/// Gives the notes of every page names of their own, so that a reference never leads into another
/// page. A page alone keeps its names.
pub fn bind(leaves: &mut [Leaf]) {
    if leaves.len() < 2 {
        return;
    }
    for (number, leaf) in leaves.iter_mut().enumerate() {
        for_each_note_label(&mut leaf.article.body, &mut |label| {
            *label = format!("{}-{label}", number + 1);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Article;
    use crate::content::article::Block;

    #[test]
    fn notes_of_two_pages_do_not_share_a_name() {
        let note = Block::Footnote {
            label: "1".to_owned(),
            content: Vec::new(),
        };
        let leaf = Leaf::new(Article {
            body: vec![note],
            ..Article::default()
        });
        let mut leaves = [leaf.clone(), leaf];
        bind(&mut leaves);
        assert_ne!(leaves[0].article.body, leaves[1].article.body);
        let once = leaves[..1].to_vec();
        bind(&mut leaves[..1]);
        assert_eq!(leaves[..1], once);
    }
}
