// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnInk
public import LimnJobs
public import LimnLibrary
public import SystemPackage

/// A request to make a character of a filled PDF: of an export of Limn, or of a form that another program filled in.
public struct CharacterImportRequest: Sendable {
    /// The PDF; `-` is standard input.
    public var input: FilePath
    /// The name of the character; nil to name it after the file.
    public var name: String?
    /// An ink file that belongs to the PDF, such as the Xournal++ note beside it; nil for none. If it cannot be read, has
    /// pages that the PDF does not have, or belongs to another PDF, it is left out with a warning, and so it is if the PDF
    /// has ink of its own.
    public var ink: FilePath?
    /// The template to which the ink and the values belong; nil to find it in the PDF.
    public var template: TemplateID?
    /// The name of a new template; nil to name it after the file.
    public var templateName: String?
    /// The password and the limits.
    public var access: Access
    /// Asks for passwords; nil if they must not be asked for.
    public var passwords: PasswordSource?
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - input: the PDF.
    ///   - access: the password and the limits.
    public init(input: FilePath, access: Access = Access()) {
        (self.input, self.access) = (input, access)
    }
}

/// A character that was made of a filled PDF.
public struct CharacterImportResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The character's template.
    public let template: TemplateRecord
    /// Whether the library already had the template.
    public let templateWasThere: Bool
    /// The pages with ink, in ascending order.
    public let pages: [Int]
    /// The number of form values that differ from those of the template.
    public let values: Int
    /// Messages for the user.
    public let diagnostics: [Diagnostic]

    /// The status.
    public var status: ResultStatus { diagnostics.status }

    /// Encodes the keys of ``CharacterSummary``, and `templateWasThere`, `pages`, `values`, `status`, `messages` and
    /// `notes`.
    public func encode(to encoder: any Encoder) throws {
        try CharacterSummary(character, templateName: template.name).encode(to: encoder)
        try encoder.encodeMembers([
            "templateWasThere": templateWasThere, "pages": pages, "values": values, "status": status,
            "messages": diagnostics.messages(inputName: character.name),
            "notes": diagnostics.notes(inputName: character.name),
        ])
    }
}

