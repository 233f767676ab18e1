// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk

extension MemoryLibrary {
    /// See ``LibraryStore``.
    @discardableResult
    public func createCharacter(_ character: NewCharacter) throws(LibraryError) -> CharacterRecord {
        try writing { state throws(LibraryError) in try add(character, to: &state) }
    }

    /// Adds a character with its ink and its form values.
    ///
    /// - Throws: ``LibraryError`` with `invalidName`, `invalidValue`, `notFound`, `noSuchPage` or `invalidInk`.
    func add(_ character: NewCharacter, to state: inout MemoryState) throws(LibraryError) -> CharacterRecord {
        let new = try character.checked()
        var pageCount: Int?
        if let id = new.template { pageCount = try state.template(id).record.pageCount }
        let now = Date(milliseconds: sources.milliseconds())
        var made = MemoryState.Character(
            record: CharacterRecord(
                id: CharacterID(bits: sources.randomBits()), name: new.name, template: new.template,
                isFavorite: new.isFavorite, tagLines: new.tags.joined(separator: "\n"), lastPage: new.lastPage,
                created: now, modified: now, inkVersion: new.drawings.isEmpty && new.formEntries.isEmpty ? 0 : 1,
                pageText: new.pageList?.coded))
        try new.checkPages(templatePages: pageCount)
        for (page, drawing) in new.drawings.sorted(by: { $0.key < $1.key }) {
            made.pages[page] = MemoryPage(drawing: try drawing.checked(), revision: 1, modified: now)
        }
        if !new.formEntries.isEmpty {
            (made.form.entries, made.form.revision, made.form.modified) = (new.formEntries, 1, now)
            made.form.pictures = FormRule.hashed(new.formPictures)
        }
        state.characters[made.record.id] = made
        return made.record
    }

    /// See ``LibraryStore``. Every search splits all texts into words, so it suits small libraries only.
    public func characters(_ filter: CharacterFilter) throws(LibraryError) -> [CharacterRecord] {
        let tags = Set(filter.tags.map { $0.precomposedStringWithCanonicalMapping.foldedForSearch })
        let query = try SearchQuery(filter)
        let words = query.words.map { MemorySearch.tokens(in: $0) }
        return try reading { state in
            state.listedCharacters.filter { character in
                let record = character.record
                if filter.favoritesOnly, !record.isFavorite { return false }
                if let template = filter.template, record.template != template { return false }
                guard tags.isSubset(of: record.tags.map(\.foldedForSearch)) else { return false }
                guard !words.isEmpty || !query.signs.isEmpty else { return true }
                let template = record.template.flatMap { state.templates[$0] }
                let texts = [
                    record.name, record.tags.joined(separator: "\n"), character.form.entries.searchedText,
                ]
                let names = (texts + [template?.record.name].compactMap { $0 }).map(\.foldedForSearch)
                let hasSigns = query.signs.allSatisfy { sign in
                    names.contains { $0.range(of: sign, options: .literal) != nil }
                }
                guard hasSigns else { return false }
                let all = (texts + [template?.record.name, template?.facts.text].compactMap { $0 })
                    .map(MemorySearch.tokens)
                return words.allSatisfy { run in all.contains { MemorySearch.contains(run, in: $0) } }
            }.map(\.record)
        }.sortedByName { ($0.name, Int64(milliseconds: $0.created), $0.id.value) }
    }

    /// See ``LibraryStore``.
    public func characters(withPrefix text: String) throws(LibraryError) -> [CharacterRecord] {
        try characters(CharacterFilter()).filter { MemorySearch.hasPrefix(text, $0.name, $0.id) }
    }

