// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
internal import LimnJobs
public import SystemPackage

/// The file with the data for a form, and how it is read.
public struct FormDataSource: Sendable {
    /// The file; `-` is standard input.
    public var path: FilePath
    /// The format; nil to detect it.
    public var format: FormDataFormat?
    /// The separator between the cells of a table; nil to detect it.
    public var delimiter: Character?

    /// Makes a source from a file.
    ///
    /// - Parameters:
    ///   - path: the file; `-` for standard input.
    ///   - format: the format; nil to detect it from the content and the name.
    ///   - delimiter: the character between the cells of a table; nil to detect it.
    public init(_ path: FilePath, format: FormDataFormat? = nil, delimiter: Character? = nil) {
        self.path = path
        self.format = format
        self.delimiter = delimiter
    }

    /// Has a worker read the data.
    ///
    /// - Parameter isForMapping: whether a mapping will select values from nested data.
    /// - Throws: ``LimnError`` with the name of the file.
    func read(_ client: JobClient, isForMapping: Bool = false) throws(LimnError) -> FormDataDocument {
        do throws(LimnError) {
            let document = try OpenDocument(path, access: client.access)
            let job = ReadFormDataJob(
                fileName: path.lastComponent?.string ?? "", format: format, delimiter: delimiter.map(String.init),
                isForMapping: isForMapping)
            return try client.value(of: job, on: nil, reading: [document]).value
        } catch {
            throw error.subject == nil ? LimnError(error.code, about: path, error.sentence) : error
        }
    }
}

/// A request to fill a form with one row of data.
public struct FormFillRequest: Sendable {
    /// The form; `-` is standard input.
    public var form: FilePath
    /// The data; nil if ``entries`` have all values.
    public var data: FormDataSource?
    /// The file of a mapping, which derives entries from data of another shape; nil if the data name the fields
    /// themselves.
    public var mapping: FilePath?
    /// Entries that take precedence over those of the data.
    public var entries: [FormRow.Entry]
    /// The new PDF; `-` is standard output.
    public var output: FilePath
    /// The path of the receipt, which has the result as JSON; nil for no receipt.
    public var receipt: FilePath?
    /// The options for filling the form.
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

    /// Performs the request. Nothing is written unless it succeeds.
    ///
    /// - Returns: the result with its status.
    public func run() -> FormFillResult {
        do throws(LimnError) {
            let opened = try OpenedForm(try OpenDocument(form, access: options.access), options)
            let read = try rows(opened)
            let pictures = PictureFiles(of: data?.path, trusted: entries, access: options.access)
            let planner = FillPlanner(opened.form, options) { (path) throws(LimnError) in try pictures.bytes(path) }
            let row = read?.rows.first ?? FormRow()
            let unknown = planner.unknownColumns(of: [row], besides: entries)
            var plan = planner.plan(row.setting(entries), leavingOut: Set(unknown.compactMap(\.column)))
            if let read { plan.refuse(read.allProblems) }
            plan.warnings = (read?.warnings ?? []) + FillPlanner.sentences(about: unknown) + plan.warnings
            plan.notes = read?.notes ?? []
            var filler = FormFiller(opened: opened, plan: plan, options: options, output: output, receipt: receipt)
            filler.inputs = [data?.path, mapping].compactMap { $0 }
            return filler.run()
        } catch { return FormFillResult(form, failed: error) }
    }

    /// Returns the only row of the data; nil if the request has no data.
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
