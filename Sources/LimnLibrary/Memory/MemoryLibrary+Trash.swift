// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

extension MemoryLibrary {
    /// See ``LibraryStore``.
    public func trash() throws(LibraryError) -> [TrashEntry] { try reading { $0.trash } }

    /// See ``LibraryStore``.
    @discardableResult
    public func restoreFromTrash(_ id: TrashEntry.ID) throws(LibraryError) -> [TrashEntry] {
        try writing { state throws(LibraryError) in
            let all = state.trash
            guard let entry = all.first(where: { $0.id == id }) else { throw .notInTrash(id) }
            let restored = entry.restored(among: all)
            for entry in restored {
                switch entry.id {
                case .template(let id): state.templates[id]?.trashed = nil
                case .character(let id): state.characters[id]?.trashed = nil
                }
            }
            return restored
        }
    }

    /// See ``LibraryStore``.
    @discardableResult
    public func deleteFromTrash(
        removedBefore time: Date?, only ids: Set<TrashEntry.ID>?
    ) throws(LibraryError) -> [TrashEntry] {
        try writing { state throws(LibraryError) in
            let deleted = state.trash.filter { entry in
                (time.map { entry.removed < $0 } ?? true) && (ids?.contains(entry.id) ?? true)
            }
            for entry in deleted {
                switch entry.id {
                case .character(let id): state.characters[id] = nil
                case .template(let id):
                    state.templates[id] = nil
                    for character in state.characters.values where character.record.template == id {
                        state.characters[character.record.id]?.record.template = nil
                    }
                }
            }
            return deleted
        }
    }
}

extension MemoryState {
    fileprivate var trash: [TrashEntry] {
        let templates = templates.values.compactMap { template in
            template.trashed.map {
                TrashEntry(
                    id: .template(template.record.id), name: template.record.name, template: nil, removed: $0,
                    byteCount: template.record.byteCount)
            }
        }
        let characters = characters.values.compactMap { character in
            character.trashed.map {
                TrashEntry(
                    id: .character(character.record.id), name: character.record.name,
                    template: character.record.template, removed: $0, byteCount: 0)
            }
        }
        return (templates + characters).sortedForTrash
    }
}