    /// See ``LibraryStore``.
    public func character(_ id: CharacterID) throws(LibraryError) -> CharacterRecord {
        try reading { state throws(LibraryError) in try state.character(id).record }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func renameCharacter(_ id: CharacterID, to name: String) throws(LibraryError) -> CharacterRecord {
        let name = try NameRule.name.checked(name)
        return try change(id) { $0.record.name = name }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func duplicateCharacter(_ id: CharacterID, named name: String) throws(LibraryError) -> CharacterRecord {
        let name = try NameRule.name.checked(name)
        return try writing { state throws(LibraryError) in
            let original = try state.character(id)
            let (record, now) = (original.record, Date(milliseconds: sources.milliseconds()))
            var copy = original
            copy.record = CharacterRecord(
                id: CharacterID(bits: sources.randomBits()), name: name, template: record.template,
                isFavorite: record.isFavorite, tagLines: record.tagLines, lastPage: record.lastPage, created: now,
                modified: now, inkVersion: record.inkVersion, pageText: record.pageText)
            state.characters[copy.record.id] = copy
            return copy.record
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func setFavorite(_ isFavorite: Bool, of id: CharacterID) throws(LibraryError) -> CharacterRecord {
        try change(id, touching: false) { $0.record.isFavorite = isFavorite }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func changeTags(
        of id: CharacterID, adding added: [String], removing removed: [String]
    ) throws(LibraryError) -> CharacterRecord {
        try change(id) { character throws(LibraryError) in
            character.record.tags = try NameRule.changed(character.record.tags, adding: added, removing: removed)
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func attach(_ id: CharacterID, to template: TemplateID) throws(LibraryError) -> CharacterRecord {
        try writing { state throws(LibraryError) in
            var character = try state.character(id)
            let count = try state.template(template).record.pageCount
            let list = character.record.pageList
            if let list {
                guard list.fits(templatePages: count) else { throw .damagedPages(character.record.name) }
            } else {
                let old = state.pageCount(of: character)
                for (page, found) in character.pages.sorted(by: { $0.key > $1.key }) {
                    // A page whose insertion was undone does not count.
                    guard let old, page > old, found.done.isEmpty, found.drawing.isEmpty else {
                        try PageRule.check(page, of: count)
                        continue
                    }
                    if page <= count { character.forgetUndone(on: page) }
                }
            }
            guard character.record.template != template else { return character.record }
            character.record.template = template
            character.record.inkVersion += 1
            character.record.modified = Date(milliseconds: sources.milliseconds())
            if let page = character.record.lastPage, page > count, list?.position(of: page) == nil {
                character.record.lastPage = nil
            }
            state.characters[id] = character
            return character.record
        }
    }

    /// See ``LibraryStore``.
    public func removeCharacter(_ id: CharacterID) throws(LibraryError) {
        try writing { state throws(LibraryError) in
            _ = try state.character(id)
            state.characters[id]?.trashed = Date(milliseconds: sources.milliseconds())
        }
    }

    /// Changes a character.
    ///
    /// - Parameters:
    ///   - id: the character.
    ///   - touching: whether the change counts for ``CharacterRecord/modified``.
    ///   - body: changes a copy, which replaces the character only if `body` does not throw.
    /// - Returns: the changed record.
    private func change(
        _ id: CharacterID, touching: Bool = true,
        _ body: (inout MemoryState.Character) throws(LibraryError) -> Void
    ) throws(LibraryError) -> CharacterRecord {
        try writing { state throws(LibraryError) in
            var character = try state.character(id)
            try body(&character)
            if touching { character.record.modified = Date(milliseconds: sources.milliseconds()) }
            state.characters[id] = character
            return character.record
        }
    }

    /// See ``LibraryStore``.
    public func thumbnail(of id: CharacterID) throws(LibraryError) -> (picture: [UInt8], inkVersion: Int)? {
        try reading { state throws(LibraryError) in
            try state.character(id).picture.map { (picture: $0.bytes, inkVersion: $0.inkVersion) }
        }
    }

    /// See ``LibraryStore``.
    public func setThumbnail(_ picture: [UInt8], of id: CharacterID, inkVersion: Int) throws(LibraryError) {
        try writing { state throws(LibraryError) in
            var character = try state.character(id)
            if let stored = character.picture, stored.inkVersion > inkVersion { return }
            character.picture = (picture, inkVersion)
            state.characters[id] = character
        }
    }

    /// See ``LibraryStore``.
    public func setLastViewed(_ page: CharacterPage) throws(LibraryError) {
        try writing { state throws(LibraryError) in
            var character = try state.character(page.character)
            try state.check(page.page, of: character)
            character.record.lastPage = page.page
            state.characters[page.character] = character
            state.lastViewed = page
        }
    }

    /// See ``LibraryStore``.
    public func lastViewed() throws(LibraryError) -> CharacterPage? {
        try reading { state in
            guard let last = state.lastViewed, let character = state.characters[last.character],
                character.trashed == nil, let page = character.record.lastPage
            else { return nil }
            return CharacterPage(last.character, page: page)
        }
    }
}
