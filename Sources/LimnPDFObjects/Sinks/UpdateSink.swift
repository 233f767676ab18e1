// SPDX-License-Identifier: GPL-3.0-or-later

/// Collects the objects of an incremental update as PDF text. It numbers new objects itself and does not change the
/// document in libqpdf.
struct UpdateSink: ObjectSink {
    let crossReference: CrossReference
    private(set) var objects: [ObjectID: PDFText] = [:]
    /// New objects that may go into object streams.
    private(set) var compressible: Set<ObjectID> = []
    private(set) var nextNumber: Int

    init(after crossReference: CrossReference) {
        self.crossReference = crossReference
        nextNumber = crossReference.nextNumber
    }

    mutating func reserve() -> ObjectID {
        while crossReference.dangling.contains(nextNumber) { nextNumber += 1 }
        defer { nextNumber += 1 }
        return ObjectID(number: CInt(nextNumber), generation: 0)
    }

    mutating func set(_ id: ObjectID, to value: PDFValue, isCompressible: Bool) throws(PDFObjectsError) {
        objects[id] = try value.text()
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
    /// Returns the PDF text of a stream object.
    ///
    /// - Parameter entries: the entries of the stream's dictionary except /Length and /Filter.
    func object(_ entries: [PDFEntry]) throws(PDFObjectsError) -> PDFText {
        var text = PDFText("<<".utf8)
        for entry in entries { text.addEntry(entry.key, try entry.value.text()) }
        if let filter { text += PDFText("/Filter\(filter)".utf8) }
        text += PDFText("/Length \(bytes.count)>>\nstream\n".utf8)
        return text + bytes + PDFText("\nendstream".utf8)
    }
}
