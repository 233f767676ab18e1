// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles
internal import LimnGeometry
internal import Synchronization

/// Provides the documents from which pictures are drawn: templates, and templates filled with characters' values.
struct FilledPages: Sendable {
    let services: Services

    /// Returns the document of a picture, and the page in it.
    ///
    /// - Throws: `LimnError`, `LibraryError`.
    func place(of subject: PictureSubject, _ access: Access) async throws -> (document: OpenedDocument, page: Int) {
        guard let listed = subject.listed else { return (try await document(of: subject, access), subject.page) }
        if case .template(let page) = listed.content, listed.turn == .none {
            return (try await document(of: subject, access), page)
        }
        let revision = subject.values?.values.revision ?? 0
        let key = "\(subject.owner)/\(revision)/\(subject.template.contentHash)/\(listed.number)"
        return (
            try await kept(key, for: subject) {
                let whole = try await document(of: subject, access)
                return try await services.engine.arranged([listed], of: .file(whole.file), access: access)
            }, 1
        )
    }

    /// Returns the document of a page that is shown turned, and the page in it; nil for other pages.
    ///
    /// - Throws: `LimnError`, `LibraryError`.
    func original(
        of subject: PictureSubject, _ access: Access
    ) async throws -> (document: OpenedDocument, page: Int, turn: PageGeometry.Rotation)? {
        guard let listed = subject.listed, listed.turn != .none, case .template(let page) = listed.content else {
            return nil
        }
        return (try await document(of: subject, access), page, listed.turn)
    }

    private func document(of subject: PictureSubject, _ access: Access) async throws -> OpenedDocument {
        let hash = subject.template.contentHash
        let template = try await template(of: subject)
        guard let values = subject.values, !values.isEmpty else { return template }
        return try await kept("\(subject.owner)/\(values.values.revision)/\(hash)", for: subject) {
            try await services.engine.filled(values, on: .file(template.file), access: access) ?? template.file
        }
    }

    /// Returns the document of a template. The library checks its file each time; an open one is used again if it is that
    /// file.
    private func template(of subject: PictureSubject) async throws -> OpenedDocument {
        let file = try await services.withLibrary { try $0.content(of: subject.template.id) }
        let key = "\(subject.template.contentHash)"
        if let there = services.workshop.documents.document(key), there.file.isSame(as: file) { return there }
        let made = try OpenedDocument(.file(file))
        if !subject.template.needsPassword { services.workshop.documents.keep(made, as: key) }
        return made
    }

    /// Returns a document from the cache, or makes and keeps it. Encrypted templates and their filled copies are not kept:
    /// each request must provide the password.
    private func kept(
        _ key: String, for subject: PictureSubject, _ make: () async throws -> InputFile
    ) async throws -> OpenedDocument {
        let isKept = !subject.template.needsPassword
        let cache = services.workshop.documents
        if isKept, let there = cache.document(key) { return there }
        let made = try OpenedDocument(.file(try await make()))
        if isKept, made.file.size <= Self.madeLimit { cache.keep(made, as: key) }
        return made
    }

    /// The largest size in bytes of a kept document that is no file of the library.
    private static let madeLimit = 32 << 20
}

/// A cache of the most recently used documents: templates, and unnamed files with values or with one page. They stay open,
/// so that a worker that has read one need not read it again.
final class DocumentCache: Sendable {
    private struct State {
        var documents: [(key: String, document: OpenedDocument)] = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// Creates an empty cache.
    ///
    /// - Parameter limit: the maximum number of documents.
    init(limit: Int = 32) { self.limit = limit }

    /// Returns a cached document; nil if there is none.
    func document(_ key: String) -> OpenedDocument? {
        state.withLock { state in
            guard let index = state.documents.firstIndex(where: { $0.key == key }) else { return nil }
            let found = state.documents.remove(at: index)
            state.documents.append(found)
            return found.document
        }
    }

    /// Adds a document, and removes the least recently used document if there are too many.
    func keep(_ document: OpenedDocument, as key: String) {
        state.withLock { state in
            state.documents.removeAll { $0.key == key }
            state.documents.append((key, document))
            if state.documents.count > limit { state.documents.removeFirst() }
        }
    }
}
