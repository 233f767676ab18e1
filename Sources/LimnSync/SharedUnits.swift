// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnInk
internal import LimnLibrary

/// A character's properties as entries of a unit.
enum AboutUnit {
    static let name = "about"
    private static let tag = "tag "

    /// Records how the properties have changed.
    ///
    /// - Parameter isUsed: whether the character's ink or form has changed, so that somebody who removes it meanwhile does
    ///   not know all of it.
    static func record(_ character: SharedCharacter, in recorder: inout SyncRecorder, isUsed: Bool) {
        func set(_ key: String, _ value: SyncValue) { recorder.set(.name(key), [value]) }
        set("name", .text(character.name))
        set("favorite", .flag(character.isFavorite))
        set("created", .text("\(character.created)"))
        if isUsed, !character.isTrashed {
            recorder.renew(.name("here"), [.flag(true)])
        } else {
            set("here", .flag(!character.isTrashed))
        }
        // The pages are those of the template: both change together. A value that is none is a text, too: somebody may
        // have taken the template away.
        let sheet = [character.template ?? "", character.pages].compactMap { $0 }.joined(separator: "\n")
        if !sheet.isEmpty || recorder.unit.entries[.name("template")] != nil { set("template", .text(sheet)) }
        if let name = character.templateName { set("template name", .text(name)) }
        for (index, text) in character.tags.enumerated() where index < NameRule.maximumTagCount {
            set(tag + NameRule.key(ofTag: text), .text(text))
        }
        let tags = Set(character.tags.map { tag + NameRule.key(ofTag: $0) })
        for case .name(let key) in Array(recorder.unit.entries.keys) where key.hasPrefix(tag) && !tags.contains(key) {
            recorder.remove(.name(key))
        }
    }

    /// Returns the properties that a state comes to; nil if it has no name.
    ///
    /// A character that somebody removed while others changed it is not in the trash.
    static func character(_ unit: SyncUnit, modified: Int64) -> SharedCharacter? {
        func text(_ key: String) -> String? {
            guard case .text(let text)? = unit.resolved(.name(key))?.parts.first?.value, !text.isEmpty else {
                return nil
            }
            return text
        }
        func flag(_ key: String) -> Bool {
            if case .flag(let flag)? = unit.resolved(.name(key))?.parts.first?.value { flag } else { false }
        }
        guard let name = text("name") else { return nil }
        let here = unit.resolved(.name("here"))
        let isHere = ((here?.parts ?? []) + (here?.others.joined().map { $0 } ?? [])).contains {
            $0.value == .flag(true)
        }
        let tags = unit.entries.keys.sorted().compactMap { key -> String? in
            guard case .name(let name) = key, name.hasPrefix(tag) else { return nil }
            return text(name)
        }
        let sheet = (text("template") ?? "").split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        return SharedCharacter(
            name: name, isFavorite: flag("favorite"), tags: Array(tags.prefix(NameRule.maximumTagCount)),
            template: sheet[0].isEmpty ? nil : sheet[0], templateName: text("template name"),
            pages: sheet.count > 1 ? sheet[1] : nil,
            isTrashed: here != nil && !isHere,
            created: text("created").flatMap { Int64($0) } ?? modified, modified: modified)
    }
}

/// The values of a character's form as entries of a unit.
enum FormUnit {
    static let name = "form"

    static func record(_ entries: [String: FieldEntry], in recorder: inout SyncRecorder) {
        for (name, entry) in entries { recorder.set(.name(name), [.field(entry)]) }
        for case .name(let key) in Array(recorder.unit.entries.keys) where entries[key] == nil {
            recorder.remove(.name(key))
        }
    }

    /// The hashes of the pictures in versions that others do not have yet.
    static func pictures(_ unit: SyncUnit, since base: VersionVector) -> [String] {
        let hashes = unit.entries.values.joined().filter { !base.contains($0.dot) }.flatMap(\.parts).compactMap {
            part in
            if case .field(.picture(let hash)) = part.value { hash } else { nil }
        }
        return Set(hashes).sorted()
    }

    static func entries(_ unit: SyncUnit) -> [String: FieldEntry] {
        unit.entries.keys.reduce(into: [:]) { entries, key in
            if case .name(let name) = key, case .field(let entry)? = unit.resolved(key)?.parts.first?.value {
                entries[name] = entry
            }
        }
    }
}
