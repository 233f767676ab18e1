// SPDX-License-Identifier: GPL-3.0-or-later

/// Collects the objects of an incremental update as PDF text. It numbers new objects itself and does not change the
/// document in libqpdf.
struct UpdateSink: ObjectSink {
    /// An object of the update before it is encrypted: its PDF text or, for a stream, its entries except /Length, and its
    /// bytes.
    enum Object {
        case value(PDFText)
        case stream(PDFText, [UInt8])

        /// Returns the PDF text of the object.
        ///
        /// - Parameter encryption: the encryption of the document; nil for none.
        func text(_ id: ObjectID, _ encryption: StandardEncryption?) -> PDFText {
            switch self {
            case .value(let text): return encryption?.encrypted(text, in: id) ?? text
            case .stream(let entries, let bytes):
                let entries = encryption?.encrypted(entries, in: id) ?? entries
                let content = encryption?.encrypted(stream: bytes, in: id) ?? bytes
                var text = PDFText("<<".utf8)
                text += entries
                text += PDFText("/Length \(content.count)>>\nstream\n".utf8)
                text += content
                return text + PDFText("\nendstream".utf8)
            }
        }
    }

    let crossReference: CrossReference
    /// The encryption of the document; nil for none.
    let encryption: StandardEncryption?
    private(set) var objects: [ObjectID: Object] = [:]
    /// New objects that may go into object streams.
    private(set) var compressible: Set<ObjectID> = []
    private(set) var nextNumber: Int

    init(after crossReference: CrossReference, encryption: StandardEncryption? = nil) {
        self.crossReference = crossReference
        self.encryption = encryption
        nextNumber = crossReference.nextNumber
    }

    mutating func reserve() -> ObjectID {
        while crossReference.dangling.contains(nextNumber) { nextNumber += 1 }
        defer { nextNumber += 1 }
        return ObjectID(number: CInt(nextNumber), generation: 0)
    }

    mutating func set(_ id: ObjectID, to value: PDFValue, isCompressible: Bool) throws(PDFObjectsError) {
        objects[id] = .value(try value.text())
        if isCompressible { compressible.insert(id) }
    }

    mutating func edit(_ object: PDFObject, _ edits: [PDFEdit]) throws(PDFObjectsError) {
        try set(try number(of: object), to: .edited(object, edits), isCompressible: false)
    }

    mutating func add(stream: StreamData, _ entries: [PDFEntry]) throws(PDFObjectsError) -> ObjectID {
        let id = reserve()
        objects[id] = try stream.object(entries)
        return id
    }

    func number(of object: PDFObject) throws(PDFObjectsError) -> ObjectID {
        guard let id = object.identity else {
            throw PDFObjectsError(.unsound, cause: "its catalog or page tree is not an object of its own")
        }
        return id
    }

    /// The numbers of the original's objects that the update replaces, in ascending order.
    var overridden: [Int] {
        objects.keys.map { Int($0.number) }.filter { $0 < crossReference.nextNumber }.sorted()
    }
}

extension StreamData {
    /// Returns the stream as an object.
    ///
    /// - Parameter entries: the entries of the stream's dictionary except /Length and /Filter.
    func object(_ entries: [PDFEntry]) throws(PDFObjectsError) -> UpdateSink.Object {
        var text: PDFText = []
        for entry in entries { text.addEntry(entry.key, try entry.value.text()) }
        if let filter { text += PDFText("/Filter\(filter)".utf8) }
        return .stream(text, bytes)
    }
}
