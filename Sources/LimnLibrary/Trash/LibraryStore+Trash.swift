// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

extension LibraryStore {
    /// Permanently deletes the items that were moved to the trash before a time, or all items.
    ///
    /// - Parameter time: the time; nil for all items, which is the default.
    /// - Returns: the deleted entries. They cannot be restored, except from a backup.
    @discardableResult
    public func emptyTrash(removedBefore time: Date? = nil) throws(LibraryError) -> [TrashEntry] {
        try deleteFromTrash(removedBefore: time, only: nil)
    }

    /// Finds an item in the trash by its name, its id, or an unambiguous prefix of either.
    ///
    /// A whole id comes first, then an equal name, then a name that is equal without case and diacritics, then a
    /// prefix.
    ///
    /// - Parameter text: the name, the id or the prefix. Templates and characters are searched together.
    /// - Returns: the entry, whose ``TrashEntry/id`` the other calls for the trash take.
    /// - Throws: ``LibraryError`` with `notFound` or `ambiguous`.
    public func resolveTrash(_ text: String) throws(LibraryError) -> TrashEntry {
        let folded = text.foldedForSearch
        let all = try trash().filter { entry in
            !text.isEmpty
                && (entry.name.foldedForSearch.hasPrefix(folded) || "\(entry.id)".hasPrefix(text.lowercased()))
        }
        if let entry = all.first(where: { "\($0.id)" == text.lowercased() }) { return entry }
        do throws(LibraryError) {
            return try Reference.resolve(
                text, among: all.map { Candidate(record: $0, id: "\($0.id)", name: $0.name) }, kind: "item")
        } catch {
            guard error.code == .notFound else { throw error }
            throw LibraryError(.notFound, "There is no item called “\(text)” in the trash.")
        }
    }
}
