// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnFormDetection
public import LimnForms
public import LimnJobs
public import LimnLibrary
internal import SystemPackage

/// Finds where people write on the pages of a template, and makes a template with form fields of it.
public struct TemplateDesigner: Sendable {
    /// The template.
    public var template: TemplateID
    /// How the new document is saved.
    public var save = SaveStrategy.auto
    /// The password and the limits.
    public var access: Access
    /// Asks for the template's password; nil if it must not be asked for.
    public var passwords: PasswordSource?
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes a designer.
    public init(_ template: TemplateID, access: Access = Access()) {
        self.template = template
        self.access = access
    }

    /// Finds places to write in. The library does not change.
    ///
    /// - Throws: ``LimnError``.
    public func places(
        on pages: PageSelection = .all, in library: any LibraryStore
    ) throws(LimnError) -> FormDetectionResult {
        do {
            let (document, client) = try open(in: library)
            var result = FormDetectionResult(input: document.input.path)
            let detector = FieldDetector(document: document, client: client)
            let form = try detector.open(&result)
            // Nobody should design in vain.
            try FieldAddition(document: document, form: form, save: save).checkPossible()
            result.fields = try detector.fields(on: pages, besides: form, &result) { context.tell($0) }
                .map { FoundField($0, isMade: false) }
            result.status = result.diagnostics.status
            return result
        } catch { throw LimnError(error) }
    }

    /// Makes a template with fields, which begins with all bytes of this one unless it has to be rewritten.
    ///
    /// - Parameter name: the name of the new template; nil to call it fillable.
    /// - Throws: ``LimnError``; `refused` if the fields cannot be added. The library is unchanged then.
    public func template(
        with fields: [FieldDesign], named name: String? = nil, in library: any LibraryStore
    ) throws(LimnError) -> StoredTemplate {
        do {
            let record = try library.template(template)
            let (document, client) = try open(in: library)
            var messages = try client.open(document).warnings
            let (form, warnings) = try client.form(of: document)
            messages += warnings
            let addition = FieldAddition(document: document, form: form, save: save)
            try addition.checkPossible()
            do {
                try FormDesign(fields).check(
                    besides: form.fields.map(\.name), pages: try library.pages(of: template).map(\.size))
            } catch let fault as FormDesign.Fault { throw LimnError(.refused, fault.sentence) }
            let collector = ExportCollector()
            let path = document.input.path
            let export = try ExportOutput(
                path, keepsExisting: false, expected: 2 * document.input.size, collector: collector)
            let report = try addition.add(fields, into: export, named: path, client)
            messages += report.messages
            try export.publish(receipt: nil)
            guard let file = collector.file else { throw JobClient.misanswered }
            var made = try TemplateImporter.one(
                OpenDocument(try file.asInput(named: path)), named: name ?? Self.fillable(record.name), into: library,
                access: client.access, context: context)
            (made.save, made.reason, made.inputName) = (report.save, report.reason, record.name)
            let told = Set(messages).sorted().map { Diagnostic(libraryText: $0, about: path) }
            made.diagnostics = told + made.diagnostics.filter { !told.contains($0) }
            return made
        } catch {
            let error = LimnError(error)
            if [.unverified, .crashed].contains(error.code) { context.retireWorkers() }
            throw error
        }
    }

    /// Opens the PDF. The client knows its password.
    private func open(in library: any LibraryStore) throws -> (OpenDocument, JobClient) {
        let record = try library.template(template)
        let document = try OpenDocument(library.content(of: template), titled: record.name)
        let client = try PasswordSource.retrying(passwords, access, for: document) { (access) throws(LimnError) in
            let client = JobClient(context, access: access)
            _ = try client.open(document)
            return client
        }
        return (document, client)
    }

    /// Returns the name of a template with fields.
    private static func fillable(_ name: String) -> String {
        let ending = " (fillable)"
        guard !name.hasSuffix(ending) else { return name }
        let full = name + ending
        return (try? NameRule.name.checked(full)) ?? name
    }
}

/// A request to find places on a template and to make a template with fields at once: the work behind `limn template
/// detect`.
public struct TemplateDetection: Sendable {
    /// What finds places and makes the template.
    public var designer: TemplateDesigner
    /// The pages on which places are looked for.
    public var pages: PageSelection
    /// Whether fields are also made of doubtful places.
    public var makesAll: Bool
    /// Whether no template is made.
    public var isRehearsal: Bool
    /// The name of the new template; nil to call it fillable.
    public var name: String?

    /// Makes a request.
    public init(
        designer: TemplateDesigner, pages: PageSelection = .all, makesAll: Bool = false, isRehearsal: Bool = false,
        name: String? = nil
    ) {
        self.designer = designer
        self.pages = pages
        self.makesAll = makesAll
        self.isRehearsal = isRehearsal
        self.name = name
    }

    /// Performs the request.
    ///
    /// - Throws: ``LimnError``; `refused` if there is no place of which a field may be made. The library is unchanged
    ///   then.
    public func run(in library: any LibraryStore) throws(LimnError) -> TemplateDetectionResult {
        var found = try designer.places(on: pages, in: library)
        guard !isRehearsal else { return TemplateDetectionResult(found: found, made: nil) }
        for index in found.fields.indices {
            found.fields[index].isMade = makesAll || found.fields[index].field.certainty >= DetectedField.threshold
        }
        let fields = found.fields.filter(\.isMade).map(\.field.design)
        guard !fields.isEmpty else {
            throw LimnError(.refused, named: found.input.string, found.noFields)
        }
        let made = try designer.template(with: fields, named: name, in: library)
        return TemplateDetectionResult(found: found, made: made)
    }
}

/// The places on a template, and the template that was made of them.
public struct TemplateDetectionResult: Sendable, Encodable {
    /// The places.
    public var found: FormDetectionResult
    /// The new template; nil for a rehearsal.
    public var made: StoredTemplate?

    /// The messages for the user, each once.
    public var diagnostics: [Diagnostic] {
        found.diagnostics + (made?.diagnostics ?? []).filter { !found.diagnostics.contains($0) }
    }
    /// The status.
    public var status: ResultStatus { diagnostics.status }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        let name = found.input.string
        try encoder.encodeMembers([
            "template": made.map { TemplateSummary($0.template) }, "pageCount": found.pageCount, "fields": found.fields,
            "save": made?.save, "reason": made?.reason, "status": status,
            "messages": diagnostics.messages(inputName: name), "notes": diagnostics.notes(inputName: name),
        ])
    }
}
