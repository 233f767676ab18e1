// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension PageOverlay {
    /// The entries of the form's dictionary besides /Length and /Filter, as keys and text; none is a reference.
    ///
    /// It is no transparency group, so that blend modes see the page. Its default colour spaces are the devices' own,
    /// so that a /DefaultRGB of the page does not shift its colours.
    var formEntries: [(key: String, value: String)] {
        [
            ("/Type", "/XObject"), ("/Subtype", "/Form"),
            ("/BBox", Self.array([bounds.minX, bounds.minY, bounds.maxX, bounds.maxY])),
            ("/Matrix", Self.array([matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty])),
            ("/Resources", resources),
        ]
    }

    private var resources: String {
        let spaces = ["Gray", "RGB", "CMYK"].map { "/Default\($0)/Device\($0)" }.joined()
        var text = "<</ColorSpace<<\(spaces)>>"
        if !graphicsStates.isEmpty {
            text += "/ExtGState<<"
            for (name, state) in graphicsStates.sorted(by: { $0.key < $1.key }) {
                text += "/\(name)<</Type/ExtGState/ca \(decimal(state.fillAlpha))/CA \(decimal(state.strokeAlpha))"
                if let mode = state.blendMode { text += "/BM/\(mode)" }
                text += ">>"
            }
            text += ">>"
        }
        return text + ">>"
    }

    private static func array(_ numbers: [Double]) -> String {
        "[" + numbers.map { decimal($0) }.joined(separator: " ") + "]"
    }

    /// The form as a new stream of a document that will be rewritten.
    func makeForm(in file: QPDFHandle) throws(PDFObjectsError) -> PDFObject {
        let form = try file.newStream(stored ?? StreamData(content))
        for (key, value) in formEntries { try form.set(key, try file.parsed(value)) }
        return form
    }
}
