// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension PageTree.Leaf {
    /// The edit for a page whose CropBox does not overlap its MediaBox: poppler and pdfium would show nothing of it.
    /// Limn shows the MediaBox of such a page, as ``PageGeometry`` does. Nil for every other page.
    var cropBoxToMend: PDFEdit? {
        let geometry = geometry
        guard let box = inherited({ $0["/CropBox"]?.rect }), geometry.displayBox == geometry.mediaBox,
            box != geometry.mediaBox, box.intersection(geometry.mediaBox)?.isEmpty ?? true
        else { return nil }
        let media = geometry.mediaBox
        return ("/CropBox", .numbers([media.minX, media.minY, media.maxX, media.maxY]))
    }
}

extension ObjectDocument {
    /// The document with a usable CropBox on every page and without encryption. It is for rendering only and is not
    /// published.
    ///
    /// - Returns: nil if all pages have a usable CropBox.
    /// - Throws: as ``rewritten()``, and `tooComplex`.
    public func withUsableCropBoxes() throws(PDFObjectsError) -> [UInt8]? {
        var count = 0
        try rewrite { writer throws(PDFObjectsError) in
            for index in 0..<(try tree.count()) {
                let leaf = try tree.leaf(at: index)
                guard let edit = leaf.cropBoxToMend else { continue }
                try writer.sink.edit(leaf.page, [edit])
                count += 1
            }
        }
        return count == 0 ? nil : try decrypted()
    }
}
