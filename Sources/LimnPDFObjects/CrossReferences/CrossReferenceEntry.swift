// SPDX-License-Identifier: GPL-3.0-or-later

/// A cross-reference entry of an object in use.
struct CrossReferenceEntry {
    /// A place in the file or in an object stream.
    enum Place {
        /// An offset from `%PDF-`.
        case offset(Int)
        /// The number of an object stream, and the index of the object in it, from 0.
        case objectStream(ObjectID, index: Int)
    }

    let id: ObjectID
    let place: Place

    /// Returns a cross-reference table (ISO 32000-2, 7.5.4) without its trailer. The entries must be sorted by number.
    ///
    /// - Precondition: no entry is in an object stream.
    static func table(_ entries: [CrossReferenceEntry]) -> [UInt8] {
        var text = Array("xref\n".utf8)
        for run in runs(entries) {
            text += Array("\(run[run.startIndex].id.number) \(run.count)\n".utf8)
            for entry in run {
                guard case .offset(let offset) = entry.place else {
                    preconditionFailure("a table has no entries for object streams")
                }
                text += digits(offset, 10) + [32] + digits(Int(entry.id.generation), 5) + Array(" n \n".utf8)
            }
        }
        return text
    }

    /// Returns the data of a cross-reference stream (ISO 32000-2, 7.5.8) and its /W, /Index and, if a predictor is
    /// used, /DecodeParms. The entries must be sorted by number.
    static func stream(_ entries: [CrossReferenceEntry]) -> (data: StreamData, keys: PDFText) {
        let fields = entries.map(\.fields)
        let middle = max(1, byteCount(fields.map(\.1).max() ?? 0))
        let last = max(1, byteCount(fields.map(\.2).max() ?? 0))
        let rows = fields.map { [UInt8($0.0)] + bigEndian($0.1, middle) + bigEndian($0.2, last) }
        let index = runs(entries).map { "\($0[$0.startIndex].id.number) \($0.count)" }.joined(separator: " ")
        let keys = "/W[1 \(middle) \(last)]/Index[\(index)]"
        let plain = StreamData(rows.flatMap { $0 })
        let predicted = StreamData(upPredicted(rows))
        let parameters = "/DecodeParms<</Predictor 12/Columns \(1 + middle + last)>>"
        guard predicted.filter != nil, predicted.bytes.count + parameters.utf8.count < plain.bytes.count else {
            return (plain, PDFText(keys.utf8))
        }
        return (predicted, PDFText((keys + parameters).utf8))
    }

    /// The three fields of the entry's row in a cross-reference stream (ISO 32000-2, table 18). The first is the type.
    private var fields: (Int, Int, Int) {
        switch place {
        case .offset(let offset): (1, offset, Int(id.generation))
        case .objectStream(let stream, let index): (2, Int(stream.number), index)
        }
    }

    /// Filters rows with PNG's Up filter. Bytes that equal the byte in the row above become 0, which compresses well.
    private static func upPredicted(_ rows: [[UInt8]]) -> [UInt8] {
        var result: [UInt8] = []
        var above = [UInt8](repeating: 0, count: rows.first?.count ?? 0)
        for row in rows {
            result.append(2)
            result += zip(row, above).map { $0 &- $1 }
            above = row
        }
        return result
    }

    /// Splits entries into runs of successive numbers.
    private static func runs(_ entries: [CrossReferenceEntry]) -> [ArraySlice<CrossReferenceEntry>] {
        var runs: [ArraySlice<CrossReferenceEntry>] = []
        var start = 0
        for index in entries.indices where index > start && entries[index].id.number != entries[index - 1].id.number + 1
        {
            runs.append(entries[start..<index])
            start = index
        }
        return start < entries.count ? runs + [entries[start...]] : runs
    }

    private static func digits(_ value: Int, _ count: Int) -> [UInt8] {
        let text = String(value)
        return Array((String(repeating: "0", count: max(0, count - text.count)) + text).utf8)
    }

    private static func byteCount(_ value: Int) -> Int { (Int.bitWidth - value.leadingZeroBitCount + 7) / 8 }

    private static func bigEndian(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
