// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension ChangeWriter {
    /// Writes the Form XObject of an appearance.
    ///
    /// - Throws: the errors of the sink.
    mutating func object(of appearance: FormAppearance) throws(PDFObjectsError) -> ObjectID {
        let box = appearance.boundingBox
        var entries: [PDFEntry] = [
            // Viewers know from its use that this stream is an XObject, so /Type is left out.
            ("/Subtype", .text("/Form")),
            ("/BBox", .numbers([box.minX, box.minY, box.maxX, box.maxY])),
        ]
        if appearance.matrix != .identity {
            let m = appearance.matrix
            entries.append(("/Matrix", .numbers([m.a, m.b, m.c, m.d, m.tx, m.ty])))
        }
        entries.append(("/Resources", try resources(of: appearance)))
        return try sink.add(stream: StreamData(appearance.content), entries)
    }

    /// Returns the resources of an appearance: its fonts and pictures, and the resources of the stream from which it
    /// keeps parts.
    private mutating func resources(of appearance: FormAppearance) throws(PDFObjectsError) -> PDFValue {
        var fonts: [PDFEntry] = []
        for (name, font) in appearance.documentFonts.sorted(by: { $0.key < $1.key }) {
            fonts.append(("/\(name)", try value(of: font)))
        }
        for (name, font) in appearance.fonts.sorted(by: { $0.key < $1.key }) {
            fonts.append(("/\(name)", .reference(try object(of: font))))
        }
        for (name, font) in appearance.drawnFonts.sorted(by: { $0.key < $1.key }) {
            fonts.append(("/\(name)", .reference(try object(of: font))))
        }
        var pictures: [PDFEntry] = []
        for (name, picture) in appearance.pictures.sorted(by: { $0.key < $1.key }) {
            pictures.append(("/\(name)", .reference(try object(of: picture))))
        }
        var old: PDFObject?
        if let kept = appearance.kept { old = try root.file.object(kept.id)["/Resources"] }
        guard let old, old.isDictionary else {
            var entries: [PDFEntry] = []
            if !fonts.isEmpty { entries.append(("/Font", .dictionary(fonts))) }
            if !pictures.isEmpty { entries.append(("/XObject", .dictionary(pictures))) }
            return .dictionary(entries)
        }
        if fonts.isEmpty, pictures.isEmpty { return .object(old) }
        return .edited(old, Self.adding([("/Font", fonts), ("/XObject", pictures)], to: old))
    }

    private static func adding(_ groups: [(key: String, entries: [PDFEntry])], to old: PDFObject) -> [PDFEdit] {
        groups.compactMap { key, entries in
            guard !entries.isEmpty else { return nil }
            let edits = entries.map { PDFEdit($0.key, $0.value) }
            if let group = old[key], group.isDictionary { return (key, .edited(group, edits)) }
            return (key, .dictionary(entries))
        }
    }

    /// Returns a font as a value for a resource dictionary.
    private mutating func value(of font: DocumentFont) throws(PDFObjectsError) -> PDFValue {
        switch font {
        case .object(let object): return .reference(object.id)
        case .entry(let holder, let path):
            var found: PDFObject? = try root.file.object(holder.id)
            for key in path { found = found?[key] }
            guard let found, found.isDictionary else {
                throw PDFObjectsError(.unsound, cause: "a font of the form is missing")
            }
            return .object(found)
        case .standard(let font):
            let text = PDFText(font.dictionary.utf8)
            if let known = shared.values[text] { return .reference(known) }
            let id = try sink.add(.text(text), isCompressible: true)
            shared.values[text] = id
            return .reference(id)
        }
    }
}

extension DocumentObject {
    init(_ id: ObjectID) { self.init(number: Int(id.number), generation: Int(id.generation)) }

    var id: ObjectID { ObjectID(number: CInt(clamping: number), generation: CInt(clamping: generation)) }
}
