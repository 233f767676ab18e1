// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
public import SystemPackage

/// A library in memory, for tests and as the reference implementation of ``LibraryStore``.
///
/// It behaves like a ``Library``, except that nothing is stored on a disk. It keeps the whole undo history, and items
/// stay in the trash until they are deleted. Any thread may use it; one lock serializes all calls.
///
/// ```swift
/// let store: any LibraryStore = MemoryLibrary()
/// let maren = try store.createCharacter(NewCharacter(name: "Maren Ashwick", template: nil))
/// ```
public final class MemoryLibrary: LibraryStore, @unchecked Sendable {
    // Unchecked: `lock` guards `state`.
    private let lock = NSLock()
    private var state = MemoryState()
    let sources: LibrarySources

    /// Always nil.
    public var storageFolder: FilePath? { nil }

    /// Creates an empty library.
    ///
    /// - Parameter sources: the source of times and ids. Its random bits must not repeat.
    public init(sources: LibrarySources = LibrarySources()) { self.sources = sources }

    /// Reads the state under the lock. `body` must not call the library.
    func reading<T>(_ body: (MemoryState) throws(LibraryError) -> T) throws(LibraryError) -> T {
        lock.lock()
        defer { lock.unlock() }
        return try body(state)
    }

    /// Changes a copy of the state, which replaces the state only if `body` does not throw.
    func writing<T>(_ body: (inout MemoryState) throws(LibraryError) -> T) throws(LibraryError) -> T {
        lock.lock()
        defer { lock.unlock() }
        var copy = state
        let result = try body(&copy)
        state = copy
        return result
    }
}

/// The content of a ``MemoryLibrary``.
struct MemoryState {
    struct Template {
        var record: TemplateRecord
        var facts: NewTemplate
        /// The time when it was moved to the trash; nil if it is not in the trash.
        var trashed: Date?
    }
    struct Character {
        var record: CharacterRecord
        var pages: [Int: MemoryPage] = [:]
        var form = MemoryForm()
        var picture: (bytes: [UInt8], inkVersion: Int)?
        /// The time when it was moved to the trash; nil if it is not in the trash.
        var trashed: Date?
    }

    var templates: [TemplateID: Template] = [:]
    var characters: [CharacterID: Character] = [:]
    var lastViewed: CharacterPage?

    /// The templates that are not in the trash.
    var listedTemplates: [Template] { templates.values.filter { $0.trashed == nil } }
    /// The characters that are not in the trash.
    var listedCharacters: [Character] { characters.values.filter { $0.trashed == nil } }

    /// Returns a template.
    ///
    /// - Throws: ``LibraryError`` with `notFound`, also for a template in the trash.
    func template(_ id: TemplateID) throws(LibraryError) -> Template {
        guard let template = templates[id], template.trashed == nil else { throw .noTemplate(id) }
        return template
    }

    /// Returns a character.
    ///
    /// - Throws: ``LibraryError`` with `notFound`, also for a character in the trash.
    func character(_ id: CharacterID) throws(LibraryError) -> Character {
        guard let character = characters[id], character.trashed == nil else { throw .noCharacter(id) }
        return character
    }

    /// The page count of a character's template; nil for an orphan.
    func pageCount(of character: Character) -> Int? {
        character.record.template.flatMap { templates[$0]?.record.pageCount }
    }

    /// Checks that a page of a character exists.
    ///
    /// - Throws: ``LibraryError`` with `noSuchPage`.
    func check(_ page: Int, of character: Character) throws(LibraryError) {
        if let list = character.record.pageList {
            guard list.position(of: page) != nil else { throw .pageIsGone(page) }
            return
        }
        try PageRule.check(page, of: pageCount(of: character))
    }
}
