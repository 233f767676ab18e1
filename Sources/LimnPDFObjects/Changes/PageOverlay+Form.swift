// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension PageOverlay {
    /// The entries of the form's dictionary except /Resources, /Length and /Filter. No value is a reference.
    ///
    /// The form is not a transparency group, so its blend modes blend with the page. Its default color spaces are the
    /// device color spaces, so a /DefaultRGB of the page does not change its colors.
    var formEntries: [PDFEntry] {
        [
            ("/Type", .text("/XObject")), ("/Subtype", .text("/Form")), ("/BBox", boundingBox),
            ("/Matrix", matrixValue),
        ]
    }

    /// The clip rectangle in form space (/BBox).
    var boundingBox: PDFValue { .numbers([bounds.minX, bounds.minY, bounds.maxX, bounds.maxY]) }

    /// The transform from form space to user space (/Matrix).
    var matrixValue: PDFValue { .numbers([matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]) }

    /// The form's /Resources without fonts, pictures, pages and layers.
    var resources: PDFValue {
        .text("<<" + resourceTexts.map { $0.key + $0.text }.joined() + ">>")
    }

    /// The entries of the form's /Resources except fonts, pictures, pages and layers. No value is a reference.
    var resourceEntries: [PDFEntry] { resourceTexts.map { ($0.key, .text($0.text)) } }

    private var resourceTexts: [(key: String, text: String)] {
        var spaces = ["Gray", "RGB", "CMYK"].map { "/Default\($0)/Device\($0)" }.joined()
        if !patterns.isEmpty { spaces += "/\(StencilPattern.colorSpace)[/Pattern/DeviceRGB]" }
        var entries = [("/ColorSpace", "<<\(spaces)>>")]
        if graphicsStates.isEmpty { return entries }
        var text = "<<"
        for (name, state) in graphicsStates.sorted(by: { $0.key < $1.key }) {
            text += "/\(name)<</Type/ExtGState/ca \(decimal(state.fillAlpha))/CA \(decimal(state.strokeAlpha))"
            if let mode = state.blendMode { text += "/BM/\(mode)" }
            text += ">>"
        }
        entries.append(("/ExtGState", text + ">>"))
        return entries
    }
}

extension PDFValue {
    /// Makes an array of the coordinates of a rectangle.
    static func rect(_ rect: Rect) -> PDFValue { .numbers([rect.minX, rect.minY, rect.maxX, rect.maxY]) }

    /// Makes an array of numbers.
    static func numbers(_ numbers: [Double]) -> PDFValue {
        .text("[" + numbers.map { decimal($0) }.joined(separator: " ") + "]")
    }
}
