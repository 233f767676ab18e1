// SPDX-License-Identifier: Apache-2.0

/// What concerns one row of the data. The other rows can be used.
public struct FormDataProblem: Hashable, Sendable, Codable {
    /// The row's number, from 1.
    public var row: Int
    /// The column or field; nil where the whole row is concerned.
    public var column: String?
    /// What is wrong: the end of a sentence about the column, such as “is given twice”, or a sentence about the row.
    public var detail: String

    /// Makes a problem.
    public init(row: Int, column: String? = nil, _ detail: String) {
        self.row = row
        self.column = column
        self.detail = detail
    }
}

extension FormDataProblem: CustomStringConvertible {
    /// A sentence.
    public var description: String { "Row \(row): \(column.map { "\($0.quoted) " } ?? "")\(detail)." }
}

/// Data for forms as they were read from a file.
public struct FormDataDocument: Equatable, Sendable, Codable {
    /// The format of the file.
    public var format: FormDataFormat
    /// The rows: one for each form that is to be filled. Rows with problems are among them, without the bad entries.
    public var rows: [FormRow]
    /// The data as they are, a tree for each row, for mappings. Only JSON has trees; see ``tree(at:)``.
    public var trees: [DataValue]
    /// The names of all columns, or of all fields, in the order in which they occur first.
    public var columns: [String]
    /// What concerns single rows. Such a row should not be filled.
    public var problems: [FormDataProblem]
    /// Sentences about the file that the caller should pass on.
    public var warnings: [String]

    /// Makes an empty document.
    public init(format: FormDataFormat) {
        self.format = format
        (rows, trees, columns, problems, warnings) = ([], [], [], [], [])
    }

    /// The tree of a row for mappings: that of JSON, else the row's entries as an object.
    public func tree(at index: Int) -> DataValue {
        trees.indices.contains(index) ? trees[index] : rows.indices.contains(index) ? rows[index].tree : .null
    }

    /// The problems of the row with a number.
    public func problems(ofRow number: Int) -> [FormDataProblem] { problems.filter { $0.row == number } }
}
