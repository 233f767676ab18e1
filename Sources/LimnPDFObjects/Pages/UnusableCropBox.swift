// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension PageTree.Leaf {
    /// The edit that replaces the CropBox by the MediaBox if the two do not overlap; nil for every other page.
    ///
    /// poppler and pdfium would show nothing of such a page. Limn shows its MediaBox, as ``PageGeometry`` does.
    var cropBoxToMend: PDFEdit? {
        let geometry = geometry
        guard let box = inherited({ $0["/CropBox"]?.rect }), geometry.displayBox == geometry.mediaBox,
            box != geometry.mediaBox, box.intersection(geometry.mediaBox)?.isEmpty ?? true
        else { return nil }
        return Self.cropBox(geometry.mediaBox)
    }

    /// The edit for drawing that cuts a CropBox off at the MediaBox if it is wider or higher; nil for every other page.
    ///
    /// poppler would take the MediaBox's edges in that direction, also where the CropBox lies within them.
    var cropBoxToDraw: PDFEdit? {
        if let edit = cropBoxToMend { return edit }
        let geometry = geometry
        guard let box = inherited({ $0["/CropBox"]?.rect }),
            box.width > geometry.mediaBox.width || box.height > geometry.mediaBox.height, box != geometry.displayBox
        else { return nil }
        return Self.cropBox(geometry.displayBox)
    }

    private static func cropBox(_ box: Rect) -> PDFEdit {
        ("/CropBox", .numbers([box.minX, box.minY, box.maxX, box.maxY]))
    }
}

extension ObjectDocument {
    /// Returns the document without encryption and with a usable CropBox on every page. Use the result for rendering
    /// only.
    ///
    /// It makes the same CropBox changes to this document.
    ///
    /// - Returns: the bytes of the changed document; nil if all pages have a usable CropBox.
    /// - Throws: the errors of ``rewritten()``, and ``PDFObjectsError`` with `tooComplex`.
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
