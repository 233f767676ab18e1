// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Replaces the pages by several copies of them, in the order of `copies`, each with its own fields and bookmark.
    /// Call ``rewritten()`` afterwards to save this document.
    ///
    /// Calculations, XFA data, page labels and the old bookmarks are removed, because they do not support copies. After
    /// an error, some of the changes may already have been made.
    ///
    /// - Parameter copies: the copies, with distinct names.
    /// - Throws: ``PDFObjectsError`` with `tooComplex` if there would be too many fields or pages; with `noPages`,
    ///   `damaged`.
    public func repeatForm(as copies: [FormCopy]) throws(PDFObjectsError) {
        let repeater = try FormRepeater(self)
        defer {
            forgetForm()
            hasCompressible = true
        }
        try repeater.apply(copies)
        tree = PageTree(root: try file.root())
    }
}
