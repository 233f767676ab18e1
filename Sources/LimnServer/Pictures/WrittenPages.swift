// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnForms
internal import LimnGeometry
internal import LimnPipeline

/// What is written on pages, with its places, as JSON. It is kept until the page changes, unless a password opens it.
struct WrittenPages {
    let services: Services

    /// The printed words, the values of form fields, and the typed texts and notes of a page.
    private struct WrittenPage: Encodable {
        /// A text that is not printed.
        struct Entry: Encodable {
            let text: String
            /// The left, upper, right and lower edge in page space, in points; nil for a text without a place.
            let rect: [Double]?
            private(set) var field: String?
            private(set) var kind: String?

            init(_ text: String, field: String, _ box: Rect) {
                (self.text, self.field, rect) = (text, field, box.roundedEdges)
            }

            init(_ item: PageText) { (text, kind, rect) = (item.text, item.kind.rawValue, item.box?.roundedEdges) }
        }

        let number: Int
        let printed: PrintedText
        let values: [Entry]
        let items: [Entry]

        private enum Key: CodingKey { case page, values, items }

        func encode(to encoder: any Encoder) throws {
            try printed.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            // The document may hold only this page.
            try container.encode(number, forKey: .page)
            try container.encode(values, forKey: .values)
            try container.encode(items, forKey: .items)
        }
    }

    /// Returns the JSON of a page. Who may see the page is the caller's matter.
    ///
    /// - Throws: ``Problem``, `LimnError`.
    func bytes(of subject: PictureSubject, for identity: Identity, password: String?) async throws -> [UInt8] {
        let cache = services.workshop.pictures
        let key = "\(subject.identifier)/\(subject.version)/\(subject.audience.rawValue)/text"
        let isKept = !subject.template.needsPassword
        if isKept, let there = cache.picture(key) { return there.bytes }
        let made = try await services.workshop.pictureTurns.run(for: identity.key) {
            let access = Access(password: subject.template.needsPassword ? password : nil)
            let place = try await FilledPages(services: services).place(of: subject, access)
            let engine = services.engine(for: identity)
            guard let pages = PageSelection("\(place.page)"),
                let printed = try await engine.printedText(of: .opened(place.document), pages: pages, access: access)
                    .first
            else { throw Problem.notFound("There is no page \(subject.page).") }
            // Reading the form of a long document takes longer than reading a page.
            let form =
                subject.template.hasFormFields || subject.values != nil
                ? try await engine.form(in: .opened(place.document), access: access).form : nil
            let items = subject.ink.map { PageText.all(in: $0) } ?? []
            let linked = try await linked(printed, of: subject, engine, access)
            return try Answer.encode(
                WrittenPage(
                    number: subject.page, printed: linked,
                    values: form.map { Self.values($0, on: place.page) } ?? [],
                    items: items.map { WrittenPage.Entry($0) }))
        }
        if isKept { cache.keep(PictureCache.Picture(bytes: made, type: "application/json"), as: key) }
        return made
    }

    /// What is printed on a page, and its number.
    private struct PrintedPage: Encodable {
        let number: Int
        let text: PrintedText

        private enum Key: CodingKey { case page }

        func encode(to encoder: any Encoder) throws {
            try text.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(number, forKey: .page)
        }
    }

    /// Returns the JSON of what is printed on pages of one owner. The document is opened once for all pages that are shown as
    /// they are in it. Who may see the pages is the caller's matter.
    ///
    /// - Throws: ``Problem``, `LimnError`.
    func printed(on subjects: [PictureSubject], for identity: Identity, password: String?) async throws -> [UInt8] {
        let needsPassword = subjects.contains(where: \.template.needsPassword)
        let access = Access(password: needsPassword ? password : nil)
        let engine = services.engine(for: identity)
        let pages = try await services.workshop.pictureTurns.run(for: identity.key) {
            var found: [PrintedPage] = []
            var together: [(subject: PictureSubject, page: Int, document: OpenedDocument)] = []
            for subject in subjects {
                let place = try await FilledPages(services: services).place(of: subject, access)
                if subject.isInItsDocument {
                    together.append((subject, place.page, place.document))
                } else if let text = try await text(of: place.document, [place.page], engine, access).first {
                    let linked = try await linked(text, of: subject, engine, access)
                    found.append(PrintedPage(number: subject.page, text: linked))
                }
            }
            var rest = together[...]
            var words = found.reduce(0) { $0 + $1.text.wordCount }
            // What an answer has no room for is left out; it can be asked for by itself.
            while let document = rest.first?.document, words < Self.wordLimit {
                // Opening a long document takes longer than reading many pages.
                let some = rest.prefix(Self.batch)
                rest = rest.dropFirst(some.count)
                let texts = try await readable(of: document, some.map(\.page), engine, access)
                found += zip(some, texts).compactMap { place, text in
                    text.map { PrintedPage(number: place.subject.page, text: $0) }
                }
                words += texts.reduce(0) { $0 + ($1?.wordCount ?? 0) }
            }
            return found
        }
        return try Answer.encode(["items": pages])
    }

    /// The number of pages that are read at once, and the number of words after which an answer ends.
    private static let (batch, wordLimit) = (16, 200_000)

    /// Returns the texts of pages; nil for each that cannot be read, or that an answer has no room for.
    ///
    /// - Throws: `LimnError` if the document cannot be opened.
    private func readable(
        of document: OpenedDocument, _ pages: [Int], _ engine: Engine, _ access: Access
    ) async throws -> [PrintedText?] {
        do { return try await text(of: document, pages, engine, access) } catch let error as LimnError {
            guard pages.count > 1, error.code != .locked, error.code != .cancelled else { throw error }
        }
        var (texts, words): ([PrintedText?], Int) = ([], 0)
        for page in pages {
            texts.append(words < Self.wordLimit ? try? await text(of: document, [page], engine, access).first : nil)
            words += texts.last??.wordCount ?? 0
        }
        return texts
    }

    private func text(
        of document: OpenedDocument, _ pages: [Int], _ engine: Engine, _ access: Access
    ) async throws -> [PrintedText] {
        let selection = PageSelection(pages.map(String.init).joined(separator: ","))
        guard let selection else { return [] }
        return try await engine.printedText(of: .opened(document), pages: selection, withLetters: true, access: access)
    }

    /// Returns the text of a page with the links that its document has there. A page that was taken out of its document to be
    /// turned has lost those to other pages, and other content has no such links.
    private func linked(
        _ text: PrintedText, of subject: PictureSubject, _ engine: Engine, _ access: Access
    ) async throws -> PrintedText {
        if subject.isInItsDocument { return text }
        guard let (document, page, turn) = try await FilledPages(services: services).original(of: subject, access),
            let original = try await self.text(of: document, [page], engine, access).first
        else { return text.withoutPageLinks }
        return text.withPageLinks(of: original, turnedBy: turn)
    }

    /// Returns what fields with words show on a page. Passwords are nobody's to read.
    private static func values(_ form: Form, on page: Int) -> [WrittenPage.Entry] {
        form.fields.flatMap { field in
            guard [.text, .combo, .list].contains(field.kind), !field.flags.contains(.password), !field.values.isEmpty
            else { return [WrittenPage.Entry]() }
            let labels = field.values.map { value in field.options.first { $0.value == value }?.label ?? value }
            let text = labels.joined(separator: "\n")
            return field.widgets.filter { !$0.isHidden && $0.pages.contains(page - 1) && !text.isEmpty }.map {
                WrittenPage.Entry(text, field: field.name, $0.rect)
            }
        }
    }
}
