// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnSync

/// Merges a request's edits with what others have changed since they were made. Few need the page's journal for that, so it
/// is read only then.
final class EditMerger: Sendable {
    private let page: CharacterPage
    private let isOwner: Bool
    private let library: Library
    private let state = Monitor<(history: EditHistoryIndex?, isMissing: Bool)>((nil, false))
    /// The number of edits of the journal in which an item is looked for, and of their bytes.
    private static let historyLimit = (edits: 1000, bytes: 64 << 20)
    /// How often the journal is read because somebody has changed the page meanwhile.
    static let attempts = 6

    init(_ page: CharacterPage, _ identity: Identity, _ library: Library) {
        (self.page, self.library) = (page, library)
        isOwner = identity.isOwner
    }

    /// Whether an edit could not be merged without the journal.
    var needsHistory: Bool { state.withLock(\.isMissing) }

    /// Reads the journal, and returns the changes for the revision that it leads to.
    func withHistory(_ changes: [EditRequest.Change]) throws -> [EditRequest.Change] {
        let (steps, revision) = try library.lastSteps(
            of: page, limit: Self.historyLimit.edits, bytes: Self.historyLimit.bytes)
        let history = EditHistoryIndex(steps)
        state.withLock { $0 = (history, true) }
        return changes.enumerated().map { number, change in
            switch change {
            case .edit(nil, let make) where number == 0: .edit(expecting: revision, make)
            case .append(let items) where number == 0:
                .edit(expecting: revision) { drawing throws(LibraryError) in
                    Edit(appending: items, to: drawing.itemCount)
                }
            default: change
            }
        }
    }

    /// Returns the edit of a drawing.
    ///
    /// - Throws: `LibraryError` with `refused` if the journal is needed, see ``needsHistory``, or if others have changed the
    ///   layers that the edit is about.
    func edit(_ proposal: EditProposal, on drawing: Drawing) throws(LibraryError) -> Edit {
        let history = state.withLock(\.history)
        do throws(EditMerge.Failure) {
            return try EditMerge.edit(
                proposal, on: drawing, history: history, hiding: isOwner ? [] : drawing.privateLayers)
        } catch {
            switch error {
            case .layers:
                throw .refused(
                    "The page has changed meanwhile, and its layers are for how it was. Change them again.")
            case .needsHistory:
                state.withLock { $0.isMissing = true }
                throw .refused("The journal of the page has to be read.")
            }
        }
    }
}
