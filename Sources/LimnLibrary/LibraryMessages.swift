// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
public import LimnInk

/// The messages that ``Library`` and ``MemoryLibrary`` share.
extension LibraryError {
    /// Makes the error for the id of no template, or of one in the trash.
    static func noTemplate(_ id: TemplateID) -> LibraryError {
        LibraryError(.notFound, "There is no template \(id) in the library.")
    }

    /// Makes the error for the id of no character, or of one in the trash.
    static func noCharacter(_ id: CharacterID) -> LibraryError {
        LibraryError(.notFound, "There is no character \(id) in the library.")
    }

    /// Makes the error for a page whose ink is at another revision than the caller expected.
    static func stale(_ page: Int, current: Int) -> LibraryError {
        LibraryError(
            .stale,
            "The ink of page \(page) has changed: it is at revision \(current) now. Load it again and repeat the change.",
            currentRevision: current)
    }

    /// Makes the error for a page that is not among the `count` pages of a template.
    static func noPage(_ page: Int, count: Int) -> LibraryError {
        LibraryError(
            .noSuchPage,
            "There is no page \(page): the template has \(count == 1 ? "one page" : "\(count) pages").")
    }

    /// Makes the error for an item in a layer that its drawing does not have.
    ///
    /// - Parameters:
    ///   - layer: the index of the layer, from 0. The message counts from 1, as people do.
    ///   - count: the number of layers of the drawing.
    static func noLayer(_ layer: Int, count: Int) -> LibraryError {
        LibraryError(
            .invalidInk,
            "An item is in layer \(layer.ordinal), but the drawing has \(count == 1 ? "one layer" : "\(count) layers")."
        )
    }

    /// Converts an error of LimnInk.
    ///
    /// The code becomes `damaged` for bytes that are corrupt or not ink, `newerVersion` for an unsupported version, and
    /// `invalidInk` for all others, such as an edit that conflicts with the drawing. The description stays the same.
    public init(_ error: InkError) {
        switch error.code {
        case .corrupt, .notInk: self.init(.damaged, error.description)
        case .unsupportedVersion: self.init(.newerVersion, error.description)
        default: self.init(.invalidInk, error.description)
        }
    }
}

/// Checks page numbers.
package enum PageRule {
    /// The highest page number of a character without a template. It also limits the page numbers that are read from a
    /// database.
    static let highest = 1_000_000

    /// Whether a character without a template may have a page.
    package static func allows(_ page: Int) -> Bool { (1...highest).contains(page) }

    /// Checks that a page, from 1, exists.
    ///
    /// - Parameters:
    ///   - page: the page number, which may come from a user.
    ///   - count: the number of pages of the template; nil for a character without one.
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
    /// The check encodes all items, so that its cost grows with the drawing.
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
