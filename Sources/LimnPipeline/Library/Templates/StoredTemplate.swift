// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs
public import LimnLibrary

/// A template that was put into a library, and what its user should know of it.
public struct StoredTemplate: Sendable, Encodable {
    /// The template.
    public var template: TemplateRecord
    /// Whether the library already had a template with the same bytes.
    public var wasThere: Bool
    /// How the document was saved; nil if it was stored as it is.
    public var save: SaveStrategy?
    /// The reason why it was saved that way.
    public var reason: String?
    /// The name of the document, which messages leave out.
    var inputName: String
    /// Messages for the user.
    public var diagnostics: [Diagnostic]

    init(template: TemplateRecord, wasThere: Bool, inputName: String, diagnostics: [Diagnostic]) {
        self.template = template
        self.wasThere = wasThere
        self.inputName = inputName
        self.diagnostics = diagnostics
    }

    /// Encodes the keys of ``TemplateSummary``, and `save`, `reason`, `messages` and `notes`.
    public func encode(to encoder: any Encoder) throws {
        try TemplateSummary(template).encode(to: encoder)
        try encoder.encodeMembers([
            "save": save, "reason": reason, "messages": diagnostics.messages(inputName: inputName),
            "notes": diagnostics.notes(inputName: inputName),
        ])
    }
}
