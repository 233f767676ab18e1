// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnSync

/// Merges a request's edits with what others have changed since they were made. Few need the page's journal for that, so it
/// is read only then.
final class EditMerger: Sendable {
    private let page: CharacterPage
    private let isOwner: Bool
    private let library: Library
    private let state = Monitor<(history: [Edit]?, isMissing: Bool)>((nil, false))
    /// The number of edits of the journal in which an item is looked for.
    private static let historyLimit = 1000

    init(_ page: CharacterPage, _ identity: Identity, _ library: Library) {
        (self.page, self.library) = (page, library)
        isOwner = identity.isOwner
    }

    /// Whether an edit could not be merged without the journal.
    var needsHistory: Bool { state.withLock { $0.isMissing && $0.history == nil } }

    /// Reads the journal.
    func readHistory() throws {
        let edits = try library.lastEdits(of: page, limit: Self.historyLimit)
        state.withLock { $0.history = edits }
    }

    /// Returns the edit of a drawing.
    ///
    /// - Throws: `LibraryError` with `refused` if the journal is needed; see ``needsHistory``.
    func edit(_ proposal: EditProposal, on drawing: Drawing) throws(LibraryError) -> Edit {
        let history = state.withLock { $0.history }
        do {
            return try EditMerge.edit(
                proposal, on: drawing, history: history, hiding: isOwner ? [] : drawing.privateLayers)
        } catch let error as InkError {
            throw LibraryError(error)
        } catch {
            state.withLock { $0.isMissing = true }
            throw .refused("The journal of the page has to be read.")
        }
    }
}
