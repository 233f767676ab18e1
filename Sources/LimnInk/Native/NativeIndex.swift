// SPDX-License-Identifier: Apache-2.0

/// Where the records of a file are, and the index that lists those before.
struct NativeIndex {
    struct Entry {
        var kind: NativeRecord.Kind
        /// The page, from 0; 0 where a record belongs to none.
        var page: Int
        /// Where the record begins in the file.
        var offset: Int
        /// The size of its contents in bytes.
        var length: Int

        /// The bytes of the record in the file.
        var range: Range<Int> { offset..<(offset + length + NativeRecord.overhead) }
    }

    /// Where the index before is; nil for the first one.
    var previous: Int?
    /// The number of pages of the file.
    var pageCount = 0
    var entries: [Entry] = []

    init(previous: Int? = nil) { self.previous = previous }

    func write(pageCount: Int, into writer: inout ByteWriter) {
        writer.count(previous ?? 0)
        writer.count(pageCount)
        writer.count(entries.count)
        var last = previous ?? 0
        for entry in entries {
            writer.byte(entry.kind.rawValue)
            writer.count(entry.page)
            writer.count(entry.offset - last)
            writer.count(entry.length)
            last = entry.offset
        }
    }

    /// - Parameter limit: where the index itself is: all it lists lies before.
    init(_ reader: inout ByteReader, limit: Int) throws(InkError) {
        let before = try reader.index(below: limit, "an index")
        previous = before > 0 ? before : nil
        let pages = try reader.unsigned()
        guard pages <= UInt64(limit) else { throw reader.damaged("it has more pages than its size allows") }
        pageCount = Int(pages)
        var last = before
        var end = max(before, NativeInk.headerSize)
        for _ in 0..<(try reader.count(of: 4)) {
            guard let kind = NativeRecord.Kind(rawValue: try reader.byte()) else {
                throw reader.damaged("a part of it is of an unknown kind")
            }
            let page = try reader.index(below: max(pageCount, 1), "a page")
            let offset = last + (try reader.index(below: limit - last, "a part"))
            let length = try reader.index(below: limit - offset, "a part")
            let entry = Entry(kind: kind, page: page, offset: offset, length: length)
            // Parts that overlap would be read again and again.
            guard offset >= end, entry.range.upperBound <= limit else { throw reader.damaged("parts of it overlap") }
            entries.append(entry)
            (last, end) = (offset, entry.range.upperBound)
        }
    }
}
