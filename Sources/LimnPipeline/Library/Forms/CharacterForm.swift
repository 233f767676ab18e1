// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
public import LimnJobs
public import LimnLibrary
internal import SystemPackage

/// A character's form: the fields of its template, with the character's own values.
public struct CharacterForm: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The character's own values and their revision.
    public let values: FormValues
    /// The form with these values and the values calculated from them. It has no fields if the character has no
    /// template. Widgets are on the pages with the permanent numbers of the character's pages; those of removed pages are
    /// on none.
    public let read: ReadForm

    /// Messages for the user, for example about values that the template's form does not accept.
    public var diagnostics: [Diagnostic] { read.diagnostics }
    /// The status.
    public var status: ResultStatus { diagnostics.status }

    /// Reads the form of a character.
    ///
    /// - Parameters:
    ///   - access: the password and the limits for the template.
    ///   - passwords: asks for the template's password; nil if it must not be asked for.
    /// - Throws: ``LimnError``.
    package init(
        of id: CharacterID, in library: any LibraryStore, access: Access, passwords: PasswordSource?,
        context: JobContext
    ) throws(LimnError) {
        do {
            let record = try library.character(id)
            character = record
            let snapshot = try library.formSnapshot(of: id)
            if let damage = snapshot.damage { throw damage }
            values = snapshot.values
            guard let template = record.template else {
                read = ReadForm(input: FilePath(record.name), pageCount: 0, form: Form(), diagnostics: [])
                return
            }
            let document = try LibraryDocument.open(template, in: library)
            var found = try PasswordSource.retrying(passwords, access, for: document) { (access) throws(LimnError) in
                var reader = FormReader(access: access)
                reader.context = context
                return try reader.form(of: document)
            }
            if let list = try library.ownPages(of: record) {
                found.form = found.form.placed(on: list, template: try library.pages(of: template))
            }
            let shown = CharacterValues(of: snapshot, in: found.form)
            found.form = shown.form
            found.diagnostics += shown.problems.map { Diagnostic(.fieldRefused, $0, named: record.name) }
            read = found
        } catch { throw LimnError(error) }
    }

    /// Encodes the keys of ``ReadForm``, in which `input` is the template's name, and `id`, `name`, `revision`,
    /// `canUndo`, `canRedo` and `given`. `given` has the character's own values by field name. A picture is encoded as
    /// `{"picture": HASH}`.
    public func encode(to encoder: any Encoder) throws {
        try read.encode(to: encoder)
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "revision": values.revision, "canUndo": values.canUndo,
            "canRedo": values.canRedo, "given": values.entries.mapValues(StoredEntry.init),
        ])
    }
}
