// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk

/// The messages that ``Library`` and ``MemoryLibrary`` share.
extension LibraryError {
    static func noTemplate(_ id: TemplateID) -> LibraryError {
        LibraryError(.notFound, "There is no template \(id) in the library.")
    }

    static func noCharacter(_ id: CharacterID) -> LibraryError {
        LibraryError(.notFound, "There is no character \(id) in the library.")
    }

    static func stale(_ page: Int, current: Int) -> LibraryError {
        LibraryError(
            .stale,
            "The ink of page \(page) has changed: it is at revision \(current) now. Load it again and repeat the change.",
            currentRevision: current)
    }

    static func noPage(_ page: Int, count: Int) -> LibraryError {
        LibraryError(
            .noSuchPage,
            "There is no page \(page): the template has \(count == 1 ? "one page" : "\(count) pages").")
    }

    static func noLayer(_ layer: Int, count: Int) -> LibraryError {
        LibraryError(
            .invalidInk,
            "An item is in layer \(layer + 1), but the drawing has \(count == 1 ? "one layer" : "\(count) layers").")
    }

    /// Converts an error of LimnInk.
    public init(_ error: InkError) {
        switch error.code {
        case .corrupt, .notInk: self.init(.damaged, error.description)
        case .unsupportedVersion: self.init(.newerVersion, error.description)
        default: self.init(.invalidInk, error.description)
        }
    }
}

/// Checks page numbers.
enum PageRule {
    /// The highest page number of a character without a template.
    static let highest = 1_000_000

    /// Checks that a page, from 1, exists.
    ///
    /// - Parameter count: the number of pages of the template; nil for a character without one.
    /// - Throws: ``LibraryError`` with `noSuchPage`.
    static func check(_ page: Int, of count: Int?) throws(LibraryError) {
        guard page >= 1, page <= count ?? highest else {
            guard let count else {
                throw LibraryError(.noSuchPage, "There is no page \(page); pages are numbered from 1.")
            }
            throw .noPage(page, count: count)
        }
    }
}

extension Drawing {
    /// Returns the drawing if it can be stored and every item is in an existing layer.
    ///
    /// - Throws: ``LibraryError`` with `invalidInk`.
    func checked() throws(LibraryError) -> Drawing {
        if let layer = usedLayers.first(where: { !layers.indices.contains($0) }) {
            throw .noLayer(layer, count: layers.count)
        }
        do throws(InkError) { _ = try adding(items).encoded() } catch { throw LibraryError(error) }
        return self
    }
}