/// Makes characters of filled PDFs: the work behind `limn character import`.
///
/// Exports that appended their ink begin with the PDF as it was before (ISO 32000-1, 7.5.6). So the page without ink
/// comes back byte for byte, and is found in the library by its bytes.
package struct CharacterImporter {
    private let request: CharacterImportRequest
    private let library: any LibraryStore & Sendable

    package init(_ request: CharacterImportRequest, into library: any LibraryStore & Sendable) {
        (self.request, self.library) = (request, library)
    }

    /// The most exports of one PDF whose ink is taken off, one after another.
    private static let mostExports = 64

    /// What a template is made of.
    private enum Paper {
        case known(TemplateRecord)
        case new(OpenDocument)
    }

    /// Makes the character. The character and its template come into the library together, or neither does.
    ///
    /// - Throws: ``LimnError``; `refused` if the pages without their ink cannot be restored from the PDF.
    package func run() throws(LimnError) -> CharacterImportResult {
        do {
            let document = try OpenDocument(request.input, access: request.access)
            return try PasswordSource.retrying(request.passwords, request.access, for: document) {
                (access) throws(LimnError) in
                do { return try make(document, JobClient(request.context, access: access)) } catch {
                    throw LimnError(error)
                }
            }
        } catch { throw LimnError(error) }
    }

    private func make(_ document: OpenDocument, _ client: JobClient) throws -> CharacterImportResult {
        let pageCount = try client.open(document).pageCount
        var (exports, base): (Exports, OpenDocument) = (Exports(), document)
        let paper: Paper
        if let id = request.template {
            let template = try library.template(id)
            guard template.pageCount == pageCount else {
                throw LimnError(
                    .refused,
                    "It has \(Self.pages(pageCount)), and the template “\(template.name)” has \(template.pageCount).")
            }
            paper = .known(template)
        } else {
            (exports, base) = try self.exports(of: document, client)
            if let known = try known(base, pageCount) {
                paper = .known(known)
            } else {
                guard try self.ink(of: base, into: try ScratchFile(), client).sources == 0 else {
                    throw LimnError(
                        .refused,
                        "This export was not saved by appending, so its pages without the ink are lost. "
                            + "Name its template with --template.")
                }
                paper = .new(try cleared(base, client))
            }
        }
        let form = try FormReader(client).form(of: document).form
        var new = NewCharacter(name: request.name ?? TemplateName.from(request.input), template: nil)
        switch paper {
        case .known(let template):
            new.template = template.id
            let blank = try LibraryDocument.open(template.id, in: library)
            let pages = try library.pages(of: template.id)
            let diagnostics = try fill(&new, form, exports, document, on: blank, pages, client)
            return try result(library.createCharacter(new), template, wasThere: true, diagnostics)
        case .new(let blank):
            let reader = TemplateReader(
                thumbnailSize: LibraryThumbnail.standardSize, access: client.access, passwords: nil,
                context: request.context)
            let made = try reader.read(blank, name: request.templateName ?? TemplateName.from(request.input))
            let diagnostics = try fill(&new, form, exports, document, on: blank, made.template.pages, client)
            let (character, template) = try library.createCharacter(new, importing: made.template)
            return try result(
                character, template.template, wasThere: template.alreadyExisted, diagnostics + made.diagnostics)
        }
    }

    /// Gives a new character the values and the ink by which a document differs from its template.
    ///
    /// - Parameter exports: the ink of the exports that were taken off the document.
    private func fill(
        _ new: inout NewCharacter, _ form: Form, _ exports: Exports, _ document: OpenDocument,
        on blank: OpenDocument, _ pages: [PageGeometry], _ client: JobClient
    ) throws -> [Diagnostic] {
        var (ink, diagnostics) = (exports.ink, [Diagnostic]())
        let blankForm = try FormReader(client).form(of: blank).form
        (new.formEntries, diagnostics) = values(of: form, on: blankForm, client)
        diagnostics += try takePictures(of: form, document, on: blankForm, blank, client, into: &new)
        let scratch = try ScratchFile()
        let all = try self.ink(of: document, into: scratch, client)
        let own = try self.ink(of: blank, into: try ScratchFile(), client)
        let isBlank = own.sources == 0 && own.annotations == 0
        if isBlank || request.template != nil {
            // What other programs added after an export is ink, too.
            if all.sources + all.annotations > 0 { ink = try InkFile.ink(in: scratch, of: client) }
        } else if all.sources > own.sources + exports.count
            || exports.count == 0 && all.annotations > own.annotations
        {
            diagnostics.append(
                Diagnostic(
                    .inkLeftOut,
                    "Its template has ink of its own, from which ink that was added cannot be told. It is left out.",
                    about: request.input))
        }
        if ink.pages.isEmpty, let beside = request.ink {
            return try diagnostics + place(beside, on: pages, in: &new)
        } else if let beside = request.ink {
            diagnostics.append(
                Diagnostic(.inkLeftOut, "This ink is left out, because the PDF has ink of its own.", about: beside))
        }
        let isPlaced = ink.pages.contains { if case .pdf = $0.background { true } else { false } }
        return try diagnostics
            + place(ink, mapping: isPlaced ? .byBackground : .byNumber(only: 1), on: pages, in: &new)
    }

    private func result(
        _ character: CharacterRecord, _ template: TemplateRecord, wasThere: Bool, _ diagnostics: [Diagnostic]
    ) throws -> CharacterImportResult {
        CharacterImportResult(
            character: character, template: template, templateWasThere: wasThere,
            pages: try library.drawnPages(of: character.id).map(\.page).sorted(),
            values: try library.formValues(of: character.id).entries.count, diagnostics: diagnostics)
    }

    private static func pages(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }

    // MARK: Ink

    /// Writes the ink in a document to a file, in the native format.
    private func ink(
        of document: OpenDocument, into file: ScratchFile, _ client: JobClient
    ) throws -> PDFInkJob.Answer {
        try client.perform(PDFInkJob(), on: document, into: JobOutput(temporary: file)).answer
    }

    /// Exports that were taken off a document.
    private struct Exports {
        var count = 0
        /// Their ink, that of the oldest first.
        var ink = InkDocument()
    }

    /// Takes exports off the end of a document.
    ///
    /// - Returns: the exports, and the document before them.
    private func exports(of document: OpenDocument, _ client: JobClient) throws -> (Exports, base: OpenDocument) {
        var base = document
        var pages: [[InkDocument.Page]] = []
        while pages.count < Self.mostExports {
            let scratch = try ScratchFile()
            let export = try client.perform(
                LastExportJob(page: 1), on: base, into: JobOutput(temporary: scratch)
            ).answer
            guard let size = export.baseSize else { break }
            guard (1..<base.input.size).contains(size) else { throw JobClient.misanswered }
            pages.append(try InkFile.ink(in: scratch, of: client).pages)
            base = try beginning(of: base, size)
        }
        return (Exports(count: pages.count, ink: InkDocument(pages: pages.reversed().flatMap { $0 })), base)
    }

    /// Places the ink of a file that lies beside the PDF.
    private func place(
        _ file: FilePath, on pages: [PageGeometry], in new: inout NewCharacter
    ) throws -> [Diagnostic] {
        do throws(LimnError) {
            let ink = try FolderInk.read(
                file, beside: request.input, access: request.access, context: request.context)
            let content = ink.content.document
            let mapping: InkPlacement.Mapping = content.hasOwnOrder ? .byBackground : .byNumber(only: 1)
            _ = try InkPlacement.targets(of: content, mapping: mapping, pageCount: pages.count)
            do { return try ink.diagnostics + place(content, mapping: mapping, on: pages, in: &new) } catch {
                throw LimnError(error)
            }
        } catch {
            // Other files have such names, too.
            if error.code == .unrecognized { return [] }
            return [Diagnostic(.inkLeftOut, "This ink is left out: \(error.sentence)", about: file)]
        }
    }

    private func place(
        _ ink: InkDocument, mapping: InkPlacement.Mapping, on pages: [PageGeometry], in new: inout NewCharacter
    ) throws -> [Diagnostic] {
        let placement = try InkPlacement(
            ink, mapping: mapping, pageCount: pages.count, fit: false, layers: .everything
        ) { numbers in Dictionary(uniqueKeysWithValues: numbers.map { ($0, pages[$0 - 1].size) }) }
        new.drawings = placement.drawings
        return placement.notes.filter { $0.code != .inkEmpty && !$0.code.isAboutAudience }.map {
            Diagnostic($0.code, $0.text, about: request.input, page: $0.page)
        }
    }

    // MARK: The template

    /// Returns the template of the library that is the beginning of a document; of several ones the shortest, since the
    /// longer ones are filled in.
    private func known(_ document: OpenDocument, _ pageCount: Int) throws -> TemplateRecord? {
        let size = document.input.size
        let candidates = try library.templates().filter { $0.pageCount == pageCount && $0.byteCount <= size }
        for template in candidates.sorted(by: { $0.byteCount < $1.byteCount }) {
            // A template that cannot be read is none of them.
            guard let content = try? library.content(of: template.id) else { continue }
            if try content.isPrefix(of: document.descriptor) { return template }
        }
        return nil
    }

    /// Returns the first bytes of a document as a document of the same name.
    private func beginning(of document: OpenDocument, _ size: Int) throws -> OpenDocument {
        let file = try ScratchFile(in: library.storageFolder)
        var place = 0
        while place < size {
            let end = min(place + 8 << 20, size)
            _ = try file.descriptor.writeAll(try document.input.bytes(in: place..<end))
            place = end
        }
        return try OpenDocument(try file.asInput(named: document.input.path), titled: document.name)
    }

    /// Returns a document with an empty form. A form that must not be changed stays as it is.
    private func cleared(_ document: OpenDocument, _ client: JobClient) throws -> OpenDocument {
        var options = FormFillOptions(access: client.access)
        (options.context, options.fillsReadOnly) = (request.context, true)
        // Somebody's values must not stay behind in the file, where an appended change would leave them.
        options.save = .rewrite
        let opened = try OpenedForm(document, options, demandsFields: false)
        guard opened.form.kind == .acroForm || opened.form.kind == .hybridXFA,
            opened.form.restrictions.refusal == nil
        else { return document }
        let planner = FillPlanner(opened.form, options) { (path) throws(LimnError) in
            throw LimnError(.failed, "\(path) is not read.")
        }
        var plan = planner.clearing()
        // What its author has written into fields that nobody fills in is part of the sheet.
        let printed = Set(
            opened.form.fields.filter { $0.flags.contains(.readOnly) && $0.values == $0.defaultValues }.map(\.name))
        plan.fillings.removeAll { printed.contains($0.name) }
        plan.fillings += try buttonPictures(in: document, client).found.filter(\.isChosen).map {
            FieldFilling(name: $0.field, kind: .push, values: [])
        }
        guard !plan.fillings.isEmpty else { return document }
        let collector = ExportCollector()
        var filler = FormFiller(opened: opened, plan: plan, options: options, output: "-")
        filler.collector = collector
        if let error = filler.run().error {
            // A form with rights that rewriting ends keeps its values, as the PDF that somebody gave away does.
            if error.code == .signed { return document }
            throw error
        }
        guard let file = collector.file else { return document }
        return try OpenDocument(
            try InputFile(adopting: try file.reader.duplicate(), named: document.input.path), titled: document.name)
    }

    // MARK: Values

    /// Returns the values of a form that differ from those of a blank one, and messages about those that it refuses.
    private func values(
        of form: Form, on blank: Form, _ client: JobClient
    ) -> ([String: FieldEntry], [Diagnostic]) {
        let before = Dictionary(blank.fields.map { ($0.name, $0) }) { first, _ in first }
        let entries = form.fields.compactMap { field -> FormRow.Entry? in
            guard field.kind != .push, field.kind != .signature, let own = before[field.name],
                own.exportedValues != field.exportedValues
            else { return nil }
            let values = field.exportedValues
            let isSeveral = field.kind == .list && field.flags.contains(.multiSelect)
            return FormRow.Entry(field.name, isSeveral ? .list(values) : .text(values.first ?? ""))
        }
        var options = FormFillOptions(access: client.access)
        options.fillsReadOnly = true
        let planner = FillPlanner(blank, options) { (path) throws(LimnError) in
            throw LimnError(.failed, "\(path) is not read.")
        }
        // The template's form computes these from the others.
        let order = Set(blank.calculationOrder)
        let plan = planner.plan(FormRow(entries: entries.filter { !order.contains($0.name) }))
        let computed = Dictionary(plan.fillings.map { ($0.name, $0.values ?? []) }) { first, _ in first }
        let own = entries.filter { entry in
            guard order.contains(entry.name), let values = computed[entry.name] else { return true }
            return entry.entry != .text(values.first ?? "")
        }
        let refused = planner.plan(FormRow(entries: own)).results.filter { $0.outcome == .refused }
        let names = Set(refused.map(\.name))
        let kept = own.filter { !names.contains($0.name) }
        let missing = form.fields.count { field in !field.exportedValues.isEmpty && before[field.name] == nil }
        var diagnostics = refused.map { Diagnostic(.fieldRefused, $0.reason ?? "", about: request.input) }
        if missing > 0 {
            diagnostics.append(
                Diagnostic(
                    .fieldRefused,
                    "The template has no field for \(missing == 1 ? "1 value" : "\(missing) values") of the PDF.",
                    about: request.input))
        }
        return (Dictionary(kept.map { ($0.name, $0.entry) }) { first, _ in first }, diagnostics)
    }
}

