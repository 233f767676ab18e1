// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// A reader for the records of a CSV file (RFC 4180, with Excel's extensions).
///
/// A cell that starts with a quotation mark ends at the next single one; a doubled mark is a literal one. As in Excel,
/// text after the closing mark still belongs to the cell. Lines end with LF, CR LF or CR.
struct CSVRecords {
    /// A cell: its text, or the reason why it is unusable.
    enum Cell: Equatable {
        case value(String)
        case invalid(String)

        var isEmpty: Bool { self == .value("") }
    }

    private let bytes: [UInt8]
    private let delimiter: UInt8
    private let limits: FormDataLimits
    private let format: FormDataFormat
    private var at: Int
    private(set) var line: Int
    /// The number of further cells that the limits allow.
    private var budget: Int

    init(_ bytes: [UInt8], _ dialect: CSVDialect, format: FormDataFormat, limits: FormDataLimits) {
        self.bytes = bytes
        self.limits = limits
        self.format = format
        delimiter = dialect.delimiter
        at = dialect.start
        line = dialect.start > 0 ? 2 : 1
        budget = limits.values
    }

    /// Reads the next record; nil at the end. An empty line is a record with one empty cell.
    ///
    /// - Parameters:
    ///   - row: The row's number from 1, for errors; 0 for the header.
    ///   - count: The minimum number of cells to count towards the limit, since the caller adds missing cells.
    mutating func next(row: Int, atLeast count: Int = 0) throws(FormDataError) -> [Cell]? {
        guard at < bytes.count else { return nil }
        var cells: [Cell] = []
        budget -= count
        while true {
            if cells.count >= count { budget -= 1 }
            guard budget >= 0 else {
                throw FormDataError(
                    .tooLarge, format: format, at: .init(row: row > 0 ? row : nil, line: line),
                    "it has more than \(limits.values) cells")
            }
            cells.append(try cell(row: row, index: cells.count))
            guard at < bytes.count else { return cells }
            let byte = bytes[at]
            at += 1
            if byte == delimiter {
                // An empty cell follows a separator at the end of the file.
                if at == bytes.count {
                    cells.append(.value(""))
                    return cells
                }
                continue
            }
            if byte == 13, at < bytes.count, bytes[at] == 10 { at += 1 }
            line += 1
            return cells
        }
    }

    private mutating func cell(row: Int, index: Int) throws(FormDataError) -> Cell {
        let start = at
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
            skipPlain()
            return finished(bytes[start..<at])
        }
        var text: [UInt8] = []
        var count = 0
        let opening = line
        at += 1
        var from = at
        func append(_ slice: ArraySlice<UInt8>) {
            count += slice.count
            // A text that is too long is only counted.
            if count <= limits.valueBytes { text.append(contentsOf: slice) }
        }
        while true {
            guard let quote = bytes[at...].firstIndex(of: UInt8(ascii: "\"")) else {
                throw FormDataError(
                    .damaged, format: format,
                    at: .init(row: row > 0 ? row : nil, column: "\(index + 1)", line: opening),
                    "a quotation mark that opens a cell is never closed")
            }
            line += Self.breaks(in: bytes[at..<quote])
            append(bytes[from..<quote])
            at = quote + 1
            guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { break }
            // The second of two quotation marks is literal.
            from = at
            at += 1
        }
        let rest = at
        skipPlain()
        append(bytes[rest..<at])
        return count > limits.valueBytes
            ? .invalid(UTF8Bytes.tooLong(count, limits.valueBytes)) : finished(text[...])
    }

    private mutating func skipPlain() {
        while at < bytes.count, bytes[at] != delimiter, bytes[at] != 10, bytes[at] != 13 { at += 1 }
    }

    private func finished(_ slice: ArraySlice<UInt8>) -> Cell {
        UTF8Bytes.problem(slice, limit: limits.valueBytes).map(Cell.invalid)
            ?? .value(String(decoding: slice, as: UTF8.self))
    }

    /// Returns the number of line breaks: LF, CR LF and CR.
    private static func breaks(in slice: ArraySlice<UInt8>) -> Int {
        var count = 0
        var previous: UInt8 = 0
        for byte in slice {
            if byte == 13 || byte == 10 && previous != 13 { count += 1 }
            previous = byte
        }
        return count
    }
}
