// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import SystemPackage

/// A request to fill a form once for each row of data, into one document for each row.
public struct FormBatchRequest: Sendable {
    /// The form; `-` is standard input.
    public var form: FilePath
    /// The data.
    public var data: FormDataSource
    /// The file of a mapping, which derives entries from data of another shape; nil if the data name the fields
    /// themselves.
    public var mapping: FilePath?
    /// Entries that take precedence over those of every row.
    public var entries: [FormRow.Entry] = []
    /// The names of the new PDFs.
    public var pattern: FileNamePattern
    /// The rows to fill; nil for all rows.
    public var rows: RowSelection?
    /// Whether this is a dry run: rows are checked, but nothing is written.
    public var isRehearsal = false
    /// Whether existing documents are kept, so that an interrupted run can continue. A document with its final name is
    /// complete.
    public var resumes = false
    /// The path of a CSV table with the results; nil for none.
    public var results: FilePath?
    /// The options for filling the form.
    public var options: FormFillOptions

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - form: the PDF with the form, which is read once.
    ///   - data: the rows, each of which becomes a file.
    ///   - pattern: the names of these files.
    ///   - options: how the form is filled, for all rows.
    public init(
        form: FilePath, data: FormDataSource, pattern: FileNamePattern, options: FormFillOptions = FormFillOptions()
    ) {
        self.form = form
        self.data = data
        self.pattern = pattern
        self.options = options
    }
}
