// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import LimnJobs
public import LimnLibrary
public import SystemPackage

/// A request to set form values of a character.
public struct CharacterFormRequest: Sendable {
    /// A row of a table that was read before.
    public struct TableRow: Sendable {
        /// The values.
        public var row: FormRow
        /// The file of the table, beside which its pictures lie; nil if pictures must not be read.
        public var file: FilePath?
        /// The column that names the character. It may have no field.
        public var nameColumn: String?

        /// Makes a row.
        public init(_ row: FormRow, of file: FilePath? = nil, nameColumn: String? = nil) {
            (self.row, self.file, self.nameColumn) = (row, file, nameColumn)
        }
    }

    /// The character.
    public var character: CharacterID
    /// The data, which must have exactly one row; nil if ``entries`` have all values.
    public var data: FormDataSource?
    /// The file of a mapping, which derives entries from data of another shape; nil if the data name the fields
    /// themselves.
    public var mapping: FilePath?
    /// A row of a table, in place of ``data``; nil for none.
    public var row: TableRow?
    /// Entries that take precedence over those of the data.
    public var entries: [FormRow.Entry]
    /// The full names of fields whose values are reset to those of the template. Entries for the same field take
    /// precedence.
    public var removed: Set<String> = []
    /// Pictures in memory, by the names that entries use for them.
    public var pictures: [String: [UInt8]] = [:]
    /// Whether entries may name picture files. A program that gets entries from strangers turns this off.
    public var readsFiles = true
    /// The revision that the stored values must have; nil for any.
    public var expectedRevision: Int?
    /// The person whose history the change belongs to; nil if nobody is to be recorded.
    public var author: EditAuthor?
    /// Whether read-only fields are filled, and values are stored even if others are refused.
    public var force = false
    /// Whether accepted values are stored even if others are refused. Unlike ``force``, nothing is filled that may not be.
    public var keepsAccepted = false
    /// Whether this is a dry run: values are checked, but not stored.
    public var isRehearsal = false
    /// The password and the limits.
    public var access: Access
    /// Asks for the template's password; nil if it must not be asked for.
    public var passwords: PasswordSource?
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - character: the character, which has a template with a form.
    ///   - data: a file with values; nil for none.
    ///   - entries: single values, which count more than those of the file.
    ///   - access: the password and the limits for the documents.
    public init(
        _ character: CharacterID, data: FormDataSource? = nil, entries: [FormRow.Entry] = [], access: Access = Access()
    ) {
        self.character = character
        self.data = data
        self.entries = entries
        self.access = access
    }
}

/// The result of a change of a character's form values.
public struct CharacterFormResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The current revision of the values; 0 if there have never been any.
    public internal(set) var revision: Int
    /// Whether the change was stored. It is not stored in a dry run, or if values were refused and the request did not
    /// force it.
    public internal(set) var isSaved = false
    /// The full names of the fields whose values changed, sorted.
    public internal(set) var changed: [String] = []
    /// The outcomes for the named fields, followed by those for the fields calculated from them.
    public internal(set) var fields: [FieldResult] = []
    /// The status.
    public internal(set) var status = ResultStatus.ok
    /// Messages for the user.
    public internal(set) var diagnostics: [Diagnostic] = []

    init(_ character: CharacterRecord, revision: Int) {
        self.character = character
        self.revision = revision
    }

    /// The number of fields that have the given value.
    public var filled: Int { fields.count { [.filled, .formatted, .unchanged].contains($0.outcome) } }

    /// Encodes all keys. `id` and `name` are those of the character.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "revision": revision, "saved": isSaved,
            "filled": filled, "changed": changed, "fields": fields, "status": status,
            "messages": diagnostics.messages(inputName: character.name),
            "notes": diagnostics.notes(inputName: character.name),
        ])
    }
}
