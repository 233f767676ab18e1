// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import LimnWorker
internal import SystemPackage

/// Fills a form for several rows into one document. It makes one copy of the form for each row, and fills all copies
/// together.
struct FormMerger {
    private let request: FormMergeRequest
    private let opened: OpenedForm
    private let planner: FillPlanner
    private let rows: [FormRow]
    private let data: FormRows
    private let warnings: [String]
    /// The columns that name no field.
    private let unknown: Set<String>

    /// Reads the form and the data.
    ///
    /// - Throws: ``LimnError``; `signed` if the form is signed, because copies of it would not be.
    init(_ request: FormMergeRequest) throws(LimnError) {
        self.request = request
        let options = request.options
        opened = try OpenedForm(try OpenDocument(request.form, access: options.access), options)
        guard !opened.form.restrictions.isSigned else {
            throw LimnError(.signed, about: request.form, "The form is signed, but copies of it would not be.")
        }
        data = try FormRows(request.data, mapping: request.mapping, for: opened.form, opened.client)
        guard !data.rows.isEmpty else { throw LimnError(.failed, about: request.data.path, "The data have no rows.") }
        let chosen: [FormRow]
        do throws(RowSelectionError) { chosen = try request.rows?.rows(of: data.rows) ?? data.rows } catch {
            throw LimnError(.failed, about: request.data.path, error.description)
        }
        var seen: Set<Int> = []
        rows = chosen.filter { seen.insert($0.number).inserted }
        let pictures = PictureFiles(of: request.data.path, trusted: request.entries, access: options.access)
        planner = FillPlanner(opened.form, options) { (path) throws(LimnError) in try pictures.bytes(path) }
        let unknown = planner.unknownColumns(of: rows, besides: request.entries)
        self.unknown = Set(unknown.compactMap(\.column))
        warnings = data.warnings + FillPlanner.sentences(about: unknown)
    }

    /// The plan for a row, with the result of its dry run.
    private struct Sheet: Sendable {
        var copy: RepeatFormJob.Copy
        var row: Int
        var plan: FillPlan
        var rehearsal: FormFillResult
    }

    /// Makes the document and publishes it.
    ///
    /// - Throws: ``LimnError``.
    func run() throws(LimnError) -> FormFillResult {
        var (sheets, skipped) = ([Sheet](), [Diagnostic]())
        let context = opened.client.context
        orderedMap(rows, width: context.width, cancellation: context.cancellation) { [self] row in
            sheet(of: row)
        } deliver: { sheet in
            if sheet.rehearsal.error == nil {
                sheets.append(sheet)
            } else {
                skipped.append(
                    Diagnostic(
                        .fieldRefused, "Row \(sheet.row) is left out. \(Self.reason(sheet))", about: request.form))
            }
        }
        if context.isCancelled { throw .cancelled }
        guard !sheets.isEmpty else {
            throw LimnError(.refused, about: request.data.path, "No row can be filled. " + Self.list(skipped))
        }
        var result = try fill(sheets)
        result.diagnostics = skipped + result.diagnostics
        if result.error == nil, !skipped.isEmpty { result.status = .refused }
        return result
    }

    private func sheet(of row: FormRow) -> Sheet {
        let row = row.setting(request.entries)
        var plan = planner.plan(row, leavingOut: unknown)
        plan.refuse(row: row.number, of: data)
        let filler = FormFiller(opened: opened, plan: plan, options: request.options, output: request.output)
        return Sheet(
            copy: .init(name: "row\(row.number)", title: Self.title(of: row)), row: row.number, plan: plan,
            rehearsal: filler.rehearse(row: row.number))
    }

    private func fill(_ sheets: [Sheet]) throws(LimnError) -> FormFillResult {
        let document = try repeated(sheets.map(\.copy))
        let together = try OpenedForm(document, request.options)
        var filler = FormFiller(
            opened: together, plan: FillPlan(merging: sheets.map { ($0.copy.name, $0.row, $0.plan) }),
            options: request.options, output: request.output)
        filler.inputs = [request.form, request.data.path] + [request.mapping].compactMap { $0 }
        filler.original = opened.document
        var result = filler.run()
        result.diagnostics += warnings.map { Diagnostic(.fieldDoubtful, $0, about: request.data.path) }
        if result.status == .ok, !warnings.isEmpty { result.status = .warnings }
        // The update was appended to copies of the form, not to the form itself.
        if result.save != nil { (result.save, result.reason) = (.rewrite, "several sheets are in one document") }
        (result.overriddenObjects, result.kept) = ([], nil)
        result.inputBytes = opened.document.input.size
        return result
    }

