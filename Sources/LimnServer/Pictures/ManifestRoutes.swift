// SPDX-License-Identifier: GPL-3.0-or-later

internal import Hummingbird
internal import Limn

/// The handler for manifests of templates and characters (IIIF Presentation API 3.0).
struct ManifestRoutes: Sendable {
    let services: Services

    /// Handles `/iiif/{id}/manifest.json`.
    @Sendable func manifest(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.segment("identifier")
        let address = try IIIFAddress(request, services)
        let manifest = try await services.withLibrary { library in
            let (owner, template) = try PictureOwner.find(id, for: context.identity, in: library)
            var revisions: [Int: Int] = [:]
            var name = template.name
            if case .character(let record) = owner {
                name = record.name
                for page in try library.drawnPages(of: record.id) { revisions[page.page] = page.revision }
            }
            let pages = try library.pages(of: template.id).enumerated().map { index, page in
                let isInked = if case .character = owner { true } else { false }
                let content = template.contentHash.prefix(16)
                let version = isInked ? "\(revisions[index + 1] ?? 0)-\(content)" : String(content)
                return Manifest.Page(number: index + 1, image: try PageImage(of: page.size), version: version)
            }
            return Manifest(
                name: name, id: owner.id, pages: pages, outline: try library.outline(of: template.id), address)
        }
        return try IIIFAddress.answer(manifest, context: Manifest.words, to: request, for: Recipient(context))
    }
}
