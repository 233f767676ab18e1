// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// The separator of a CSV file and the start of its header.
struct CSVDialect: Equatable {
    /// The separator, an ASCII character.
    var delimiter: UInt8
    /// The byte offset of the header: after Excel's `sep=;` line if there is one.
    var start: Int

    /// Determines the separator: the given one, else the one of a `sep=…` line, else the most frequent candidate
    /// outside quotes in the header.
    init(_ bytes: [UInt8], format: FormDataFormat, delimiter given: UInt8?) {
        start = 0
        var named: UInt8?
        if bytes.count >= 5, bytes.prefix(4).elementsEqual("sep=".utf8) || bytes.prefix(4).elementsEqual("SEP=".utf8) {
            // The line consists of `sep=`, the separator and a line break.
            let end = bytes[5...].first.map { $0 == 10 || $0 == 13 } ?? true
            if end, bytes[4] < 0x80 {
                named = bytes[4]
                start = 5
                if start < bytes.count, bytes[start] == 13 { start += 1 }
                if start < bytes.count, bytes[start] == 10 { start += 1 }
            }
        }
        delimiter = given ?? named ?? Self.guess(bytes[start...]) ?? (format == .tsv ? 9 : UInt8(ascii: ","))
    }

    private static func guess(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        var counts: [(byte: UInt8, count: Int)] = [
            (9, 0), (UInt8(ascii: ";"), 0), (UInt8(ascii: ","), 0), (UInt8(ascii: "|"), 0),
        ]
        var isQuoted = false
        var hasHeader = false
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { (isQuoted, hasHeader) = (!isQuoted, true) }
            if isQuoted { continue }
            // Empty lines may precede the header.
            if byte == 10 || byte == 13 { if hasHeader { break } else { continue } }
            hasHeader = true
            if let index = counts.firstIndex(where: { $0.byte == byte }) { counts[index].count += 1 }
        }
        // In a tie, the first wins: a name rarely contains a tab, but often a comma.
        let most = counts.max { $0.count < $1.count }?.count ?? 0
        return most > 0 ? counts.first { $0.count == most }?.byte : nil
    }
}