    /// Makes a document with copies of the form. If the options demand verification, workers that did not make it
    /// compare each copy with the form.
    private func repeated(_ copies: [RepeatFormJob.Copy]) throws(LimnError) -> OpenDocument {
        let client = opened.client
        do {
            let list = try ScratchFile(Array(try JSONEncoder().encode(copies)))
            let made = try ScratchFile()
            try client.perform(
                RepeatFormJob(), on: opened.document, reading: [list], into: JobOutput(temporary: made))
            if request.options.verifies { try check(made, list, count: copies.count) }
            return try OpenDocument(try made.asInput(named: request.form))
        } catch { throw LimnError(error) }
    }

    private func check(_ made: ScratchFile, _ list: ScratchFile, count: Int) throws(LimnError) {
        var failure: LimnError?
        let context = opened.client.context
        orderedMap(0..<count, width: context.width, cancellation: context.cancellation) { [opened] place in
            Result { () throws(LimnError) in
                // Each row has the time budget of a document.
                _ = try opened.withNewBudget().client.perform(
                    CheckFormCopyJob(place: place), on: opened.document, reading: [made, list])
            }
        } deliver: { result in
            if case .failure(let error) = result { failure = failure ?? error }
        }
        if let failure { throw failure }
        if context.isCancelled { throw .cancelled }
    }

    /// Returns the title of a row's bookmark: the number of the row and the first text in it.
    private static func title(of row: FormRow) -> String {
        let first = row.entries.lazy.compactMap { entry -> String? in
            guard case .text(let text) = entry.entry, !text.isEmpty, !text.hasPrefix("@") else { return nil }
            return text
        }.first
        let words = (first ?? "").split(whereSeparator: { $0.isWhitespace || $0.isNewline }).joined(separator: " ")
        let plain = String(words.unicodeScalars.filter { $0.properties.generalCategory != .control })
        return plain.isEmpty ? "\(row.number)" : "\(row.number) \(plain.prefix(titleLimit))"
    }

    /// The maximum number of characters that a bookmark takes from a text.
    private static let titleLimit = 80

    private static func reason(_ sheet: Sheet) -> String {
        let refused = sheet.rehearsal.fields.filter { $0.outcome == .refused }.compactMap { field in
            field.reason.map { $0.contains(field.name) ? $0 : "\(field.name): \($0)" }
        }
        if !refused.isEmpty { return refused.prefix(5).joined(separator: " ") }
        return sheet.rehearsal.error?.sentence ?? ""
    }

    private static func list(_ skipped: [Diagnostic]) -> String {
        skipped.prefix(5).map(\.text).joined(separator: " ")
    }
}

extension FillPlan {
    /// Merges the plans of several sheets. The name of a sheet is put in front of the names of its fields. Equal
    /// pictures are stored once.
    fileprivate init(merging sheets: [(name: String, row: Int, plan: FillPlan)]) {
        var known: [ArraySlice<UInt8>: Range<Int>] = [:]
        for (name, row, plan) in sheets {
            func full(_ field: String) -> String { field.isEmpty ? name : "\(name).\(field)" }
            for var filling in plan.fillings {
                filling.name = full(filling.name)
                if let place = filling.picture {
                    let bytes = plan.pictures[place]
                    let new = known[bytes] ?? pictures.count..<(pictures.count + bytes.count)
                    if known.updateValue(new, forKey: bytes) == nil { pictures += bytes }
                    filling.picture = new
                }
                fillings.append(filling)
            }
            results += plan.results.map { FieldResult(full($0.name), $0.outcome, reason: $0.reason) }
            warnings += plan.warnings.map { "Row \(row): \($0)" }
        }
    }
}
