// SPDX-License-Identifier: Apache-2.0

/// A problem in one row of the data. The other rows remain usable.
public struct FormDataProblem: Hashable, Sendable, Codable {
    /// The row's number, from 1.
    public var row: Int
    /// The column or field; nil if the problem concerns the whole row.
    public var column: String?
    /// The problem: the end of a sentence about the column, such as “is given twice”, or a whole sentence about the
    /// row.
    public var detail: String

    /// Makes a problem.
    public init(row: Int, column: String? = nil, _ detail: String) {
        self.row = row
        self.column = column
        self.detail = detail
    }
}

extension FormDataProblem: CustomStringConvertible {
    /// The problem as a sentence.
    public var description: String { "Row \(row): \(column.map { "\($0.quoted) " } ?? "")\(detail)." }
}

/// Form data that were read from a file.
public struct FormDataDocument: Equatable, Sendable, Codable {
    /// The format of the file.
    public var format: FormDataFormat
    /// The rows, one for each form to fill. Rows with problems are included, without their bad entries.
    public var rows: [FormRow]
    /// The original data for mappings, one tree per row. Only JSON has trees; see ``tree(at:)``.
    public var trees: [DataValue]
    /// The names of all columns, or of all fields, in order of first occurrence.
    public var columns: [String]
    /// The problems of individual rows. A row with a problem should not be filled.
    public var problems: [FormDataProblem]
    /// Warnings about the file, as sentences that the caller should pass on.
    public var warnings: [String]

    /// Makes an empty document.
    public init(format: FormDataFormat) {
        self.format = format
        (rows, trees, columns, problems, warnings) = ([], [], [], [], [])
    }

    /// Returns the tree of the row at an index from 0: the JSON tree if there is one, else the row's entries as an
    /// object.
    public func tree(at index: Int) -> DataValue {
        trees.indices.contains(index) ? trees[index] : rows.indices.contains(index) ? rows[index].tree : .null
    }

    /// Returns the problems of the row with this number, counted from 1.
    public func problems(ofRow number: Int) -> [FormDataProblem] { problems.filter { $0.row == number } }
}
