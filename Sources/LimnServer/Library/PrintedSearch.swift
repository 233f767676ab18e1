// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnGeometry

/// Finds printed words in the templates that a person sees. The library's text of each template names the pages; only those
/// are read.
struct PrintedSearch {
    let services: Services
    let identity: Identity

    /// A place on a page of a template.
    struct Place: Sendable {
        let template: TemplateRecord
        /// The page of the template, from 1.
        let page: Int
        /// The size of the page, in points.
        let size: Size
        /// The left, upper, right and lower edge in points.
        let edges: [Double]
        /// The words and some of those around them.
        let text: String
    }

    /// The number of pages that one search reads, in all and of one template, so that one hides no others.
    private static let (pageLimit, templateLimit) = (60, 24)
    /// The number of pages that are read at once.
    private static let batch = 12
    /// The number of places of one page that are listed.
    private static let placeLimit = 20

    /// Returns the pages of a template, from 1, that may hold all words.
    ///
    /// - Returns: all pages if nobody but those with the password may know their words.
    static func pages(_ words: SearchWords, of template: TemplateRecord, in library: Library) throws -> [Int] {
        guard !template.needsPassword else { return Array(1...max(1, template.pageCount)) }
        return words.pages(inTextOf: template, try library.searchText(of: template.id))
    }

    /// Returns the pages of a template on which words are printed one after another.
    ///
    /// - Returns: all pages if nobody but those with the password may know their words.
    static func matches(
        _ words: SearchWords, of template: TemplateRecord, isWhole: Bool, in library: Library
    ) throws -> [PrintedMatches] {
        let text = template.needsPassword ? "" : try library.searchText(of: template.id)
        return words.matches(inTextOf: template, text, isWhole: isWhole)
    }

    /// Returns the places in the templates of characters, or in all templates for the owner.
    ///
    /// - Returns: the places, and whether there may be more.
    func places(
        of words: SearchWords, in characters: [CharacterRecord], limit: Int, access: Access
    ) async throws -> (places: [Place], isMore: Bool) {
        let candidates = try await HeavyWork.reading.run(for: identity.key) { [library = services.library, identity] in
            let seen = Set(characters.compactMap(\.template))
            return try library.templates().filter { (identity.isOwner || seen.contains($0.id)) && !$0.needsPassword }
                .compactMap { template -> (TemplateRecord, [Int])? in
                    // A template that has just been removed, or is damaged, has no places.
                    guard let pages = try? Self.pages(words, of: template, in: library), !pages.isEmpty else {
                        return nil
                    }
                    return (template, pages)
                }
        }
        var places: [Place] = []
        var remaining = Self.pageLimit
        var isMore = false
        for (template, pages) in candidates {
            do {
                try await services.workshop.secretTemplates.refuse(template, to: identity, access: access, services)
            } catch { continue }
            var rest = pages.prefix(candidates.count > 1 ? Self.templateLimit : Self.pageLimit)
            isMore = isMore || rest.count < pages.count
            while !rest.isEmpty {
                guard places.count < limit, remaining > 0 else { return (places, true) }
                let read = rest.prefix(min(remaining, Self.batch))
                (rest, remaining) = (rest.dropFirst(read.count), remaining - read.count)
                do { places += try await self.places(of: words, on: Array(read), of: template) } catch let error
                    as LimnError
                {
                    // A document that cannot be read hides nothing in the others, nor a page with too many words.
                    guard error.code == .limit else { break }
                    for page in read { places += (try? await self.places(of: words, on: [page], of: template)) ?? [] }
                }
            }
        }
        return (places, isMore)
    }

    private func places(
        of words: SearchWords, on pages: [Int], of template: TemplateRecord
    ) async throws -> [Place] {
        let file = try await services.withLibrary { try $0.content(of: template.id) }
        guard let selection = PageSelection(pages.map(String.init).joined(separator: ",")) else { return [] }
        let engine = services.engine(for: identity)
        let texts = try await services.workshop.pictureTurns.run(for: identity.key) {
            try await engine.printedText(of: .file(file), pages: selection, access: Access())
        }
        return try await HeavyWork.reading.run(for: identity.key) {
            texts.flatMap { text in
                SearchedPage(text).printedPlaces(of: words).prefix(Self.placeLimit).map {
                    Place(template: template, page: text.page, size: text.size, edges: $0.edges, text: $0.context)
                }
            }
        }
    }
}
