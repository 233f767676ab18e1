// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import LimnWorker
internal import SystemPackage

/// Fills a form according to a plan, verifies the result and publishes it.
struct FormFiller {
    /// The reason why a form that exists only as XFA cannot be filled.
    static let dynamicRefusal =
        "This form exists only as XFA, which few programs show. Open it in Acrobat and save it as a static form."

    let opened: OpenedForm
    let plan: FillPlan
    let options: FormFillOptions
    /// The path of the new document.
    let output: FilePath
    var receipt: FilePath?
    /// The files that are read in addition to the form.
    var inputs: [FilePath] = []
    /// The original form, if ``opened`` has copies of it; otherwise nil.
    var original: OpenDocument?
    /// Receives the new document in memory; nil to write it to ``output``.
    var collector: ExportCollector?

    /// Fills the form.
    ///
    /// - Returns: the result with its status. Nothing is written unless filling succeeds.
    func run(row: Int? = nil) -> FormFillResult { result(row) { try run(&$0) } }

    /// Determines the result of filling the form, without writing anything.
    func rehearse(row: Int? = nil) -> FormFillResult {
        result(row) { result in
            let (fillings, pictures) = try (encodedFillings(), ScratchFile(plan.pictures))
            let made = try opened.client.perform(
                FillFormJob(save: .auto, isRehearsal: true, mayRemoveXFA: opened.mayRemoveXFA(options)),
                on: opened.document, reading: [fillings, pictures],
                into: JobOutput(temporary: try ScratchFile()))
            note(made.answer, in: &result)
            result.status = status(of: result)
        }
    }

    /// Returns the result for a document that already exists and is kept.
    func kept(row: Int? = nil) -> FormFillResult {
        var result = FormFillResult(opened.document.input.path, row: row)
        (result.output, result.status) = (output, .ok)
        result.diagnostics = [Diagnostic(.kept, "The document already exists and was kept.", about: output, .note)]
        return result
    }

    private func encodedFillings() throws -> ScratchFile {
        try ScratchFile(Array(try JSONEncoder().encode(plan.fillings)))
    }

    private func result(_ row: Int?, _ body: (inout FormFillResult) throws -> Void) -> FormFillResult {
        var result = FormFillResult(opened.document.input.path, row: row)
        result.fields = plan.results
        result.inputBytes = opened.document.input.size
        result.diagnostics += opened.warnings.map { Diagnostic(libraryText: $0, about: result.input) }
        result.diagnostics += plan.warnings.map { Diagnostic(.fieldDoubtful, $0, about: result.input) }
        result.diagnostics += plan.notes.map { Diagnostic(.fieldDoubtful, $0, about: result.input, .note) }
        result.diagnostics += plan.results.filter { $0.outcome == .refused }.map {
            Diagnostic(
                .fieldRefused, $0.reason ?? "The value of the field \($0.name) was refused.", about: result.input)
        }
        do {
            if plan.isUnusable || options.isStrict && plan.hasProblems { throw Self.refusal(of: row) }
            guard !plan.hasProblems || plan.results.contains(where: { $0.outcome != .refused }) else {
                throw row == nil ? LimnError(.refused, "No field can be filled.") : Self.refusal(of: row)
            }
            try body(&result)
        } catch {
            let error = LimnError(error)
            if [.unverified, .crashed].contains(error.code) { opened.client.context.retireWorkers() }
            result.output = nil
            result.status = ResultStatus(error)
            result.error = error
            result.diagnostics.append(Diagnostic(error, about: result.input))
        }
        if let row { result.diagnostics = result.diagnostics.map { $0.naming(row: row) } }
        return result
    }

    /// The error for a row that is not filled.
    private static func refusal(of row: Int?) -> LimnError {
        LimnError(
            .refused, row.map { "Row \($0) is skipped." } ?? "Nothing is written, because some of the data do not fit.")
    }

    private func run(_ result: inout FormFillResult) throws {
        let (document, client) = (opened.document, opened.client)
        let outputs = [output, receipt].compactMap { $0 }
        try FormOutputs.check(outputs, against: [document.input.path] + inputs)
        for file in outputs where file != "-" {
            try Publisher(keepsExisting: options.keepsExisting && file == output).check(file)
        }
        let save = try opened.save(options)
        client.context.tell(0.2)
        let fillings = try encodedFillings()
        let pictures = try ScratchFile(plan.pictures)
        let export = try ExportOutput(
            output, keepsExisting: options.keepsExisting, expected: 2 * document.input.size + plan.pictures.count,
            collector: collector)
        let made = try client.perform(
            FillFormJob(save: save, flattens: options.flattens, mayRemoveXFA: opened.mayRemoveXFA(options)),
            on: document, reading: [fillings, pictures], into: export.job)
        let report = made.answer
        guard let file = made.file else { throw JobClient.misanswered }
        guard report.save == .append || save != .append else { throw JobClient.misanswered }
        if report.save == .append {
            try export.take(document.input, followedBy: file)
        } else {
            try export.take(file)
        }
        client.context.tell(0.5)
        export.startWriting()
        let reader = try export.reader()
        defer { try? reader.close() }
        (result.save, result.reason, result.bytes) = (report.save, report.reason, export.size)
        result.diagnostics += (report.messages + made.warnings).map {
            Diagnostic(libraryText: $0, about: result.input)
        }
        note(report, in: &result)
        if options.isStrict, result.fields.contains(where: { $0.outcome == .refused }) {
            throw Self.refusal(of: result.row)
        }
        // Values that the worker refused were not written; only the others are checked.
        let refused = Set(report.findings.filter(\.isRefusal).map(\.place))
        guard report.findingCount <= report.findings.count || refused.count < FillReport.findingLimit else {
            throw LimnError(.refused, "More fields than can be listed cannot be written.")
        }
        let written = plan.fillings.enumerated().filter { !refused.contains($0.offset) }.map(\.element)
        try check(written, report, export: reader, &result)
        try (original ?? document).input.checkUnchanged()
        result.status = status(of: result)
        result.output = output
        let note = try receipt.map { (path: $0, bytes: try result.receipt()) }
        try export.publish(receipt: note)
    }

