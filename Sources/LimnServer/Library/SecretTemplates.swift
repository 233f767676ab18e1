// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import Synchronization

/// Knows which templates carry ink for the game master, because they are earlier exports. They are the owner's alone, whole
/// or as pictures: their pages may show that ink.
final class SecretTemplates: Sendable {
    /// What is known, by the hash of the content.
    private let known = Mutex<[String: Bool]>([:])
    private static let limit = 10_000

    /// Refuses a template that carries ink for the game master to everybody but the owner.
    ///
    /// - Parameter access: the password for an encrypted template. What it carries is not remembered.
    /// - Throws: ``Problem`` with status 403; `LimnError` if it is not known what the template carries.
    func refuse(
        _ template: TemplateRecord, to identity: Identity, access: Access, _ services: Services
    ) async throws {
        guard !identity.isOwner else { return }
        guard try await isSecret(template, access, services) else { return }
        throw Problem.forbidden("This document carries ink for the game master from an earlier export.")
    }

    private func isSecret(_ template: TemplateRecord, _ access: Access, _ services: Services) async throws -> Bool {
        if let there = known.withLock({ $0[template.contentHash] }) { return there }
        let file = try await services.withLibrary { try $0.content(of: template.id) }
        let found: Bool
        do throws(LimnError) { found = try await services.engine.carriesSecretInk(.file(file), access: access) } catch {
            // Nobody can read anything in a document without its password, or in one that no program can read.
            guard [.locked, .failed, .refused, .unrecognized].contains(error.code) else { throw error }
            return false
        }
        guard !template.needsPassword else { return found }
        known.withLock { known in
            if known.count >= Self.limit { known = [:] }
            known[template.contentHash] = found
        }
        return found
    }
}
