// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension PageOverlay {
    /// The form as a new stream of a document.
    ///
    /// It is no transparency group, so that blend modes see the page. Its default colour spaces are the devices' own,
    /// so that a /DefaultRGB of the page does not shift its colours.
    func makeForm(in file: QPDFHandle) throws(PDFObjectsError) -> PDFObject {
        let form = try file.newCompressedStream(content)
        try form.set("/Type", try file.newName("/XObject"))
        try form.set("/Subtype", try file.newName("/Form"))
        try form.set("/BBox", try file.newNumbers([bounds.minX, bounds.minY, bounds.maxX, bounds.maxY]))
        try form.set(
            "/Matrix", try file.newNumbers([matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]))
        try form.set("/Resources", try makeResources(in: file))
        return form
    }

    private func makeResources(in file: QPDFHandle) throws(PDFObjectsError) -> PDFObject {
        let spaces = try file.newDictionary()
        for space in ["Gray", "RGB", "CMYK"] {
            try spaces.set("/Default\(space)", try file.newName("/Device\(space)"))
        }
        let resources = try file.newDictionary()
        try resources.set("/ColorSpace", spaces)
        guard !graphicsStates.isEmpty else { return resources }
        let states = try file.newDictionary()
        for (name, state) in graphicsStates {
            let entry = try file.newDictionary()
            try entry.set("/Type", try file.newName("/ExtGState"))
            try entry.set("/ca", try file.newReal(state.fillAlpha))
            try entry.set("/CA", try file.newReal(state.strokeAlpha))
            if let mode = state.blendMode { try entry.set("/BM", try file.newName("/" + mode)) }
            try states.set("/" + name, entry)
        }
        try resources.set("/ExtGState", states)
        return resources
    }
}