    /// Adds the worker's findings about fields to the result.
    private func note(_ report: FillReport, in result: inout FormFillResult) {
        for finding in report.findings where plan.fillings.indices.contains(finding.place) {
            let name = plan.fillings[finding.place].name
            // A field may have no outcome: fields that the data do not name are redrawn if viewers drew them before.
            if let index = result.fields.firstIndex(where: { $0.name == name && $0.outcome != .refused }) {
                if finding.isRefusal { result.fields[index].outcome = .refused }
                result.fields[index].reason = finding.text
            }
            result.diagnostics.append(
                Diagnostic(
                    finding.isRefusal ? .fieldRefused : .fieldDoubtful, "\(name): \(finding.text)", about: result.input)
            )
        }
        if report.leftOutCount > 0 {
            let more = report.leftOutCount - report.leftOut.count
            let names = report.leftOut.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
            result.diagnostics.append(
                Diagnostic(
                    .fieldDoubtful, "These fields have no appearance and are left out: \(names).", about: result.input))
        }
        if options.flattens, opened.form.restrictions.hasUsageRights, !opened.form.restrictions.isSigned {
            result.diagnostics.append(
                Diagnostic(
                    .fieldDoubtful, "The form lost its rights for Adobe Reader together with its fields.",
                    about: result.input, .note))
        }
        if report.removedXFA {
            result.diagnostics.append(
                Diagnostic(
                    .xfaRemoved, "The XFA form was removed, because its data could not follow the fields.",
                    about: result.input, .note))
        }
    }

    /// Has a worker that did not make the new document check it.
    private func check(
        _ written: [FieldFilling], _ report: FillReport, export: FileDescriptor, _ result: inout FormFillResult
    ) throws {
        guard options.verifies else { return }
        let client = opened.client
        let expected = try ScratchFile(Array(try JSONEncoder().encode(written)))
        let found = try client.perform(
            CheckFormJob(save: report.save, flattens: options.flattens), on: opened.document,
            reading: [export, expected]
        ).answer
        result.overriddenObjects = found.overridden
        result.kept = found.kept
        let fields = Dictionary(opened.form.fields.map { ($0.name, $0) }) { first, _ in first }
        /// The indices in `written` of the fields on each page. Pages are numbered from 0 here.
        var pages: [Int: [Int]] = [:]
        for (place, filling) in written.enumerated() {
            let shown = Set((fields[filling.name]?.widgets ?? []).flatMap(\.pages))
            for page in shown { pages[page, default: []].append(place) }
        }
        // Where objects cannot be compared individually, more pages are compared.
        var further: Set<Int> = []
        if options.flattens { further.formUnion(opened.form.fields.flatMap(\.widgets).flatMap(\.pages)) }
        if report.save != .append {
            let step = max(1, opened.pageCount / Self.sampledPages)
            further.formUnion(stride(from: 0, to: opened.pageCount, by: step))
        }
        result.seen = 0
        let judged = further.union(pages.keys).sorted().filter { $0 < opened.pageCount }
        for (count, page) in judged.enumerated() {
            client.context.tell(0.5 + 0.5 * Double(count) / Double(judged.count))
            let places = pages[page] ?? []
            let part = try ScratchFile(Array(try JSONEncoder().encode(places.map { written[$0] })))
            let answer = try client.perform(
                CheckFormPageJob(page: page + 1, flattens: options.flattens), on: opened.document,
                reading: [export, part]
            ).answer
            result.seen = min((result.seen ?? 0) + answer.seen, AnswerBounds.count)
            for place in answer.unseen where places.indices.contains(place) {
                result.diagnostics.append(
                    Diagnostic(
                        .fieldDoubtful,
                        "\(written[places[place]].name): The new value cannot be seen on the page.",
                        about: result.input, page: page + 1))
            }
        }
    }

    /// The minimum number of pages that are sampled in a rewritten document. Shorter documents are checked completely.
    private static let sampledPages = 8

    private func status(of result: FormFillResult) -> ResultStatus {
        result.fields.contains { $0.outcome == .refused } ? .refused : result.diagnostics.status
    }
}

extension Diagnostic {
    /// Returns the diagnostic with the number of the row in front, if it concerns the row. The diagnostics of many rows
    /// are shown together.
    fileprivate func naming(row: Int) -> Diagnostic {
        let concernsRow = [.fieldRefused, .fieldDoubtful].contains(code) || severity == .error
        guard concernsRow, !text.hasPrefix("Row \(row)") else { return self }
        var named = self
        named.text = "Row \(row): \(text)"
        return named
    }
}
