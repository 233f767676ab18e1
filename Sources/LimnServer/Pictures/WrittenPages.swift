// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles
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
            let access = Access(password: password)
            let place = try await FilledPages(services: services).place(of: subject, access)
            guard let descriptor = place.file.descriptor else { throw Problem.noTemplate }
            let engine = services.engine(for: identity)
            guard let pages = PageSelection("\(place.page)"),
                let printed = try await engine.text(of: .file(place.file), pages: pages, access: access).first
            else { throw Problem.notFound("There is no page \(subject.page).") }
            let form = try await engine.form(in: .descriptor(descriptor), access: access).form
            let items = subject.ink.map { PageText.all(in: $0) } ?? []
            // The file stays open until the worker has read it.
            return try withExtendedLifetime(place.file) {
                try Answer.encode(
                    WrittenPage(
                        number: subject.page, printed: subject.isInItsDocument ? printed : printed.withoutPageLinks,
                        values: Self.values(form, on: place.page),
                        items: items.map { WrittenPage.Entry($0) }))
            }
        }
        if isKept { cache.keep(PictureCache.Picture(bytes: made, type: "application/json"), as: key) }
        return made
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
