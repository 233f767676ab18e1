// SPDX-License-Identifier: GPL-3.0-or-later

/// How far the making of pictures is.
public struct RenderProgress: Hashable, Sendable {
    /// The documents in all.
    public var documents: Int
    /// The documents that are done.
    public var documentsDone = 0
    /// The pages that are done, in all documents.
    public var pagesDone = 0
    /// The part of the work that is done, from 0 to 1: documents, and of those that were begun the pages.
    public var fraction = 0.0

    /// No work is done yet.
    public init(documents: Int) { self.documents = documents }

    init(documents: Int, documentsDone: Int, pagesDone: Int, fraction: Double) {
        self.documents = documents
        self.documentsDone = documentsDone
        self.pagesDone = pagesDone
        self.fraction = fraction
    }
}
