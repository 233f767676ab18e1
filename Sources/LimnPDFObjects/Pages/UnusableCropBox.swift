// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension PageTree.Leaf {
    /// What a page needs whose CropBox has no area in its MediaBox: poppler and pdfium show nothing of it. For Limn the page
    /// is its MediaBox, as ``PageGeometry`` says; nil for every other page.
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
    /// The document with a usable CropBox on every page, without encryption, to be drawn and not to be kept.
    ///
    /// - Returns: nil where all pages have one.
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
