// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
package import LimnJobs
internal import LimnWorker
internal import SystemPackage

/// Fills a form once for each row of data, several rows at a time. Values that the form does not accept are reported and
/// left out; if the options are strict, their rows are skipped.
package struct FormBatch {
    let request: FormBatchRequest
    private let opened: OpenedForm
    private let planner: FillPlanner
    private let rows: [FormRow]
    private let names: [Int: FilePath]
    private let data: FormRows
    /// The columns that are used for file names and are not names of fields.
    private let nameColumns: Set<String>
    /// The columns that name no field.
    private let unknown: Set<String>
    /// Messages about the data as a whole.
    package let warnings: [String]

    /// Reads the form and the data, and determines the names of all documents.
    ///
    /// - Parameter request: the form, the rows and the names of the documents.
    /// - Throws: ``LimnError``; `outputsCollide` if several rows would be written to the same name. No document is
    ///   written then.
    package init(_ request: FormBatchRequest) throws(LimnError) {
        self.request = request
        let options = request.options
        opened = try OpenedForm(try OpenDocument(request.form, access: options.access), options)
        data = try FormRows(request.data, mapping: request.mapping, for: opened.form, opened.client)
        guard !data.rows.isEmpty else { throw LimnError(.failed, about: request.data.path, "The data have no rows.") }
        do throws(RowSelectionError) { rows = try request.rows?.rows(of: data.rows) ?? data.rows } catch {
            throw LimnError(.failed, about: request.data.path, error.description)
        }
        let (names, faults) = request.pattern.names(for: rows.map { $0.setting(request.entries) })
        if let fault = faults.first {
            let more = faults.count > 1 ? " There are \(faults.count - 1) more such problems." : ""
            throw LimnError(.outputsCollide, about: request.data.path, fault.sentence + more)
        }
        self.names = Dictionary(names.map { ($0.row, FilePath($0.path)) }) { first, _ in first }
        let pictures = PictureFiles(of: request.data.path, trusted: request.entries, access: options.access)
        planner = FillPlanner(opened.form, options) { (path) throws(LimnError) in try pictures.bytes(path) }
        let inputs = [request.form, request.data.path] + [request.mapping].compactMap { $0 }
        try FormOutputs.check(Array(self.names.values) + [request.results].compactMap { $0 }, against: inputs)
        let fields = Set(opened.form.fields.map(\.name))
        let nameColumns = Set(request.pattern.columns).subtracting(fields)
        let unknown = planner.unknownColumns(of: rows, besides: request.entries).filter {
            !nameColumns.contains($0.column ?? "")
        }
        (self.nameColumns, self.unknown) = (nameColumns, Set(unknown.compactMap(\.column)))
        warnings = data.warnings + FillPlanner.sentences(about: unknown)
        try makeFolders()
    }

    /// The number of rows.
    package var count: Int { rows.count }

    private func makeFolders() throws(LimnError) {
        guard !request.isRehearsal else { return }
        let folders = Set(names.values.map { $0.removingLastComponent() }).filter { !$0.isEmpty }
        for folder in folders.sorted(by: { $0.string < $1.string }) {
            do throws(FileError) { try Publisher.makeFolder(folder) } catch { throw LimnError(error) }
        }
    }

    /// Fills the form for each row.
    ///
    /// - Parameter report: called with the results, in the order of the rows.
    /// - Throws: ``LimnError`` if the table of results cannot be written.
    package func run(report: (FormFillResult) -> Void) throws(LimnError) {
        var table = ResultTable()
        let context = opened.client.context
        orderedMap(rows, width: context.width, cancellation: context.cancellation) { [self] row in
            self.result(of: row)
        } deliver: { result in
            table.add(result)
            report(result)
        }
        guard let path = request.results else { return }
        do throws(FileError) { try Publisher().publish(table.bytes, to: path) } catch { throw LimnError(error) }
    }

    private func result(of row: FormRow) -> FormFillResult {
        var row = row.setting(request.entries)
        row.entries.removeAll { nameColumns.contains($0.name) }
        var plan = planner.plan(row, leavingOut: unknown)
        plan.refuse(row: row.number, of: data)
        let output = names[row.number] ?? ""
        if output.isEmpty { plan.refuse(["The row has no name for its document."]) }
        let filler = FormFiller(opened: opened.withNewBudget(), plan: plan, options: request.options, output: output)
        if request.isRehearsal { return filler.rehearse(row: row.number) }
        if request.resumes, FileIdentity(output) != nil { return filler.kept(row: row.number) }
        return filler.run(row: row.number)
    }
}

/// The table of a batch's results.
private struct ResultTable {
    private var records = [["row", "output", "status", "filled", "messages"]]

    mutating func add(_ result: FormFillResult) {
        records.append([
            result.row.map(String.init) ?? "", result.output?.displayName ?? "", result.status.rawValue,
            "\(result.filled)", Self.plain(result.messages.joined(separator: " ")),
        ])
    }

    /// Returns a text that no spreadsheet interprets as a formula.
    private static func plain(_ text: String) -> String {
        text.first.map { "=+-@".contains($0) } == true ? " " + text : text
    }

    var bytes: [UInt8] { Array(FormCSVWriter.table(records).utf8) }
}
