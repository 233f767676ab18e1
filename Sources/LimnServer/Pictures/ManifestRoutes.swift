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
            var own: CharacterPages?
            var form = 0
            if case .character(let record) = owner {
                name = record.name
                own = try library.pages(of: record)
                form = (try? library.formValues(of: record.id).revision) ?? 0
                for page in try library.drawnPages(of: record.id) { revisions[page.page] = page.revision }
            }
            let geometry = try own?.geometry ?? library.pages(of: template.id)
            let pages = try geometry.enumerated().map { index, page in
                let isInked = if case .character = owner { true } else { false }
                let number = own?.numbers[index] ?? index + 1
                let version = PictureSubject.version(
                    of: template, revision: isInked ? revisions[number] ?? 0 : nil, form: form)
                return Manifest.Page(
                    number: number, position: index + 1, image: try PageImage(of: page.size), version: version)
            }
            let outline = try library.outline(of: template.id)
            return Manifest(
                name: name, id: owner.id, pages: pages, outline: own.map { $0.outline(outline) } ?? outline, address)
        }
        return try IIIFAddress.answer(manifest, context: Manifest.words, to: request, for: Recipient(context))
    }
}