extension CharacterImporter {
    /// A picture in a push button.
    private struct ButtonPicture {
        var field: String
        var bytes: [UInt8]
        var isChosen: Bool
    }

    /// Reads the pictures in the push buttons of a document.
    private func buttonPictures(
        in document: OpenDocument, _ client: JobClient
    ) throws -> (found: [ButtonPicture], messages: [String]) {
        let file = try ScratchFile()
        let answer = try client.perform(ReadButtonPicturesJob(), on: document, into: JobOutput(temporary: file)).answer
        var (bytes, found) = (try file.bytes()[...], [ButtonPicture]())
        guard bytes.count == answer.bytes else { throw client.refusal() }
        for picture in answer.found {
            let own = Array(bytes.prefix(picture.size))
            found.append(ButtonPicture(field: picture.field, bytes: own, isChosen: picture.isChosen))
            bytes = bytes.dropFirst(picture.size)
        }
        return (found, answer.messages)
    }

    /// Gives a new character the pictures that the buttons of a document show and those of its template do not.
    ///
    /// - Returns: messages about pictures that are left out.
    private func takePictures(
        of form: Form, _ document: OpenDocument, on blankForm: Form, _ blank: OpenDocument, _ client: JobClient,
        into new: inout NewCharacter
    ) throws -> [Diagnostic] {
        guard form.fields.contains(where: { $0.kind == .push }) else { return [] }
        let (own, there) = (try buttonPictures(in: document, client), try buttonPictures(in: blank, client))
        let printed = Dictionary(there.found.map { ($0.field, $0.bytes) }) { first, _ in first }
        let buttons = Set(blankForm.fields.lazy.filter { $0.kind == .push }.map(\.name))
        for picture in own.found where buttons.contains(picture.field) && printed[picture.field] != picture.bytes {
            // What a worker says to be a picture is one only if it begins like one.
            guard PictureData(picture.bytes) != nil else { continue }
            new.formEntries[picture.field] = .picture(path: ContentHash(picture.bytes).description)
            new.formPictures.append(picture.bytes)
        }
        return Set(own.messages).subtracting(there.messages).sorted().map {
            Diagnostic(.fieldRefused, $0, about: request.input)
        }
    }
}

extension FormReader {
    fileprivate init(_ client: JobClient) {
        self.init(access: client.access)
        context = client.context
    }
}
