// SPDX-License-Identifier: GPL-3.0-or-later

/// The progress of rendering.
public struct RenderProgress: Hashable, Sendable {
    /// The number of all documents.
    public var documents: Int
    /// The number of finished documents.
    public var documentsDone = 0
    /// The number of finished pages in all documents.
    public var pagesDone = 0
    /// The finished share of the work, 0…1. Documents that have been started count by their finished pages.
    public var fraction = 0.0

    /// Makes the progress before any work is done.
    public init(documents: Int) { self.documents = documents }

    init(documents: Int, documentsDone: Int, pagesDone: Int, fraction: Double) {
        self.documents = documents
        self.documentsDone = documentsDone
        self.pagesDone = pagesDone
        self.fraction = fraction
    }
}
