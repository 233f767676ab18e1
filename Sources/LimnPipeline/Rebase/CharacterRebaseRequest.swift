// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
public import LimnLibrary
public import LimnRebase
public import SystemPackage

/// A request to move a character to a new edition of its template.
public struct CharacterRebaseRequest: Sendable {
    /// The character.
    public var character: CharacterID
    /// The new template.
    public var template: TemplateID
    /// Whether the library stays as it is. The result tells what would happen.
    public var isRehearsal = false
    /// Corrections of a person for items of the character's drawings. Their pages and items count from 0.
    public var corrections: [PlaceCorrection] = []
    /// The ``CharacterRecord/inkVersion`` that the corrections were made for; nil for any.
    public var expectedInkVersion: Int?
    /// The folder for pictures of the old pages, the new pages and the moved ink, and who gets them; nil for none.
    public var preview: (folder: FilePath, audience: Drawing.Layer.Audience)?
    /// The password and the limits for both templates.
    public var access: Access
    /// Asks for the templates' passwords; nil if they must not be asked for.
    public var passwords: PasswordSource?
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes a request with default options.
    ///
    /// - Parameters:
    ///   - character: the character.
    ///   - template: the new edition of its template.
    ///   - access: the password and the limits for both templates.
    public init(_ character: CharacterID, to template: TemplateID, access: Access = Access()) {
        (self.character, self.template, self.access) = (character, template, access)
    }
}

/// The result of moving a character to a new edition of its template.
public struct CharacterRebaseResult: Sendable, Encodable {
    /// The character: afterwards, or unchanged for a rehearsal.
    public let character: CharacterRecord
    /// The old template.
    public let old: TemplateRecord
    /// The new template.
    public let new: TemplateRecord
    /// Whether the library stayed as it was.
    public let isRehearsal: Bool
    /// The places of pages and items. Its `input`, `old` and `new` are the names of the character and of the templates.
    public let places: RebaseResult
    /// The fields that had a value, and their counterparts. A value without a counterpart keeps its old name.
    public let fields: [FieldMatch]

    /// The number of fields with a value that have a counterpart.
    public var movedFieldCount: Int { fields.count { $0.new != nil } }
    /// The status.
    public var status: ResultStatus { places.status }
    /// Messages for the user.
    public var diagnostics: [Diagnostic] { places.diagnostics }

    /// Encodes the keys of ``RebaseResult``, and `id`, `name` and `template` of the character, `dryRun` and `fields`:
    /// `{"old", "new", "basis"}`, in which `new` and `basis` are null for a field without a counterpart.
    public func encode(to encoder: any Encoder) throws {
        try places.encode(to: encoder)
        try encoder.encodeMembers([
            "id": "\(character.id)", "name": character.name, "template": character.template.map { "\($0)" },
            "dryRun": isRehearsal, "fields": fields.map { Field(match: $0) },
        ])
    }

    private struct Field: Encodable {
        let match: FieldMatch

        func encode(to encoder: any Encoder) throws {
            try encoder.encodeMembers(["old": match.old, "new": match.new, "basis": match.basis?.rawValue])
        }
    }
}
