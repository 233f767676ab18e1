// SPDX-License-Identifier: Apache-2.0

/// The contents of an index record: the offsets of the records written since the previous index, and the offset of that
/// index.
struct NativeIndex {
    struct Entry {
        var kind: NativeRecord.Kind
        /// The index of the page, from 0; also 0 if the record does not belong to a page.
        var page: Int
        /// The offset of the record in the file.
        var offset: Int
        /// The length of the record's contents in bytes.
        var length: Int

        /// The byte range of the whole record in the file.
        var range: Range<Int> { offset..<(offset + length + NativeRecord.overhead) }
    }

    /// The offset of the previous index in the file; nil for the first index.
    var previous: Int?
    /// The number of pages in the file.
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

    /// - Parameter limit: the offset of the index itself. All records in the index end at or before this offset.
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
                throw reader.damaged("a record has an unknown kind")
            }
            let page = try reader.index(below: max(pageCount, 1), "a page")
            let offset = last + (try reader.index(below: limit - last, "a record"))
            let length = try reader.index(below: limit - offset, "a record")
            let entry = Entry(kind: kind, page: page, offset: offset, length: length)
            // Overlapping records are rejected, because a small file could otherwise make a reader read the same bytes
            // many times.
            guard offset >= end, entry.range.upperBound <= limit else { throw reader.damaged("its records overlap") }
            entries.append(entry)
            (last, end) = (offset, entry.range.upperBound)
        }
    }
}
