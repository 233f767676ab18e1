// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the fonts that fields name, and reads each once.
struct FieldFonts {
    private let form: ObjectPlace?
    private var known: [DocumentFont: FieldFont] = [:]

    /// - Parameter root: the catalog of the document.
    init(root: PDFObject) { form = ObjectPlace(root)?["/AcroForm"] }

    /// The font of a widget.
    ///
    /// It is looked up in the resources of the widget's appearance, of the field and the nodes above it, and of the
    /// form. A name that is nowhere means the standard font of that name or the one most like it.
    ///
    /// - Parameter name: as the default appearance gives it.
    mutating func font(named name: String, of widget: PDFObject) -> FieldFont {
        let isPlain = Self.isPlain(name)
        let written = isPlain ? name : "LimnOwn"
        guard let place = place(of: name, widget), let source = place.font else {
            return FieldFont(StandardFont(similarTo: name), named: written)
        }
        var font: FieldFont
        if let read = known[source] {
            font = read
        } else {
            font = FontReader(place.object).font(named: written, at: source)
            known[source] = font
        }
        font.name = written
        return font
    }

    private func place(of name: String, _ widget: PDFObject) -> ObjectPlace? {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        func font(in resources: ObjectPlace?) -> ObjectPlace? {
            let found = resources?["/Font"]?["/" + name]
            return found?.object.isDictionary == true ? found : nil
        }
        var node = ObjectPlace(widget)
        if let found = font(in: node?["/AP"]?["/N"]?["/Resources"]) { return found }
        // Hostile files have loops.
        for _ in 0..<64 {
            guard let current = node else { break }
            if let found = font(in: current["/DR"]) { return found }
            node = current["/Parent"]
        }
        return font(in: form?["/DR"])
    }

    /// Whether a name needs no codes in PDF.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                (33...126).contains($0) && byteClass[Int($0)] == .regular && $0 != UInt8(ascii: "#")
            }
    }
}

/// An object and the way to it from an indirect one.
struct ObjectPlace {
    let object: PDFObject
    private let holder: ObjectID
    private let path: [String]

    /// The place of an indirect object; nil for a direct one.
    init?(_ object: PDFObject) {
        guard let id = object.identity else { return nil }
        self.init(object, id, [])
    }

    private init(_ object: PDFObject, _ holder: ObjectID, _ path: [String]) {
        (self.object, self.holder, self.path) = (object, holder, path)
    }

    /// The value of a key in a dictionary or in a stream's dictionary.
    subscript(key: String) -> ObjectPlace? {
        guard let value = object[key] else { return nil }
        if let id = value.identity { return ObjectPlace(value, id, []) }
        return ObjectPlace(value, holder, path + [key])
    }

    /// The object as the place of a font.
    var font: DocumentFont? {
        path.isEmpty ? .object(DocumentObject(holder)) : .entry(DocumentObject(holder), path: path)
    }
}
