// SPDX-License-Identifier: GPL-3.0-or-later

/// What turns an original file into a changed one when it is put behind it: new objects, objects that take the place of
/// old ones, and a cross-reference to them (ISO 32000-2, 7.5.6).
public struct IncrementalUpdate: Hashable, Sendable {
    /// The bytes that follow the original's last one.
    public let bytes: [UInt8]
    /// The numbers of the original's objects that were given another content, ascending.
    public let overridden: [Int]
    /// What was passed over in the original, as sentences.
    public let notes: [String]
}

/// The objects of an incremental update as text, and the file that they follow.
struct UpdateObjects {
    private let crossReference: CrossReference
    private(set) var texts: [ObjectID: PDFText] = [:]
    private(set) var nextNumber: Int

    init(after crossReference: CrossReference) {
        self.crossReference = crossReference
        nextNumber = crossReference.nextNumber
    }

    /// Takes a number that no object has.
    mutating func reserve() -> ObjectID {
        while crossReference.dangling.contains(nextNumber) { nextNumber += 1 }
        defer { nextNumber += 1 }
        return ObjectID(number: CInt(nextNumber), generation: 0)
    }

    /// Gives an object its content.
    mutating func set(_ id: ObjectID, _ text: PDFText) { texts[id] = text }

    /// Adds an object.
    mutating func add(_ text: PDFText) -> ObjectID {
        let id = reserve()
        set(id, text)
        return id
    }

    /// Adds a stream, compressed where that makes it smaller.
    ///
    /// - Parameter entries: its dictionary's entries besides /Filter and /Length.
    mutating func add(stream data: [UInt8], _ entries: PDFText = []) -> ObjectID {
        add(stream: StreamData(data), entries)
    }

    /// Adds a stream as it will be written.
    mutating func add(stream stored: StreamData, _ entries: PDFText) -> ObjectID { add(Self.stream(stored, entries)) }

    private static func stream(_ stored: StreamData, _ entries: PDFText) -> PDFText {
        let tail = (stored.isCompressed ? "/Filter/FlateDecode" : "") + "/Length \(stored.bytes.count)>>\nstream\n"
        return Array("<<".utf8) + entries + Array(tail.utf8) + stored.bytes + Array("\nendstream".utf8)
    }

    /// The numbers that the original has already.
    var overridden: [Int] {
        texts.keys.map { Int($0.number) }.filter { $0 < crossReference.nextNumber }.sorted()
    }

    /// Writes everything as it goes behind a file.
    ///
    /// - Parameters:
    ///   - original: the file.
    ///   - trailer: its trailer.
    /// - Throws: ``PDFObjectsError`` with `unsound` where numbers or offsets have become too large, `unreadable`.
    mutating func written(behind original: Original, trailer: PDFObject) throws(PDFObjectsError) -> [UInt8] {
        let last = try original.suffix(1)
        var update: [UInt8] = last == [10] || last == [13] ? [] : [10]
        let base = original.size - crossReference.header
        var entries: [CrossReferenceEntry] = []
        for id in texts.keys.sorted(by: { $0.number < $1.number }) {
            entries.append(CrossReferenceEntry(id: id, offset: base + update.count))
            update += Array("\(id.number) \(id.generation) obj\n".utf8) + (texts[id] ?? []) + Array("\nendobj\n".utf8)
        }
        let start = base + update.count
        let own = crossReference.isTable ? nil : reserve()
        var dictionary = try Self.entries(of: trailer)
        dictionary += Array("/ID[".utf8) + (try Self.identifiers(trailer, original, update)) + Array("]".utf8)
        dictionary += Array("/Prev \(crossReference.start)".utf8)
        if let own {
            entries.append(CrossReferenceEntry(id: own, offset: start))
            let (data, keys) = CrossReferenceEntry.stream(entries)
            dictionary += Array("/Type/XRef/Size \(nextNumber)".utf8) + keys
            update +=
                Array("\(own.number) 0 obj\n".utf8) + Self.stream(StreamData(data), dictionary)
                + Array("\nendobj\n".utf8)
        } else {
            // An offset has ten digits.
            guard start < 10_000_000_000 else { throw PDFObjectsError(.unsound, cause: "it is too large") }
            update += CrossReferenceEntry.table(entries)
            update += Array("trailer\n<<".utf8) + dictionary + Array("/Size \(nextNumber)>>\n".utf8)
        }
        guard nextNumber <= CrossReference.numberLimit else {
            throw PDFObjectsError(.unsound, cause: "its object numbers are too high to add others")
        }
        return update + Array("startxref\n\(start)\n%%EOF\n".utf8)
    }

    /// What the new trailer takes over: everything but what describes the old cross-reference itself.
    private static func entries(of trailer: PDFObject) throws(PDFObjectsError) -> PDFText {
        let own = [
            "/Size", "/Prev", "/ID", "/XRefStm", "/Type", "/W", "/Index", "/Length", "/Filter", "/DecodeParms", "/DL",
            "/F", "/FFilter", "/FDecodeParms",
        ]
        // A cross-reference stream's dictionary is its file's trailer.
        guard let dictionary = trailer.dictionary else { throw PDFObjectsError(.unsound, cause: "it has no trailer") }
        return Array(try dictionary.unparsed(replacing: own.map { ($0, nil) }).dropFirst(2).dropLast(2))
    }

    /// The permanent identifier, made from content where there is none, and one for this state of the file.
    private static func identifiers(
        _ trailer: PDFObject, _ original: Original, _ update: [UInt8]
    ) throws(PDFObjectsError) -> PDFText {
        // The ends of the original tell it from others; reading all of a large file would cost more than all the rest.
        var hash = ContentHash128()
        hash.add(try original.prefix(4096))
        hash.add(try original.suffix(4096))
        hash.add(String(original.size).utf8)
        let first: PDFText
        if let old = trailer["/ID"], old.count == 2, let permanent = old.item(0), permanent.isString {
            first = try permanent.unparsed()
            for item in old.items { hash.add(try item.unparsed()) }
        } else {
            first = hash.text
        }
        hash.add(update)
        return first + hash.text
    }
}
