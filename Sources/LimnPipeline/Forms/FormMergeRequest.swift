// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnForms
public import LimnJobs
internal import LimnWorker
public import SystemPackage

/// A form that is filled once for each row of data, with all sheets in one document.
///
/// The sheets come in the order of the rows, with a bookmark each. The fields of the sheet of row 3 are named `row3.` and what
/// they are named in the form, since fields of one name would share one value. A row that cannot be filled is told and
/// skipped. What viewers would compute is computed once and no longer afterwards.
public struct FormMergeRequest: Sendable {
    /// The form; `-` is standard input.
    public var form: FilePath
    /// The data.
    public var data: FormDataSource
    /// A mapping, which makes entries of data of another shape; nil where the data name fields.
    public var mapping: FilePath?
    /// Entries that take the place of those of every row.
    public var entries: [FormRow.Entry] = []
    /// The rows that are filled; nil for all.
    public var rows: RowSelection?
    /// The new PDF; `-` is standard output.
    public var output: FilePath
    /// How the form is filled.
    public var options: FormFillOptions

    /// Makes a request.
    public init(
        form: FilePath, data: FormDataSource, output: FilePath, options: FormFillOptions = FormFillOptions()
    ) {
        self.form = form
        self.data = data
        self.output = output
        self.options = options
    }

    /// Does the work; nothing is written unless it is done.
    ///
    /// - Returns: a result whose status says how it came out; `refused` also where rows were skipped.
    public func run() -> FormFillResult {
        do throws(LimnError) { return try FormMerger(self).run() } catch { return FormFillResult(form, failed: error) }
    }
}
