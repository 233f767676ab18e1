// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// Reads CSV and TSV: the first record names the fields, and each other record is a row.
///
/// Every cell is a text: leading zeros and dates stay unchanged. An empty cell clears its field. Completely empty rows
/// are skipped but counted in the row numbers.
struct CSVReader {
    private let format: FormDataFormat
    private let delimiter: UInt8?
    private let limits: FormDataLimits

    init(format: FormDataFormat, delimiter: Unicode.Scalar?, limits: FormDataLimits) {
        self.format = format
        self.delimiter = delimiter.flatMap { $0.isASCII ? UInt8(ascii: $0) : nil }
        self.limits = limits
    }

    func document(_ bytes: [UInt8]) throws(FormDataError) -> FormDataDocument {
        let dialect = CSVDialect(bytes, format: format, delimiter: delimiter)
        var records = CSVRecords(bytes, dialect, format: format, limits: limits)
        var document = FormDataDocument(format: format)
        // Skip empty lines before the header.
        var header = try records.next(row: 0)
        while let cells = header, cells.allSatisfy(\.isEmpty) { header = try records.next(row: 0) }
        guard let header else { throw FormDataError(.unrecognized, format: format, "there is no header with names") }
        let columns = try columns(header, line: records.line)
        document.columns = columns.compactMap(\.self)
        var short: (count: Int, first: Int)?
        var number = 0
        while let cells = try records.next(row: number + 1, atLeast: columns.count) {
            number += 1
            guard number <= limits.rows else {
                throw FormDataError(.tooLarge, format: format, "it has more than \(limits.rows) rows")
            }
            if cells.allSatisfy(\.isEmpty) { continue }
            if cells.count < columns.count { short = ((short?.count ?? 0) + 1, short?.first ?? number) }
            add(cells, columns, number, to: &document)
        }
        if let short {
            document.warnings.append(
                "\(short.count) rows have fewer cells than the header; the first is row \(short.first). "
                    + "The missing cells count as empty.")
        }
        return document
    }

    /// Returns the column names; nil for a column without one. Trailing nameless columns are dropped.
    private func columns(_ header: [CSVRecords.Cell], line: Int) throws(FormDataError) -> [String?] {
        var names: [String?] = []
        var places: [String: Int] = [:]
        for (index, cell) in header.enumerated() {
            let place = FormDataError.Location(column: "\(index + 1)", line: max(1, line - 1))
            switch cell {
            case .invalid(let detail):
                throw FormDataError(.damaged, format: format, at: place, "a name in the header \(detail)")
            case .value(""): names.append(nil)
            case .value(let name):
                guard name.utf8.count <= limits.nameBytes else {
                    throw FormDataError(
                        .tooLarge, format: format, at: place, "a name in the header is longer than names are")
                }
                if let first = places.updateValue(index + 1, forKey: name) {
                    throw FormDataError(
                        .damaged, format: format, at: place,
                        "the header names \(Quotation.of(name)) twice, in columns \(first) and \(index + 1)")
                }
                names.append(name)
            }
        }
        while case .some(.none) = names.last { names.removeLast() }
        return names
    }

    private func add(
        _ cells: [CSVRecords.Cell], _ columns: [String?], _ number: Int, to document: inout FormDataDocument
    ) {
        var row = FormRow(number: number)
        row.entries.reserveCapacity(columns.count)
        for index in 0..<max(cells.count, columns.count) {
            let cell = index < cells.count ? cells[index] : .value("")
            guard index < columns.count, let name = columns[index] else {
                if !cell.isEmpty {
                    document.problems.append(
                        .init(row: number, "column \(index + 1) has a value but no name in the header"))
                }
                continue
            }
            switch cell {
            case .value(let text): row.entries.append(.init(name, .text(text)))
            case .invalid(let detail): document.problems.append(.init(row: number, column: name, detail))
            }
        }
        document.rows.append(row)
    }
}
