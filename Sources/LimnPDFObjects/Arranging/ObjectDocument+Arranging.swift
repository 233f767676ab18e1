// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

extension ObjectDocument {
    /// Puts the pages into another order and puts new pages between them. Call ``rewritten()`` afterwards to save this
    /// document.
    ///
    /// Pages may be left out or appear several times. Links, outline items, page labels and form fields keep their
    /// pages; a page that appears again shows the same fields. After an error, some of the changes may already have
    /// been made.
    ///
    /// - Parameters:
    ///   - order: the old index of each page, from 0.
    ///   - newPages: new pages; ``NewPage/follows`` refers to the new order.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`, `damaged`, `unsound`.
    public func arrange(_ order: [Int], inserting newPages: [NewPage]) throws(PDFObjectsError) {
        defer {
            forgetForm()
            hasCompressible = true
        }
        var arranger = try PageArranger(self)
        try arranger.apply(order)
        tree = PageTree(root: try file.root())
        guard !newPages.isEmpty else { return }
        try rewrite { writer throws(PDFObjectsError) in _ = try writer.insert(newPages, into: tree) }
        tree = PageTree(root: try file.root())
    }

    /// Turns pages, in addition to their own rotation. Call ``arrange(_:inserting:)`` before, which gives every page an
    /// object of its own, and ``rewritten()`` afterwards.
    ///
    /// - Parameter turns: the turn of each page, from the first; further pages are not turned.
    /// - Throws: ``PDFObjectsError`` with `noSuchPage`, `tooComplex`.
    public func turn(_ turns: [PageGeometry.Rotation]) throws(PDFObjectsError) {
        for (index, turn) in turns.enumerated() where turn != .none {
            let leaf = try tree.leaf(at: index)
            let rotation = leaf.geometry.rotation.adding(turn)
            try leaf.page.set("/Rotate", try file.newInteger(rotation.rawValue))
        }
        tree = PageTree(root: try file.root())
    }
}
