// SPDX-License-Identifier: Apache-2.0

/// The changes that a row of data makes to a form, and its problems.
public struct RowCheck: Equatable, Sendable, Codable {
    /// The row's number in the data, from 1.
    public var row: Int
    /// The new values, in the order of the data, without entries that have a problem.
    public var changes: [FieldChange]
    /// The reasons why entries cannot be filled. A row with a problem should not be filled.
    public var problems: [RowProblem]
    /// Warnings for the user. They do not prevent filling the row.
    public var warnings: [RowProblem]

    /// Makes a check.
    public init(row: Int, changes: [FieldChange] = [], problems: [RowProblem] = [], warnings: [RowProblem] = []) {
        self.row = row
        self.changes = changes
        self.problems = problems
        self.warnings = warnings
    }

    /// The new values by full field name, for ``FormCalculator``.
    public var values: [String: [String]] {
        Dictionary(
            changes.filter { $0.picture == nil }.map { ($0.name, $0.values) }, uniquingKeysWith: { _, last in last })
    }
}

extension FormRow {
    /// Checks the row against a form. For many rows, a ``RowChecker`` is faster.
    public func resolved(against form: Form, options: RowChecker.Options = .init()) -> RowCheck {
        RowChecker(form, options: options).check(self)
    }
}
