// SPDX-License-Identifier: GPL-3.0-or-later

/// The entries of a file's newest cross-reference section.
struct UpdateEntries {
    /// The state and location of an object.
    enum Entry: Hashable {
        /// The object is deleted.
        case free
        /// The object with a generation is at an offset from `%PDF-`.
        case offset(Int, generation: Int)
        /// The object is in the object stream with this number.
        case inStream(Int)
    }

    /// The entries by object number.
    private(set) var entries: [Int: Entry] = [:]
    /// Whether an object has several entries, of which readers may take different ones.
    private(set) var hasDuplicates = false

    /// The maximum object number and number of entries. No document has more.
    private static let limit = CrossReference.numberLimit

    /// Reads the section.
    ///
    /// - Parameters:
    ///   - file: the file as opened by libqpdf.
    ///   - place: the position of the section in the file, in bytes.
    ///   - isTable: whether the section is a table rather than a stream.
    /// - Throws: ``PDFObjectsError`` with `unsound` if the section cannot be read.
    init(_ file: QPDFHandle, _ original: Original, at place: Int, isTable: Bool) throws(PDFObjectsError) {
        let bytes = try original.bytes(place..<original.size)
        let isRead: Bool
        if isTable {
            isRead = bytes.withUnsafeBufferPointer { readTable($0) }
        } else {
            isRead = try readStream(bytes, file)
        }
        guard isRead else { throw PDFObjectsError(.unsound, cause: "its last cross-reference cannot be read") }
    }

    private mutating func readTable(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var tokens = ContentTokenizer(bytes)
        guard let keyword = tokens.next(), tokens.text(keyword, is: "xref") else { return false }
        while let token = tokens.next() {
            if tokens.text(token, is: "trailer") { return true }
            guard let first = tokens.integer(token), let second = tokens.next(), let count = tokens.integer(second),
                (0...Self.limit).contains(first), (0...Self.limit).contains(count)
            else { return false }
            for number in first..<(first + count) {
                guard let place = tokens.next(), let offset = tokens.integer(place), let next = tokens.next(),
                    let generation = tokens.integer(next), let kind = tokens.next()
                else { return false }
                let isInUse = tokens.text(kind, is: "n")
                guard isInUse || tokens.text(kind, is: "f") else { return false }
                add(number, isInUse ? .offset(offset, generation: generation) : .free)
            }
        }
        return false
    }

    private mutating func readStream(_ bytes: [UInt8], _ file: QPDFHandle) throws(PDFObjectsError) -> Bool {
        let number: CInt? = bytes.withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            return tokens.next().flatMap { tokens.integer($0) }.flatMap { CInt(exactly: $0) }
        }
        guard let number, number > 0 else { return false }
        let stream = try file.object(ObjectID(number: number, generation: 0))
        guard stream.isStream, let widths = stream["/W"]?.items.compactMap(\.int), widths.count == 3,
            widths.allSatisfy({ (0...8).contains($0) }), let data = try stream.decodedData()
        else { return false }
        let index = stream["/Index"]?.items.compactMap(\.int) ?? [0, stream["/Size"]?.int ?? 0]
        let width = widths.reduce(0, +)
        guard width > 0, index.count % 2 == 0 else { return false }
        var row = 0
        for pair in stride(from: 0, to: index.count, by: 2) {
            let (first, count) = (index[pair], index[pair + 1])
            guard (0...Self.limit).contains(first), (0...Self.limit).contains(count), row + count <= data.count / width
            else { return false }
            for number in first..<(first + count) {
                add(number, data[(row * width)..<((row + 1) * width)], widths)
                row += 1
            }
        }
        return true
    }

    private mutating func add(_ number: Int, _ row: ArraySlice<UInt8>, _ widths: [Int]) {
        var place = row.startIndex
        let fields = widths.map { width -> UInt64 in
            defer { place += width }
            return row[place..<(place + width)].reduce(0) { $0 << 8 | UInt64($1) }
        }
        let second = Int(clamping: fields[1])
        switch widths[0] == 0 ? 1 : fields[0] {
        case 1: add(number, .offset(second, generation: Int(clamping: fields[2])))
        case 2: add(number, .inStream(second))
        default: add(number, .free)
        }
    }

    private mutating func add(_ number: Int, _ entry: Entry) {
        hasDuplicates = hasDuplicates || entries[number] != nil
        entries[number] = entry
    }
}
