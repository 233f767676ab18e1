// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import LimnLibrary
internal import SystemPackage

/// A template's PDF with a character's form values filled in. Ink is placed on it afterwards.
struct FilledTemplate: Sendable {
    /// The template's PDF.
    let original: OpenDocument
    /// The filled PDF; the template's PDF if nothing could be filled in.
    let document: OpenDocument
    /// The result of filling; nil if nothing could be filled in.
    let result: FormFillResult?
    /// Messages for the user about the values.
    let diagnostics: [Diagnostic]

    /// Fills a template's form for an export.
    ///
    /// - Parameter form: returns the template's form if it is already open; nil to open it.
    /// - Returns: the filled template; nil if the character has no values.
    /// - Throws: ``LimnError``; `refused` or `signed` if the form must not be filled.
    static func make(
        _ values: FormSnapshot, on document: OpenDocument, flatten: FlattenOptions,
        form: (() throws(LimnError) -> OpenedForm)? = nil
    ) throws(LimnError) -> FilledTemplate? {
        let options = FormFillOptions(filling: flatten, flatten.access)
        return try make(values, on: document, options, form: form)
    }

    /// Fills a template's form for drawing its pages. The document is not kept. If the form must not be filled, the
    /// template is returned unfilled, with a diagnostic.
    ///
    /// - Returns: the filled template; nil if the character has no values.
    /// - Throws: ``LimnError``.
    static func shown(
        _ values: FormSnapshot, on document: OpenDocument, _ client: JobClient
    ) throws(LimnError) -> FilledTemplate? {
        var options = FormFillOptions(access: client.access)
        (options.verifies, options.fillsReadOnly, options.context) = (false, true, client.context)
        do throws(LimnError) {
            let made = try make(values, on: document, options)
            // Other messages are reported when the values are set, and by exports.
            return made.map { made in
                FilledTemplate(
                    original: made.original, document: made.document, result: made.result,
                    diagnostics: made.diagnostics.filter { $0.code == .fieldRefused })
            }
        } catch {
            guard error.code == .refused || error.code == .signed else { throw error }
            return FilledTemplate(unfilled: document, error.sentence)
        }
    }

    private static func make(
        _ values: FormSnapshot, on document: OpenDocument, _ options: FormFillOptions,
        form: (() throws(LimnError) -> OpenedForm)? = nil
    ) throws(LimnError) -> FilledTemplate? {
        if values.damage != nil {
            return FilledTemplate(
                unfilled: document, "The form values are damaged and were left out.")
        }
        guard !values.isEmpty else { return nil }
        let opened: OpenedForm
        if let form { opened = try form() } else { opened = try OpenedForm(document, options, demandsFields: false) }
        guard opened.form.kind != .none else {
            return FilledTemplate(unfilled: document, "The template has no form fields, so its values do not show.")
        }
        let pictures = values.pictures
        let planner = FillPlanner(opened.form, options) { (name) throws(LimnError) in
            guard let bytes = pictures[name] else { throw LimnError(.failed, "A picture of the form is lost.") }
            return bytes
        }
        let plan = planner.plan(values.row)
        guard !plan.fillings.isEmpty else {
            return FilledTemplate(
                original: document, document: document, result: nil,
                diagnostics: plan.results.filter { $0.outcome == .refused }.map {
                    Diagnostic(.fieldRefused, $0.reason ?? "", named: document.name)
                })
        }
        let collector = ExportCollector()
        var filler = FormFiller(opened: opened, plan: plan, options: options, output: "-")
        filler.collector = collector
        let result = filler.run()
        if let error = result.error { throw error }
        guard let file = collector.file else { throw LimnError(.failed, "Nothing was filled in.") }
        do {
            let made = try InputFile(adopting: try file.reader.duplicate(), named: document.input.path)
            return FilledTemplate(
                original: document, document: try OpenDocument(made, titled: document.name), result: result,
                diagnostics: result.diagnostics)
        } catch { throw LimnError(error) }
    }

    private init(
        original: OpenDocument, document: OpenDocument, result: FormFillResult?, diagnostics: [Diagnostic]
    ) {
        (self.original, self.document, self.result, self.diagnostics) = (original, document, result, diagnostics)
    }

    private init(unfilled document: OpenDocument, _ reason: String) {
        self.init(
            original: document, document: document, result: nil,
            diagnostics: [Diagnostic(.fieldRefused, reason, named: document.name)])
    }

    /// Opens the filled document with the same workers and password as the template.
    func opened(as opening: OpenedTemplate) throws(LimnError) -> OpenedTemplate {
        guard result != nil else { return opening }
        return try OpenedTemplate(document, JobClient(opening.client.context, access: opening.access))
    }

    /// Adds the results of filling to the result of the export.
    func tell(in export: inout FlattenResult) {
        guard let result else { return }
        export.form = FilledForm(result)
        guard export.save == .append else { return }
        if result.save == .append {
            export.overriddenObjects = Set(export.overriddenObjects + result.overriddenObjects).sorted()
        } else {
            // The export was appended to a rewritten document, not to the original.
            (export.save, export.reason, export.originalIsPrefix) = (result.save, result.reason, false)
            (export.overriddenObjects, export.kept) = ([], result.kept)
        }
    }
}

extension FormFillOptions {
    /// Makes the options for filling in a character's values before an export.
    init(filling flatten: FlattenOptions, _ access: Access) {
        self.init(access: access)
        // If the export makes the document anew, filling may save it either way.
        save = flatten.mode.canAppend ? flatten.save : .auto
        force = flatten.force
        verifies = flatten.verifies
        // The library accepted the values when they were set.
        fillsReadOnly = true
        context = flatten.context
    }
}

extension FormSnapshot {
    /// The values as a row of data, with the entries sorted by name.
    var row: FormRow {
        FormRow(
            entries: values.entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
                FormRow.Entry($0.key, $0.value)
            })
    }
}
