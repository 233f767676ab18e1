// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import SystemPackage

/// A form that is filled once for each row of data: a party at once.
public struct FormBatchRequest: Sendable {
    /// The form; `-` is standard input.
    public var form: FilePath
    /// The data.
    public var data: FormDataSource
    /// A mapping, which makes entries of data of another shape; nil where the data name fields.
    public var mapping: FilePath?
    /// Entries that take the place of those of every row.
    public var entries: [FormRow.Entry] = []
    /// The names of the new PDFs.
    public var pattern: FileNamePattern
    /// The rows that are filled; nil for all.
    public var rows: RowSelection?
    /// Whether rows are only checked; nothing is written then.
    public var isRehearsal = false
    /// Whether documents that are there already are left as they are. What has its final name is complete.
    public var resumes = false
    /// Where a table of results goes, as CSV.
    public var results: FilePath?
    /// How the form is filled.
    public var options: FormFillOptions

    /// Makes a request.
    public init(
        form: FilePath, data: FormDataSource, pattern: FileNamePattern, options: FormFillOptions = FormFillOptions()
    ) {
        self.form = form
        self.data = data
        self.pattern = pattern
        self.options = options
    }
}
