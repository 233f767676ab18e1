// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the fonts that fields refer to, and reads each once.
struct FieldFonts {
    private let form: ObjectPlace?
    private var known: [DocumentFont: FieldFont] = [:]

    /// Prepares to read the fonts of a document.
    ///
    /// - Parameter root: the catalog of the document.
    init(root: PDFObject) { form = ObjectPlace(root)?["/AcroForm"] }

    /// Returns the font of a widget.
    ///
    /// The name is looked up in the resources of the widget's appearance, then in those (/DR) of the field, its
    /// ancestors and the form. If it is not found, the result is the standard font with the most similar name.
    ///
    /// - Parameter name: the name in the default appearance, without the slash.
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
        // Hostile files may have cycles.
        for _ in 0..<64 {
            guard let current = node else { break }
            if let found = font(in: current["/DR"]) { return found }
            node = current["/Parent"]
        }
        return font(in: form?["/DR"])
    }

    /// Returns whether a name needs no escapes in PDF.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                (33...126).contains($0) && ByteClass($0) == .regular && $0 != UInt8(ascii: "#")
            }
    }
}

/// An object and the path to it from an indirect object.
struct ObjectPlace {
    let object: PDFObject
    private let holder: ObjectID
    private let path: [String]

    /// Makes the place of an indirect object; nil if the object is direct.
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

    /// The place as the location of a font.
    var font: DocumentFont? {
        path.isEmpty ? .object(DocumentObject(holder)) : .entry(DocumentObject(holder), path: path)
    }
}
