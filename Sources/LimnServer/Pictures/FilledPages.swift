// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles
internal import Synchronization

/// The documents that pictures are drawn from: templates, and templates with the values of characters filled in.
struct FilledPages: Sendable {
    let services: Services

    /// The document that a picture shows.
    ///
    /// - Throws: `LimnError`, `LibraryError`.
    func document(of subject: PictureSubject, _ access: Access) async throws -> InputFile {
        let template = try await services.withLibrary { try $0.content(of: subject.template.id) }
        guard let values = subject.values, !values.isEmpty else { return template }
        let key = "\(subject.owner)/\(values.values.revision)/\(subject.template.contentHash)"
        // Whoever asks for a picture of a locked template shows its password to the worker each time.
        let isKept = !subject.template.needsPassword
        let cache = services.workshop.filledPages
        if isKept, let there = cache.document(key) { return there }
        let made = try await services.engine.filled(values, on: .file(template), access: access) ?? template
        if isKept { cache.keep(made, as: key) }
        return made
    }
}

/// The documents that were filled last. Each is an open file without a name.
final class FilledPageCache: Sendable {
    private struct State {
        var documents: [(key: String, file: InputFile)] = []
    }

    private let state = Mutex(State())
    private let limit: Int
    /// A larger document is not kept.
    private static let byteLimit = 32 << 20

    /// - Parameter limit: the most documents.
    init(limit: Int = 32) { self.limit = limit }

    /// A document that is there.
    func document(_ key: String) -> InputFile? {
        state.withLock { state in
            guard let index = state.documents.firstIndex(where: { $0.key == key }) else { return nil }
            let found = state.documents.remove(at: index)
            state.documents.append(found)
            return found.file
        }
    }

    /// Keeps a document in the place of the one that was not asked for longest.
    func keep(_ file: InputFile, as key: String) {
        guard file.size <= Self.byteLimit else { return }
        state.withLock { state in
            state.documents.removeAll { $0.key == key }
            state.documents.append((key, file))
            if state.documents.count > limit { state.documents.removeFirst() }
        }
    }
}
