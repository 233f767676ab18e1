// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Puts copies of all pages behind one another, in this order, each with fields and a bookmark of its own. Call
    /// ``rewritten()`` afterwards.
    ///
    /// Calculations, XFA data, page labels and the old bookmarks are gone then: they know no copies. After an error, a part of
    /// the changes may have been made.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex` where that is too much for one document, `noPages`, `damaged`.
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
