// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import LimnText

/// The appearances of the widgets of one document, drawn as Acrobat would draw them.
///
/// A value is set in the field's own font if that font has glyphs for all of its characters. Otherwise the whole value
/// is set in installed fonts. Request all widgets of a document at once, so that the document gets only one subset of
/// each installed font.
public struct FieldAppearances: Sendable {
    /// The result of each request, in the order of the requests.
    public let results: [Result<FieldAppearance, FieldFailure>]

    /// Draws the appearances of widgets. On the same machine, equal requests give equal results. A request that fails
    /// affects no other.
    ///
    /// - Parameters:
    ///   - requests: the widgets and their values.
    ///   - embedsFonts: whether fonts that the document does not embed are replaced by embedded ones, as PDF/A
    ///     and PDF/UA require.
    public init(_ requests: [FieldRequest], embedsFonts: Bool = false) {
        let layouts = requests.map { request in
            Result { () throws(FieldFailure) in
                try FieldLayout(request.look, request.content, embedsFonts: embedsFonts)
            }
        }
        var number = 0
        var faces: [FontFace: WritableFont] = [:]
        let runs = layouts.flatMap { (try? $0.get())?.runs ?? [] }
        for use in FontUse.all(in: runs) {
            faces[use.face] = WritableFont(use, number: &number, prefixes: ("LimnF", "LimnE"))
        }
        results = zip(requests, layouts).map { request, layout in
            layout.flatMap { layout in
                Result { () throws(FieldFailure) in
                    try FieldPainter(request: request, layout: layout, faces: faces).appearance()
                }
            }
        }
    }
}

/// Assembles one appearance from its parts.
private struct FieldPainter {
    let request: FieldRequest
    let layout: FieldLayout
    let faces: [FontFace: WritableFont]

    private var look: WidgetLook { request.look }

    func appearance() throws(FieldFailure) -> FieldAppearance {
        switch request.content {
        case .line, .lines, .comb, .combo, .list: return try text()
        case .check(let isOn): return try mark(isOn: isOn, isRadio: false)
        case .radio(let isOn): return try mark(isOn: isOn, isRadio: true)
        case .caption:
            let written = try writtenText()
            return appearance(of: written, frame(cells: 0) + written.content)
        case .picture(let data):
            let picture = try FieldPicture(data)
            var form = form(frame(cells: 0) + picture.content(look, layout.box))
            form.pictures = [FieldPicture.name: picture.picture]
            return FieldAppearance(form: form, icon: picture.icon, fontSize: nil, fits: true, usesOwnFont: true)
        }
    }

    /// Returns the appearance of a text.
    ///
    /// The text is marked content with the tag /Tx, by which viewers find it. The parts of the old appearance that are
    /// kept surround it.
    private func text() throws(FieldFailure) -> FieldAppearance {
        var cells = 0
        if case .comb(_, let count) = request.content { cells = count }
        let written = try writtenText()
        let marked = Array("/Tx BMC\n".utf8) + written.content + Array("EMC\n".utf8)
        guard let kept = look.kept else { return appearance(of: written, frame(cells: cells) + marked) }
        var result = appearance(of: written, kept.content(with: marked))
        result.form.kept = kept.object
        return result
    }

    private func writtenText() throws(FieldFailure) -> FieldTextContent {
        for run in layout.runs {
            let missing = run.clusters.first { cluster in
                run.glyphs[cluster.glyphs].contains { faces[run.face]?.codes[$0.id] == nil }
            }
            if let missing { throw .noGlyph(Array(missing.text.prefix(1))) }
        }
        return FieldTextContent(layout, faces)
    }

    private func mark(isOn: Bool, isRadio: Bool) throws(FieldFailure) -> FieldAppearance {
        let mark = FieldMark(look, layout.box, isRadio: isRadio)
        var frame = FieldFrame(look: look, box: layout.box)
        frame.isRound = isRadio && mark.shape == .disc
        guard isOn else {
            return FieldAppearance(form: form(frame.content), fontSize: nil, fits: true, usesOwnFont: true)
        }
        if layout.size != nil {
            let written = try writtenText()
            return appearance(of: written, frame.content + written.content)
        }
        var form = form(frame.content + mark.content)
        guard case .glyph = mark.shape else {
            return FieldAppearance(form: form, fontSize: nil, fits: true, usesOwnFont: true)
        }
        form.documentFonts = [mark.font.name: mark.font.font]
        return FieldAppearance(form: form, fontSize: mark.size, fits: true, usesOwnFont: look.font.isDingbats)
    }

    private func frame(cells: Int) -> [UInt8] {
        var frame = FieldFrame(look: look, box: layout.box)
        frame.cells = cells
        return frame.content
    }

    private func form(_ content: [UInt8]) -> FormAppearance {
        FormAppearance(content: content, boundingBox: layout.box.bounds, matrix: look.matrix)
    }

    private func appearance(of text: FieldTextContent, _ content: [UInt8]) -> FieldAppearance {
        var form = form(content)
        if layout.usesOwnFont, !text.content.isEmpty { form.documentFonts = [look.font.name: look.font.font] }
        form.fonts = text.fonts
        form.drawnFonts = text.drawnFonts
        form.pictures = text.pictures
        return FieldAppearance(form: form, fontSize: layout.size, fits: layout.fits, usesOwnFont: layout.usesOwnFont)
    }
}
