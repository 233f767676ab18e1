// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
public import LimnJobs
public import LimnLibrary
internal import SystemPackage

/// Sets, undoes and redoes the form values of characters: the work behind `limn character fill`, and behind `undo` and
/// `redo` for forms.
///
/// When a call returns, its changes are on the disk.
public struct CharacterFormEditor {
    private let library: any LibraryStore

    /// The maximum number of attempts for a change if the values are changed concurrently.
    private static let attempts = 100

    /// Makes an editor for a library.
    ///
    /// - Parameter library: the library that holds the characters and their templates.
    public init(_ library: any LibraryStore) { self.library = library }

    /// Checks values against the template's form, as when a file is filled, and stores them.
    ///
    /// - Returns: the outcome for each field. If values are refused, none is stored unless the request forces it.
    /// - Throws: ``LimnError``: `refused` or `signed` if the form cannot be filled at all, `stale` if the revision of
    ///   the stored values is not the expected one.
    public func fill(_ request: CharacterFormRequest) throws(LimnError) -> CharacterFormResult {
        do {
            let character = try library.character(request.character)
            guard let template = character.template else { throw LimnError.noTemplate }
            let document = try LibraryDocument.open(template, in: library)
            let opened = try PasswordSource.retrying(request.passwords, request.access, for: document) {
                (access) throws(LimnError) in try OpenedForm(document, request.options(access))
            }
            let data =
                try request.row.map { FormRows($0.row) }
                ?? request.data.map { data throws(LimnError) in
                    try FormRows(
                        oneOf: data, mapping: request.mapping, for: opened.form, opened.client,
                        orElse: "a character takes one row.")
                }
            var attempt = 0
            while true {
                do throws(LibraryError) {
                    let filling = try Filling(request, opened, data, library)
                    return try filling.run(character, in: library)
                } catch {
                    attempt += 1
                    guard error.code == .stale, request.expectedRevision == nil, attempt < Self.attempts else {
                        throw error
                    }
                }
            }
        } catch { throw LimnError(error) }
    }

    /// Undoes the last change of values.
    ///
    /// - Parameters:
    ///   - id: the character.
    ///   - revision: the revision of the values that the caller knows; nil for any.
    /// - Returns: the values that have changed, and the new revision.
    /// - Throws: ``LimnError``; `refused` if there is nothing to undo.
    public func undo(_ id: CharacterID, expecting revision: Int? = nil) throws(LimnError) -> CharacterFormResult {
        try step(id, "undo") { () throws(LibraryError) in try library.undoForm(of: id, expecting: revision) }
    }

    /// Redoes the last undone change of values.
    ///
    /// - Parameters:
    ///   - id: the character.
    ///   - revision: the revision of the values that the caller knows; nil for any.
    /// - Returns: the values that have changed, and the new revision.
    /// - Throws: ``LimnError``; `refused` if there is nothing to redo.
    public func redo(_ id: CharacterID, expecting revision: Int? = nil) throws(LimnError) -> CharacterFormResult {
        try step(id, "redo") { () throws(LibraryError) in try library.redoForm(of: id, expecting: revision) }
    }

    private func step(
        _ id: CharacterID, _ verb: String, _ body: () throws(LibraryError) -> FormChange?
    ) throws(LimnError) -> CharacterFormResult {
        do {
            let character = try library.character(id)
            guard let change = try body() else {
                throw LimnError(.refused, "There is nothing to \(verb) in the form.")
            }
            var result = CharacterFormResult(character, revision: change.revision)
            result.changed = change.edit.names
            result.fields = result.changed.map { FieldResult($0, .filled) }
            result.isSaved = true
            return result
        } catch { throw LimnError(error) }
    }
}

extension CharacterFormRequest {
    fileprivate func options(_ access: Access) -> FormFillOptions {
        var options = FormFillOptions(access: access)
        (options.force, options.context) = (force, context)
        return options
    }
}

