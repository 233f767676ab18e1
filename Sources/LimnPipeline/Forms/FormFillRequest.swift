// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import LimnJobs
public import SystemPackage

/// Data for forms, and how they are read.
public struct FormDataSource: Sendable {
    /// The file; `-` is standard input.
    public var path: FilePath
    /// The format; nil to find out.
    public var format: FormDataFormat?
    /// What stands between the cells of a table; nil to find out.
    public var delimiter: Character?

    /// Names a file.
    public init(_ path: FilePath, format: FormDataFormat? = nil, delimiter: Character? = nil) {
        self.path = path
        self.format = format
        self.delimiter = delimiter
    }
}

/// A form that is to be filled with one row of data.
public struct FormFillRequest: Sendable {
    /// The form; `-` is standard input.
    public var form: FilePath
    /// The data; nil where entries say all.
    public var data: FormDataSource?
    /// A mapping, which makes entries of data of another shape; nil where the data name fields.
    public var mapping: FilePath?
    /// Entries that take the place of those of the data.
    public var entries: [FormRow.Entry]
    /// The new PDF; `-` is standard output.
    public var output: FilePath
    /// Where the result goes as JSON, beside the document.
    public var receipt: FilePath?
    /// How the form is filled.
    public var options: FormFillOptions

    /// Makes a request.
    public init(
        form: FilePath, data: FormDataSource? = nil, entries: [FormRow.Entry] = [], output: FilePath,
        options: FormFillOptions = FormFillOptions()
    ) {
        self.form = form
        self.data = data
        self.entries = entries
        self.output = output
        self.options = options
    }

    /// Does the work; nothing is written unless it is done.
    ///
    /// - Returns: a result whose status says how it came out.
    public func run() -> FormFillResult {
        do throws(LimnError) {
            let opened = try OpenedForm(try OpenDocument(form, access: options.access), options)
            let read = try rows(opened)
            let pictures = PictureFiles(of: data?.path, trusted: entries, access: options.access)
            let planner = FillPlanner(opened.form, options) { (path) throws(LimnError) in try pictures.bytes(path) }
            var plan = planner.plan((read?.rows.first ?? FormRow()).setting(entries))
            plan.refuse(read?.problems.values.flatMap(\.self) ?? [])
            plan.warnings = (read?.warnings ?? []) + plan.warnings
            plan.notes = read?.notes ?? []
            var filler = FormFiller(opened: opened, plan: plan, options: options, output: output, receipt: receipt)
            filler.inputs = [data?.path, mapping].compactMap { $0 }
            return filler.run()
        } catch { return FormFillResult(form, failed: error) }
    }

    /// The one row of the data; nil where there are none.
    private func rows(_ opened: OpenedForm) throws(LimnError) -> FormRows? {
        try data.map { data throws(LimnError) in
            try FormRows(
                oneOf: data, mapping: mapping, for: opened.form, opened.client,
                orElse:
                    "one document takes one row. A pattern for the names of outputs, such as out/{@row:03}.pdf, makes a "
                    + "document of each.")
        }
    }
}
