// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import LimnJobs
public import LimnLibrary
internal import SystemPackage

/// The form of a character: the fields of its template with its own values.
public struct CharacterForm: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The values that the character was given, and their revision.
    public let values: FormValues
    /// The form, with these values and what is computed of them; without fields for a character without a template.
    public let read: ReadForm

    /// What a person should know, such as values that the template's form does not take.
    public var diagnostics: [Diagnostic] { read.diagnostics }
    /// How it came out.
    public var status: ResultStatus { diagnostics.status }

    /// Reads it.
    ///
    /// - Parameters:
    ///   - access: for the template: password and limits.
    ///   - passwords: whom to ask for its password.
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
            let shown = CharacterValues(of: snapshot, in: found.form)
            found.form = shown.form
            found.diagnostics += shown.problems.map { Diagnostic(.fieldRefused, $0, named: record.name) }
            read = found
        } catch { throw LimnError(error) }
    }

    /// Writes the keys of a form, whose `input` is the template's name, and `id`, `name`, `revision`, `canUndo`, `canRedo` and
    /// `given`: what the character was given, by field, a picture as `{"picture": its hash}`.
    public func encode(to encoder: any Encoder) throws {
        try read.encode(to: encoder)
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "revision": values.revision, "canUndo": values.canUndo,
            "canRedo": values.canRedo, "given": values.entries.mapValues(StoredEntry.init),
        ])
    }
}
