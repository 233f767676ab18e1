// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// Iterates over the rows of a CSV table (RFC 4180, UTF-8, separated by commas). The first row names the columns.
struct CSVRows {
    /// A row, with the name of the column of each cell.
    struct Row: Sendable {
        /// The row number, from 1. The header does not count.
        var number: Int
        var cells: [(column: String, text: String)]
    }

    private var reader: LineReader
    private let path: FilePath
    private var columns: [String] = []
    private var number = 0

    /// The maximum number of columns.
    private static let columnLimit = 4096

    /// - Throws: ``BatchError`` if the table cannot be read, or has no header.
    init(_ reader: LineReader, named path: FilePath) throws(BatchError) {
        (self.reader, self.path) = (reader, path)
        guard let header = try record() else {
            throw BatchError(.invalid, "\(path.displayName) is empty; its first row names the columns.")
        }
        columns = header
        if columns.first?.hasPrefix("\u{feff}") == true { columns[0].removeFirst() }
        guard Set(columns).count == columns.count, columns.count <= Self.columnLimit, !columns.contains("") else {
            throw BatchError(.invalid, "Each column of \(path.displayName) needs a name of its own.")
        }
    }

    /// Returns the next row; nil at the end. Empty lines are skipped.
    ///
    /// - Throws: ``BatchError`` if the number of cells differs from the number of columns, or if a quote does not end.
    mutating func next() throws(BatchError) -> Row? {
        while let cells = try record() {
            if cells == [""] { continue }
            number += 1
            guard cells.count == columns.count else {
                throw BatchError(
                    .invalid,
                    "Row \(number) of \(path.displayName) has \(cells.count) cells, and the header has \(columns.count)."
                )
            }
            return Row(number: number, cells: Array(zip(columns, cells)))
        }
        return nil
    }

    private mutating func record() throws(BatchError) -> [String]? {
        guard var bytes = try line() else { return nil }
        // A quoted cell may continue on the next line.
        var quotes = Self.quotes(bytes)
        while !quotes.isMultiple(of: 2) {
            guard bytes.count <= LineReader.limit, let more = try line() else {
                throw BatchError(
                    .invalid, "A quotation mark in row \(number + 1) of \(path.displayName) is not closed.")
            }
            quotes += Self.quotes(more)
            bytes.append(10)
            bytes += more
        }
        if bytes.last == 13 { bytes.removeLast() }
        return try cells(bytes)
    }

    private static func quotes(_ bytes: [UInt8]) -> Int { bytes.count { $0 == 34 } }

    private mutating func line() throws(BatchError) -> [UInt8]? {
        guard let line = try reader.next() else { return nil }
        guard let bytes = line.bytes else {
            throw BatchError(.invalid, "A row of \(path.displayName) is larger than 1 MiB.")
        }
        return bytes
    }

    private func cells(_ bytes: [UInt8]) throws(BatchError) -> [String] {
        var cells: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var at = 0
        func text() throws(BatchError) -> String {
            guard let text = String(validating: cell, as: UTF8.self) else {
                throw BatchError(.invalid, "Row \(number + 1) of \(path.displayName) is not UTF-8.")
            }
            return text
        }
        while at < bytes.count {
            let byte = bytes[at]
            if byte == 34, isQuoted, at + 1 < bytes.count, bytes[at + 1] == 34 {
                cell.append(34)
                at += 1
            } else if byte == 34 {
                isQuoted.toggle()
            } else if byte == 44, !isQuoted {
                cells.append(try text())
                cell = []
            } else {
                cell.append(byte)
            }
            at += 1
        }
        return cells + [try text()]
    }
}
