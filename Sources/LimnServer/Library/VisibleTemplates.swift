// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn

extension Identity {
    /// Returns the templates that the person may see: all templates, or those of the characters that the person may
    /// see.
    ///
    /// - Returns: the ids; nil if the person may see all templates.
    func visibleTemplates(in library: Library) throws -> Set<TemplateID>? {
        if isOwner { return nil }
        return Set(
            characters.compactMap { id in
                // A removed character has no template.
                (try? library.character(id))?.template
            })
    }

    /// Checks that the person may see a template.
    ///
    /// - Throws: ``Problem`` with status 404 if the template does not exist or the person may not see it.
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
    /// Returns whether each word of a search text occurs, ignoring case and diacritics.
    func containsWords(_ search: String) -> Bool {
        search.split(whereSeparator: \.isWhitespace).prefix(100).allSatisfy {
            range(of: $0, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }
}

extension ServerContext {
    /// Returns the id of the template in the path.
    ///
    /// - Throws: ``Problem`` with status 404 if there is no such template, or the person may not see it.
    func visibleTemplate(_ services: Services) async throws -> TemplateID {
        guard let id = TemplateID(try segment("template")) else { throw Problem.noTemplate }
        try await identity.requireSeeing(id, services)
        return id
    }
}
