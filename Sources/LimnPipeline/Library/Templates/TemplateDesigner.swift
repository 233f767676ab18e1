// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnFormDetection
public import LimnForms
internal import LimnGeometry
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
        do { return try places(on: pages, of: try open(in: library)) } catch { throw failure(error) }
    }

    fileprivate func places(on pages: PageSelection, of opened: OpenedForm) throws -> FormDetectionResult {
        var result = FormDetectionResult(input: opened.document.input.path)
        result.take(opened)
        // Nobody should design in vain.
        try FieldAddition(opened: opened, save: save).checkPossible()
        result.fields = try FieldSearch(opened: opened).fields(on: pages) { context.tell($0) }
            .map { FoundField($0, isMade: false) }
        result.status = result.diagnostics.status
        return result
    }

    /// Makes a template with fields, which begins with all bytes of this one unless it has to be rewritten.
    ///
    /// - Parameter name: the name of the new template; nil to call it fillable.
    /// - Throws: ``LimnError``; `refused` if the fields cannot be added. The library is unchanged then.
    public func template(
        with fields: [FieldDesign], named name: String? = nil, in library: any LibraryStore
    ) throws(LimnError) -> StoredTemplate {
        do { return try make(fields, named: name, of: try open(in: library), in: library) } catch {
            throw failure(error)
        }
    }

    fileprivate func make(
        _ fields: [FieldDesign], named name: String?, of opened: OpenedForm, in library: any LibraryStore
    ) throws -> StoredTemplate {
        let record = try library.template(template)
        let document = opened.document
        let addition = FieldAddition(opened: opened, save: save)
        try addition.checkPossible()
        do {
            try FormDesign(fields).check(
                besides: opened.form.fields.map(\.name), pages: try library.pages(of: template).map(\.size))
        } catch let fault as FormDesign.Fault { throw LimnError(.refused, fault.sentence) }
        let collector = ExportCollector()
        let path = document.input.path
        let export = try ExportOutput(
            path, keepsExisting: false, expected: 2 * document.input.size, collector: collector)
        let report = try addition.add(fields, into: export, named: path)
        try export.publish(receipt: nil)
        guard let file = collector.file else { throw JobClient.misanswered }
        var made = try TemplateImporter.one(
            OpenDocument(try file.asInput(named: path)), named: name ?? Self.fillable(record.name), into: library,
            access: opened.client.access, context: context)
        (made.save, made.reason, made.inputName) = (report.save, report.reason, record.name)
        let told = Set(opened.warnings + report.messages).sorted().map { Diagnostic(libraryText: $0, about: path) }
        made.diagnostics = told + made.diagnostics.filter { !told.contains($0) }
        return made
    }

    /// Returns an error as one of Limn, and ends the workers that may have been taken over.
    fileprivate func failure(_ error: any Error) -> LimnError {
        let error = LimnError(error)
        if [.unverified, .crashed].contains(error.code) { context.retireWorkers() }
        return error
    }

    fileprivate func open(in library: any LibraryStore) throws -> OpenedForm {
        let document = try LibraryDocument.open(template, in: library)
        return try PasswordSource.retrying(passwords, access, for: document) { (access) throws(LimnError) in
            try OpenedForm(document, JobClient(context, access: access))
        }
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
        do {
            let opened = try designer.open(in: library)
            var found = try designer.places(on: pages, of: opened)
            guard !isRehearsal else { return TemplateDetectionResult(found: found, made: nil) }
            for index in found.fields.indices {
                found.fields[index].isMade = makesAll || found.fields[index].field.certainty >= DetectedField.threshold
            }
            let fields = found.fields.filter(\.isMade).map(\.field.design)
            guard !fields.isEmpty else { throw LimnError(.refused, named: found.input.string, found.noFields) }
            let made = try designer.make(fields, named: name, of: opened.withNewBudget(), in: library)
            return TemplateDetectionResult(found: found, made: made)
        } catch { throw designer.failure(error) }
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
