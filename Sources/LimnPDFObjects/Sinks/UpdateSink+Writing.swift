// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

extension UpdateSink {
    /// Returns the bytes of the update, to be appended to a file.
    ///
    /// - Parameters:
    ///   - original: the file to append to.
    ///   - trailer: the trailer of that file.
    /// - Throws: ``PDFObjectsError`` with `unsound` if object numbers or offsets become too large; with `unreadable` if
    ///   the file cannot be read.
    mutating func written(behind original: Original, trailer: PDFObject) throws(PDFObjectsError) -> [UInt8] {
        let last = try original.suffix(1)
        var update: [UInt8] = last == [10] || last == [13] ? [] : [10]
        let base = original.size - crossReference.header
        var entries: [CrossReferenceEntry] = []
        func add(_ id: ObjectID, _ object: Object) {
            entries.append(CrossReferenceEntry(id: id, place: .offset(base + update.count)))
            let text = object.text(id, encryption)
            update += PDFText("\(id.number) \(id.generation) obj\n".utf8) + text + PDFText("\nendobj\n".utf8)
        }
        // A file with a cross-reference table cannot refer to object streams.
        let streams = crossReference.isTable ? [] : ObjectStream.streams(of: compressible, in: objects)
        let compressed = Set(streams.flatMap(\.members))
        for (id, object) in objects.sorted(by: { $0.key.number < $1.key.number }) where !compressed.contains(id) {
            add(id, object)
        }
        for stream in streams {
            let id = reserve()
            add(id, try stream.data.object(stream.entries))
            for (index, member) in stream.members.enumerated() {
                entries.append(CrossReferenceEntry(id: member, place: .objectStream(id, index: index)))
            }
        }
        entries.sort { $0.id.number < $1.id.number }
        let start = base + update.count
        let own = crossReference.isTable ? nil : reserve()
        guard nextNumber <= CrossReference.numberLimit else {
            throw PDFObjectsError(.unsound, cause: "its object numbers are too high to add others")
        }
        var dictionary = try Self.entries(of: trailer)
        dictionary += PDFText("/ID[".utf8) + (try Self.identifiers(trailer, original, update)) + PDFText("]".utf8)
        dictionary += PDFText("/Prev \(crossReference.start)".utf8)
        if let own {
            entries.append(CrossReferenceEntry(id: own, place: .offset(start)))
            let (data, keys) = CrossReferenceEntry.stream(entries)
            dictionary += PDFText("/Type/XRef/Size \(nextNumber)".utf8) + keys
            update += PDFText("\(own.number) 0 obj\n<<".utf8) + dictionary
            // Readers need it before they know the key.
            update += try data.object([]).text(own, nil).dropFirst(2) + PDFText("\nendobj\n".utf8)
        } else {
            // An offset in a cross-reference table has ten digits.
            guard start < 10_000_000_000 else { throw PDFObjectsError(.unsound, cause: "it is too large") }
            update += CrossReferenceEntry.table(entries)
            update += PDFText("trailer\n<<".utf8) + dictionary + PDFText("/Size \(nextNumber)>>\n".utf8)
        }
        return update + PDFText("startxref\n\(start)\n%%EOF\n".utf8)
    }

    /// Returns the entries of the new trailer: those of the old trailer except the ones that describe its
    /// cross-reference section.
    static func entries(of trailer: PDFObject) throws(PDFObjectsError) -> PDFText {
        let own = [
            "/Size", "/Prev", "/ID", "/XRefStm", "/Type", "/W", "/Index", "/Length", "/Filter", "/DecodeParms", "/DL",
            "/F", "/FFilter", "/FDecodeParms",
        ]
        // The dictionary of a cross-reference stream is also the trailer.
        guard let dictionary = trailer.dictionary else { throw PDFObjectsError(.unsound, cause: "it has no trailer") }
        return Array(try dictionary.unparsed(replacing: own.map { ($0, nil) }).dropFirst(2).dropLast(2))
    }

    /// Returns the two identifiers of /ID. The first is permanent and is derived from the content if the file has none.
    /// The second identifies this version of the file.
    private static func identifiers(
        _ trailer: PDFObject, _ original: Original, _ update: [UInt8]
    ) throws(PDFObjectsError) -> PDFText {
        // Hashing both ends identifies the original well enough. Reading all of a large file would take longer than all
        // other work.
        let hash = QuickHasher()
        hash.add(try original.prefix(4096))
        hash.add(try original.suffix(4096))
        hash.add(String(original.size))
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
