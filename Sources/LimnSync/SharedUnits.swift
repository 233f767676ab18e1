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
        // None is a text, too: somebody may have taken the template away.
        if character.template != nil || recorder.unit.entries[.name("template")] != nil {
            set("template", .text(character.template ?? ""))
        }
        if let name = character.templateName { set("template name", .text(name)) }
        for (index, text) in character.tags.enumerated() where index < NameRule.maximumTagCount {
            set(tag + NameRule.key(ofTag: text), .text(text))
        }
        let tags = Set(character.tags.map { tag + NameRule.key(ofTag: $0) })
        for case .name(let key) in Array(recorder.unit.entries.keys) where key.hasPrefix(tag) && !tags.contains(key) {
            recorder.remove(.name(key))
        }
    }

    /// Returns the hash in a text; behind it, the list of pages stood before that was a unit.
    static func template(_ text: String?) -> String? {
        text?.split(separator: "\n", omittingEmptySubsequences: false).first.map { String($0) }
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
        return SharedCharacter(
            name: name, isFavorite: flag("favorite"), tags: Array(tags.prefix(NameRule.maximumTagCount)),
            template: template(text("template")), templateName: text("template name"),
            isTrashed: here != nil && !isHere,
            created: text("created").flatMap { Int64($0) } ?? modified, modified: modified)
    }
}

/// The list of a character's pages as entries of a unit: the pages that are not where and what the template has them.
enum PagesUnit {
    static let name = "pages"
    /// The number of the template's pages.
    private static let count = SyncKey.name("count")

    /// A page in the order of the list.
    private struct Placed {
        let key: SyncKey
        let order: String
        /// As ``PageList/coded`` has it; empty for one that was removed.
        let text: String
    }

    /// Returns all pages in their order, also those that were removed.
    private static func placed(_ unit: SyncUnit, templatePages count: Int) -> [Placed] {
        var placed = unit.entries.keys.compactMap { key -> Placed? in
            guard let parts = unit.resolved(key)?.parts, parts.count == 2,
                case .place(let order, _) = parts[0].value, case .text(let text) = parts[1].value
            else { return nil }
            return Placed(key: key, order: order, text: text)
        }
        let known = Set(placed.map(\.key))
        for (index, order) in OrderKey.places(count, between: nil, and: nil).enumerated() {
            let key = SyncKey.name("\(index + 1)")
            if !known.contains(key) { placed.append(Placed(key: key, order: order, text: "\(index + 1)")) }
        }
        return placed.sorted { ($0.order, $0.key) < ($1.order, $1.key) }
    }

    private static func count(_ unit: SyncUnit, _ count: Int?) -> Int {
        if let count { return count }
        guard case .text(let text)? = unit.resolved(Self.count)?.parts.first?.value else { return 0 }
        return min(max(0, Int(text) ?? 0), PageList.maximumCount)
    }

    /// Records how the list has changed.
    ///
    /// - Parameter templatePages: the number of the template's pages; nil if it is not there.
    static func record(_ list: PageList?, templatePages: Int?, in recorder: inout SyncRecorder) {
        let count = count(recorder.unit, templatePages)
        guard let pages = list?.pages ?? (count > 0 ? PageList(templatePages: count).pages : nil) else { return }
        let old = placed(recorder.unit, templatePages: count)
        let places = Dictionary(zip(old.map(\.key), old.indices)) { first, _ in first }
        let keys = pages.map { SyncKey.name("\($0.number)") }
        let matches = keys.map { places[$0] }
        let orders = PageInk.orders(
            keys, PageInk.stay(matches).enumerated().map { $1 ? matches[$0].map { old[$0].order } : nil })
        for (index, page) in pages.enumerated() {
            let text = page.coded
            if let match = matches[index], old[match].order == orders[index], old[match].text == text { continue }
            recorder.set(keys[index], [.place(order: orders[index], layer: nil), .text(text)])
        }
        let left = Set(keys)
        for one in old where !left.contains(one.key) && !one.text.isEmpty {
            // Without an entry, a page of the template would be there.
            let isTemplates = if case .name(let name) = one.key { (Int(name) ?? .max) <= count } else { false }
            if isTemplates {
                recorder.set(one.key, [.place(order: one.order, layer: nil), .text("")])
            } else {
                recorder.remove(one.key)
            }
        }
        if recorder.hasChanged { recorder.set(Self.count, [.text("\(count)")]) }
    }

    /// Returns the list that a state comes to; nil if no page is left.
    static func list(_ unit: SyncUnit, templatePages: Int?) -> PageList? {
        let count = count(unit, templatePages)
        let texts = placed(unit, templatePages: count).compactMap { one -> String? in
            guard let page = PageList(coded: one.text)?.pages.first else { return nil }
            // Another template may have fewer pages.
            if let templatePages, case .template(let number) = page.content, number > templatePages { return nil }
            return one.key == .name("\(page.number)") ? one.text : nil
        }
        return PageList(coded: texts.prefix(PageList.maximumCount).joined(separator: " "))
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
