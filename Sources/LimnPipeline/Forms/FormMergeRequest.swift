// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnForms
internal import LimnJobs
internal import LimnWorker
public import SystemPackage

/// A request to fill a form once for each row of data, into one document.
///
/// The filled copies of the form are in the order of the rows, and each has a bookmark. The names of fields in the copy
/// for row 3 begin with `row3.`, because fields with the same name would share one value. A row that cannot be filled
/// is reported and skipped. Calculated fields are computed once, and viewers do not recalculate them in the new
/// document.
public struct FormMergeRequest: Sendable {
    /// The form; `-` is standard input.
    public var form: FilePath
    /// The data.
    public var data: FormDataSource
    /// The file of a mapping, which derives entries from data of another shape; nil if the data name the fields
    /// themselves.
    public var mapping: FilePath?
    /// Entries that take precedence over those of every row.
    public var entries: [FormRow.Entry] = []
    /// The rows to fill; nil for all rows.
    public var rows: RowSelection?
    /// The new PDF; `-` is standard output.
    public var output: FilePath
    /// The options for filling the form.
    public var options: FormFillOptions

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - form: the PDF with the form.
    ///   - data: the rows, each of which becomes a copy of the form.
    ///   - output: the PDF with all copies, in the order of the rows.
    ///   - options: how the form is filled.
    public init(
        form: FilePath, data: FormDataSource, output: FilePath, options: FormFillOptions = FormFillOptions()
    ) {
        self.form = form
        self.data = data
        self.output = output
        self.options = options
    }

    /// Performs the request. Nothing is written unless it succeeds.
    ///
    /// - Returns: the result with its status, which is `refused` if rows were skipped.
    public func run() -> FormFillResult {
        do throws(LimnError) { return try FormMerger(self).run() } catch { return FormFillResult(form, failed: error) }
    }
}
