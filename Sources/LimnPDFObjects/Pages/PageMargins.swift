// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension ObjectDocument {
    /// Returns the document without encryption, with the displayed part of every page grown by a margin on all sides,
    /// which shows what the page's boxes cut off. Use the result for rendering only.
    ///
    /// It makes the same changes to this document.
    ///
    /// - Parameter margin: the margin in units of user space.
    /// - Throws: the errors of ``rewritten()``, and ``PDFObjectsError`` with `tooComplex`.
    public func withMargins(_ margin: Double) throws(PDFObjectsError) -> [UInt8] {
        // A page that is listed twice grows once.
        var leaves: [PageTree.Leaf] = []
        for index in 0..<(try tree.count()) { leaves.append(try tree.leaf(at: index)) }
        let boxes = leaves.map(\.geometry)
        try rewrite { writer throws(PDFObjectsError) in
            for (leaf, geometry) in zip(leaves, boxes) {
                let box = geometry.displayBox.expanded(by: margin)
                try writer.sink.edit(
                    leaf.page,
                    [("/MediaBox", .rect(geometry.mediaBox.union(box))), ("/CropBox", .rect(box))])
            }
        }
        return try decrypted()
    }
}
