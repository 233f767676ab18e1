// SPDX-License-Identifier: GPL-3.0-or-later

/// Puts objects into a document that libqpdf holds and will rewrite.
struct RewritingSink: ObjectSink {
    private let file: QPDFHandle
    /// Whether new objects were written that may go into object streams.
    private(set) var hasCompressible = false

    init(_ file: QPDFHandle) { self.file = file }

    func reserve() throws(PDFObjectsError) -> ObjectID { try number(of: try file.newNull()) }

    mutating func set(_ id: ObjectID, to value: PDFValue, isCompressible: Bool) throws(PDFObjectsError) {
        try file.replace(id, with: try object(value))
        if isCompressible { hasCompressible = true }
    }

    func edit(_ object: PDFObject, _ edits: [PDFEdit]) throws(PDFObjectsError) {
        for edit in edits {
            if let value = edit.value {
                try object.set(edit.key, try self.object(value))
            } else {
                try object.remove(edit.key)
            }
        }
    }

    func add(stream: StreamData, _ entries: [PDFEntry]) throws(PDFObjectsError) -> ObjectID {
        let object = try file.newStream(stream)
        for entry in entries { try object.set(entry.key, try self.object(entry.value)) }
        return try number(of: object)
    }

    /// Returns the number of an object. A direct object is made indirect.
    func number(of object: PDFObject) throws(PDFObjectsError) -> ObjectID {
        if let id = object.identity { return id }
        guard let id = try file.makeIndirect(object).identity else {
            throw PDFObjectsError(.internal, cause: "a new object has no number")
        }
        return id
    }

    /// Converts a value to a libqpdf object.
    private func object(_ value: PDFValue) throws(PDFObjectsError) -> PDFObject {
        switch value {
        case .text(let text): return try file.parsed(text)
        case .reference(let id): return try file.object(id)
        case .object(let object): return object
        case .array(let items):
            let array = try file.newArray()
            for item in items { try array.append(try object(item)) }
            return array
        case .dictionary(let entries):
            let dictionary = try file.newDictionary()
            for entry in entries { try dictionary.set(entry.key, try object(entry.value)) }
            return dictionary
        case .edited(let original, let edits):
            let copy = try original.shallowCopy()
            try edit(copy, edits)
            return copy
        }
    }
}
