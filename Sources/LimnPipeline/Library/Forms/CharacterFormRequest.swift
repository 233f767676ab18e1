// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import LimnJobs
public import LimnLibrary
public import SystemPackage

/// Values that the form of a character shall get.
public struct CharacterFormRequest: Sendable {
    /// The character.
    public var character: CharacterID
    /// The data; nil where entries say all. They have one row.
    public var data: FormDataSource?
    /// A mapping, which makes entries of data of another shape; nil where the data name fields.
    public var mapping: FilePath?
    /// Entries that take the place of those of the data.
    public var entries: [FormRow.Entry]
    /// The full names of fields that get the template's value back. What entries say of the same field counts more.
    public var removed: Set<String> = []
    /// Pictures in memory, by the names with which entries name them.
    public var pictures: [String: [UInt8]] = [:]
    /// Whether entries may name pictures that are files. A program that has entries of strangers turns it off.
    public var readsFiles = true
    /// The revision of the values that are changed; nil for any.
    public var expectedRevision: Int?
    /// Whether read-only fields are filled, and values are kept although others are refused.
    public var force = false
    /// Whether the values are only checked; nothing is kept then.
    public var isRehearsal = false
    /// Password and limits.
    public var access: Access
    /// Whom to ask for the template's password.
    public var passwords: PasswordSource?
    /// Where the template is read.
    package var context = JobContext.standard

    /// Makes a request.
    public init(
        _ character: CharacterID, data: FormDataSource? = nil, entries: [FormRow.Entry] = [], access: Access = Access()
    ) {
        self.character = character
        self.data = data
        self.entries = entries
        self.access = access
    }
}

/// What became of a change of a character's form values.
public struct CharacterFormResult: Sendable, Encodable {
    /// The character.
    public let character: CharacterRecord
    /// The revision that the values have now; 0 where there never were any.
    public internal(set) var revision: Int
    /// Whether the library has the values now; not after a rehearsal, nor where some were refused.
    public internal(set) var isSaved = false
    /// The full names of the fields whose values are others now, sorted.
    public internal(set) var changed: [String] = []
    /// What became of the fields that were named; then those that follow from them.
    public internal(set) var fields: [FieldResult] = []
    /// How it came out.
    public internal(set) var status = ResultStatus.ok
    /// What a person should know.
    public internal(set) var diagnostics: [Diagnostic] = []

    init(_ character: CharacterRecord, revision: Int) {
        self.character = character
        self.revision = revision
    }

    /// How many fields have the value that they were given.
    public var filled: Int { fields.count { [.filled, .formatted, .unchanged].contains($0.outcome) } }

    /// Writes all keys; `id` and `name` are the character's.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "revision": revision, "saved": isSaved,
            "filled": filled, "changed": changed, "fields": fields, "status": status,
            "messages": diagnostics.messages(inputName: character.name),
            "notes": diagnostics.notes(inputName: character.name),
        ])
    }
}
