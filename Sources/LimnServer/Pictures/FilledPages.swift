// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles
internal import Synchronization

/// Provides the documents from which pictures are drawn: templates, and templates filled with characters' values.
struct FilledPages: Sendable {
    let services: Services

    /// Returns the document of a picture, and the page in it.
    ///
    /// - Throws: `LimnError`, `LibraryError`.
    func place(of subject: PictureSubject, _ access: Access) async throws -> (file: InputFile, page: Int) {
        guard let listed = subject.listed else { return (try await document(of: subject, access), subject.page) }
        if case .template(let page) = listed.content, listed.turn == .none {
            return (try await document(of: subject, access), page)
        }
        let revision = subject.values?.values.revision ?? 0
        let key = "\(subject.owner)/\(revision)/\(subject.template.contentHash)/\(listed.number)"
        let isKept = !subject.template.needsPassword
        let cache = services.workshop.filledPages
        if isKept, let there = cache.document(key) { return (there, 1) }
        let whole = try await document(of: subject, access)
        let made = try await services.engine.arranged([listed], of: .file(whole), access: access)
        if isKept { cache.keep(made, as: key) }
        return (made, 1)
    }

    private func document(of subject: PictureSubject, _ access: Access) async throws -> InputFile {
        let template = try await services.withLibrary { try $0.content(of: subject.template.id) }
        guard let values = subject.values, !values.isEmpty else { return template }
        let key = "\(subject.owner)/\(values.values.revision)/\(subject.template.contentHash)"
        // Filled copies of encrypted templates are not cached: each request must provide the password.
        let isKept = !subject.template.needsPassword
        let cache = services.workshop.filledPages
        if isKept, let there = cache.document(key) { return there }
        let made = try await services.engine.filled(values, on: .file(template), access: access) ?? template
        if isKept { cache.keep(made, as: key) }
        return made
    }
}

/// A cache of the most recently used filled documents. Each is an open file without a name.
final class FilledPageCache: Sendable {
    private struct State {
        var documents: [(key: String, file: InputFile)] = []
    }

    private let state = Mutex(State())
    private let limit: Int
    /// The largest size of a cached document, in bytes.
    private static let byteLimit = 32 << 20

    /// Creates an empty cache.
    ///
    /// - Parameter limit: the maximum number of documents.
    init(limit: Int = 32) { self.limit = limit }

    /// Returns a cached document; nil if there is none.
    func document(_ key: String) -> InputFile? {
        state.withLock { state in
            guard let index = state.documents.firstIndex(where: { $0.key == key }) else { return nil }
            let found = state.documents.remove(at: index)
            state.documents.append(found)
            return found.file
        }
    }

    /// Adds a document, and removes the least recently used document if there are too many.
    func keep(_ file: InputFile, as key: String) {
        guard file.size <= Self.byteLimit else { return }
        state.withLock { state in
            state.documents.removeAll { $0.key == key }
            state.documents.append((key, file))
            if state.documents.count > limit { state.documents.removeFirst() }
        }
    }
}
