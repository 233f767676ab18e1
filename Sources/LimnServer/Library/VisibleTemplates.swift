// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn

extension Identity {
    /// The templates that a person may see: all, or those of the characters that they may see.
    ///
    /// - Returns: nil for all.
    func visibleTemplates(in library: Library) throws -> Set<TemplateID>? {
        if isOwner { return nil }
        return Set(
            characters.compactMap { id in
                // A character that is gone has no template any more.
                (try? library.character(id))?.template
            })
    }

    /// - Throws: ``Problem`` with 404 for a template that is not there, or that the person may not see.
    func requireSeeing(_ template: TemplateID, _ services: Services) async throws {
        let isVisible = try await services.withLibrary { library in
            guard try visibleTemplates(in: library)?.contains(template) ?? true else { return false }
            do throws(LibraryError) { _ = try library.template(template) } catch {
                guard error.code == .notFound else { throw error }
                return false
            }
            return true
        }
        guard isVisible else { throw Problem.noTemplate }
    }
}

extension String {
    /// Whether each word of a search occurs, without case and diacritics.
    func containsWords(_ search: String) -> Bool {
        search.split(whereSeparator: \.isWhitespace).prefix(100).allSatisfy {
            range(of: $0, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }
}
