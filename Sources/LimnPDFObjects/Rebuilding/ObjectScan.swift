// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The objects of a damaged file. They are found by reading the file from its start to its end.
///
/// Data of streams are passed over, because an embedded file may hold objects of its own.
struct ObjectScan {
    /// The kinds of objects that matter for rebuilding.
    enum Kind { case objectStream, crossReferences, catalog, encryption, other }

    /// An object outside of object streams.
    struct Found {
        let id: ObjectID
        let offset: Int
        let kind: Kind
    }

    /// The objects in the order of the file. A later object replaces an earlier one of the same number.
    private(set) var objects: [Found] = []
    /// The trailers and the dictionaries of cross-reference streams, in the order of the file.
    private(set) var trailers: [DictionaryText] = []
    /// Whether the file ends inside the data of a stream.
    private(set) var isCut = false

    /// The beginning of an object: `12 0 obj`.
    private struct Mark {
        let id: ObjectID
        let offset: Int
        /// The offset after `obj`.
        let content: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let marks: [Mark]
    /// The offset after the last `obj` of each number.
    private let contents: [CInt: Int]
    /// The place of the next `endstream` from an offset on, as found last.
    private var nextEnd: (from: Int, place: Int?)?

    private static let keys: Set = ["Type", "Length", "Root", "Info", "ID", "Encrypt", "Filter", "O", "U"]

    /// Reads all bytes, which must outlive this value.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        marks = Self.marks(bytes)
        contents = Dictionary(marks.map { ($0.id.number, $0.content) }, uniquingKeysWith: { $1 })
        var place = 0
        for (index, mark) in marks.enumerated() where mark.offset >= place {
            addTrailers(in: place..<mark.offset)
            place = add(mark, index)
        }
        addTrailers(in: place..<bytes.count)
    }

    private static func marks(_ bytes: UnsafeBufferPointer<UInt8>) -> [Mark] {
        var marks: [Mark] = []
        var place = 0
        while let at = find("obj", in: bytes, from: place) {
            place = at + 3
            if place < bytes.count, ByteClass(bytes[place]) == .regular, !(48...57).contains(bytes[place]) {
                continue
            }
            var before = at
            guard ReferenceScan.skipSpace(bytes, &before), let generation = ReferenceScan.number(bytes, &before),
                ReferenceScan.skipSpace(bytes, &before), let number = ReferenceScan.number(bytes, &before),
                (1...CrossReference.numberLimit).contains(number), generation <= UInt16.max
            else { continue }
            let id = ObjectID(number: CInt(number), generation: CInt(generation))
            marks.append(Mark(id: id, offset: before, content: place))
        }
        return marks
    }

    /// Returns the offset of the first occurrence of a word from a place on; nil if there is none.
    private static func find(_ word: StaticString, in bytes: UnsafeBufferPointer<UInt8>, from place: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let length = word.utf8CodeUnitCount
        var place = place
        while place + length <= bytes.count,
            let next = memchr(base + place, Int32(word.utf8Start.pointee), bytes.count - length + 1 - place)
        {
            if memcmp(next, word.utf8Start, length) == 0 {
                return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(next))
            }
            place = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(next)) + 1
        }
        return nil
    }

    /// Adds an object and returns the offset from which to look for the next one. An object whose dictionary has no end
    /// is left out.
    private mutating func add(_ mark: Mark, _ index: Int) -> Int {
        let limit = index + 1 < marks.count ? marks[index + 1].offset : bytes.count
        let body = UnsafeBufferPointer(rebasing: bytes[mark.content..<limit])
        var tokens = ContentTokenizer(body)
        guard let first = tokens.next() else { return mark.content }
        guard first.kind == .open, body[first.start] == UInt8(ascii: "<") else {
            objects.append(Found(id: mark.id, offset: mark.offset, kind: .other))
            return mark.content
        }
        guard let dictionary = DictionaryText(body, keys: Self.keys) else { return mark.content }
        var end = mark.content + dictionary.end
        var kind = dictionary.isName("Type", "Catalog") ? Kind.catalog : .other
        if dictionary.isName("Filter", "Standard"), dictionary.entries["O"] != nil, dictionary.entries["U"] != nil {
            kind = .encryption
        }
        if let data = dataStart(from: end) {
            if dictionary.isName("Type", "ObjStm") { kind = .objectStream }
            if dictionary.isName("Type", "XRef") {
                kind = .crossReferences
                trailers.append(dictionary)
            }
            end = streamEnd(dictionary, data, index)
        }
        objects.append(Found(id: mark.id, offset: mark.offset, kind: kind))
        return end
    }

    /// Returns the offset of a stream's data; nil if no `stream` follows a dictionary.
    private func dataStart(from end: Int) -> Int? {
        var place = end
        while place < bytes.count, ByteClass(bytes[place]) == .space { place += 1 }
        guard isWord("stream", at: place) else { return nil }
        place += 6
        if place < bytes.count, bytes[place] == 13 { place += 1 }
        if place < bytes.count, bytes[place] == 10 { place += 1 }
        return place
    }

    private func isWord(_ word: StaticString, at place: Int) -> Bool {
        place >= 0 && place + word.utf8CodeUnitCount <= bytes.count
            && word.withUTF8Buffer { bytes[place..<(place + $0.count)].elementsEqual($0) }
    }

    /// Returns the offset after a stream: after the `endstream` behind /Length bytes, or else after the next one. An
    /// object that begins behind an `endobj` before that ends the stream, too.
    private mutating func streamEnd(_ dictionary: DictionaryText, _ data: Int, _ index: Int) -> Int {
        if let length = length(dictionary), length >= 0, length <= bytes.count - data {
            var place = data + length
            while place < min(bytes.count, data + length + 4), ByteClass(bytes[place]) == .space { place += 1 }
            if isWord("endstream", at: place) { return place + 9 }
        }
        let next = endstream(from: data)
        for mark in marks[(index + 1)...] {
            guard mark.offset < next ?? bytes.count else { break }
            var place = mark.offset
            while place > data, ByteClass(bytes[place - 1]) == .space { place -= 1 }
            if isWord("endobj", at: place - 6) { return mark.offset }
        }
        if next == nil { isCut = true }
        return next.map { $0 + 9 } ?? bytes.count
    }

    private func length(_ dictionary: DictionaryText) -> Int? {
        if let length = dictionary.integer("Length") { return length }
        guard let id = dictionary.reference("Length"), let place = contents[id.number] else { return nil }
        var tokens = ContentTokenizer(UnsafeBufferPointer(rebasing: bytes[place..<min(bytes.count, place + 32)]))
        return tokens.next().flatMap { tokens.integer($0) }
    }

    private mutating func endstream(from place: Int) -> Int? {
        if let nextEnd, nextEnd.from <= place, nextEnd.place.map({ $0 >= place }) ?? true { return nextEnd.place }
        let found = Self.find("endstream", in: bytes, from: place)
        nextEnd = (place, found)
        return found
    }

    /// Adds the trailers between two objects.
    private mutating func addTrailers(in range: Range<Int>) {
        let between = UnsafeBufferPointer(rebasing: bytes[range])
        var place = 0
        while let at = Self.find("trailer", in: between, from: place) {
            place = at + 7
            if let trailer = DictionaryText(UnsafeBufferPointer(rebasing: between[place...]), keys: Self.keys) {
                trailers.append(trailer)
                place += trailer.end
            }
        }
    }
}