extension FormEdit {
    /// The names of the changed fields, sorted.
    fileprivate var names: [String] { changes.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

/// One attempt to set form values.
private struct Filling {
    let request: CharacterFormRequest
    let opened: OpenedForm
    let plan: FillPlan
    let there: FormSnapshot

    init(
        _ request: CharacterFormRequest, _ opened: OpenedForm, _ data: FormRows?, _ library: any LibraryStore
    ) throws(LibraryError) {
        (self.request, self.opened) = (request, opened)
        there = try library.formSnapshot(of: request.character)
        if let damage = there.damage { throw damage }
        let trusted = request.readsFiles ? request.entries : []
        let files = PictureFiles(of: request.row?.file ?? request.data?.path, trusted: trusted, access: request.access)
        let stored = there.pictures
        let options = request.options(opened.client.access)
        let planner = FillPlanner(CharacterValues(of: there, in: opened.form).form, options) {
            (name) throws(LimnError) in
            if let bytes = request.pictures[name] ?? stored[name] { return bytes }
            guard request.readsFiles else { throw LimnError(.refused, "There is no picture \(name).") }
            return try files.bytes(name)
        }
        let row = data?.rows.first ?? FormRow()
        let unknown = planner.unknownColumns(of: [row], besides: request.entries)
        var plan = planner.plan(row.setting(request.entries), leavingOut: Set(unknown.compactMap(\.column)))
        if let data { plan.refuse(data.allProblems) }
        let reported = unknown.filter { $0.column != request.row?.nameColumn }
        plan.warnings = (data?.warnings ?? []) + FillPlanner.sentences(about: reported) + plan.warnings
        plan.notes = data?.notes ?? []
        self.plan = plan
    }

    func run(_ character: CharacterRecord, in library: any LibraryStore) throws(LibraryError) -> CharacterFormResult {
        if let expected = request.expectedRevision, expected != there.values.revision {
            // The revision is stale, so this call throws the library's own error.
            try library.setFormValues([:], of: character.id, expecting: expected)
        }
        var result = CharacterFormResult(character, revision: there.values.revision)
        // A worker typesets the texts as on the page, to find characters that no font has and texts that do not fit.
        if !takesOnlyBack {
            let filler = FormFiller(
                opened: opened, plan: plan, options: request.options(opened.client.access), output: "-")
            let rehearsal = filler.rehearse()
            (result.fields, result.status) = (rehearsal.fields, rehearsal.status)
            result.diagnostics = rehearsal.diagnostics
            // Messages name the character instead of its template.
            for index in result.diagnostics.indices { result.diagnostics[index].file = character.name }
            if rehearsal.error != nil { return result }
        }
        let refused = Set(result.fields.filter { $0.outcome == .refused }.map(\.name))
        let accepted = plan.given.filter { !refused.contains($0.field.name) }
        guard refused.isEmpty || (request.force || request.keepsAccepted) && !accepted.isEmpty else {
            if !request.isRehearsal {
                result.diagnostics.append(
                    Diagnostic(.fieldRefused, "No value was saved.", named: character.name))
            }
            return result
        }
        guard !request.isRehearsal else { return result }
        let change = try save(accepted, in: library)
        (result.revision, result.changed, result.isSaved) = (change.revision, change.edit.names, true)
        return result
    }

    /// Whether the request only removes values and sets none.
    private var takesOnlyBack: Bool { request.entries.isEmpty && request.data == nil && !request.removed.isEmpty }

    private func save(_ values: [GivenValue], in library: any LibraryStore) throws(LibraryError) -> FormChange {
        var entries: [String: FieldEntry] = [:]
        var removed = request.removed
        var pictures: [[UInt8]] = []
        let blank = Dictionary(opened.form.fields.map { ($0.name, $0) }) { first, _ in first }
        for value in values {
            let name = value.field.name
            if let range = value.picture {
                let bytes = Array(plan.pictures[range])
                pictures.append(bytes)
                entries[name] = .picture(path: ContentHash(bytes).description)
            } else if value.values.allSatisfy(\.isEmpty), blank[name]?.hasValue == false {
                // The template's field is empty anyway, so no value is stored.
                removed.insert(name)
            } else {
                entries[name] = value.field.entry(for: value.values)
            }
        }
        return try library.setFormValues(
            entries, removing: removed, pictures: pictures, of: request.character, expecting: there.values.revision,
            by: request.author)
    }
}
