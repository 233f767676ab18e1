// SPDX-License-Identifier: GPL-3.0-or-later

/// The progress of rendering.
public struct RenderProgress: Hashable, Sendable {
    /// The total number of documents.
    public var documents: Int
    /// The number of finished documents.
    public var documentsDone = 0
    /// The number of finished pages in all documents.
    public var pagesDone = 0
    /// The share of the work that is done, 0…1. Documents in progress count by the share of their pages that is done.
    public var fraction = 0.0

    /// Makes the initial progress.
    ///
    /// - Parameter documents: the number of documents to render.
    public init(documents: Int) { self.documents = documents }

    init(documents: Int, documentsDone: Int, pagesDone: Int, fraction: Double) {
        self.documents = documents
        self.documentsDone = documentsDone
        self.pagesDone = pagesDone
        self.fraction = fraction
    }
}
