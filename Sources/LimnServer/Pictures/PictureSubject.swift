// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnGeometry

/// The subject of a picture: a page of a template, or a page of a character with its ink.
struct PictureSubject: Sendable {
    /// The identifier in the form `{id}:{page}`.
    let identifier: String
    /// The id of the template or of the character.
    let owner: String
    let template: TemplateRecord
    /// The page, from 1; for a character, its permanent number.
    let page: Int
    /// The page in a character's own list; nil if the character has none.
    private(set) var listed: PageList.Page?
    /// Whether the page is shown as it is in its document, and not taken out of it to be turned or because it has other
    /// content.
    var isInItsDocument: Bool {
        guard let listed else { return true }
        if case .template = listed.content { return listed.turn == .none }
        return false
    }
    let image: PageImage
    /// The audience of the picture.
    let audience: Drawing.Layer.Audience
    /// The ink for the audience; nil if there is none.
    private(set) var ink: Drawing?
    /// The revision of the ink; nil for a page of a template and for ``paper``.
    private(set) var revision: Int?
    /// The values of the character's form; nil if there are none.
    let values: FormSnapshot?

    /// Finds the subject with an identifier.
    ///
    /// - Parameters:
    ///   - identity: the person, who must be allowed to see the page.
    ///   - audience: the audience of the picture.
    /// - Throws: ``Problem`` with status 404 if it does not exist or the person may not see it.
    init(
        _ identifier: String, of identity: Identity, for audience: Drawing.Layer.Audience, in library: Library
    ) throws {
        let sides = identifier.split(separator: ":", omittingEmptySubsequences: false)
        guard sides.count == 2, let page = ImageNumber.whole(sides[1]), page > 0 else { throw Problem.notFound() }
        let (owner, record) = try PictureOwner.find(String(sides[0]), for: identity, in: library)
        var snapshot: PageSnapshot?
        let geometry: PageGeometry?
        if case .character(let character) = owner {
            // The page, its turn, its ink and its values belong together.
            snapshot = try library.snapshot(of: CharacterPage(character.id, page: page))
            (listed, geometry) = (snapshot?.listed, snapshot?.geometry)
        } else {
            let all = try library.pages(of: record.id)
            geometry = all.indices.contains(page - 1) ? all[page - 1] : nil
        }
        guard let geometry else { throw Problem.notFound("There is no page \(page).") }
        self.owner = owner.id
        self.identifier = "\(owner.id):\(page)"
        template = snapshot?.template ?? record
        self.page = page
        self.audience = audience
        image = try PageImage(of: geometry.size)
        if let snapshot {
            revision = snapshot.drawing?.revision ?? 0
            values = snapshot.form.values.revision > 0 ? snapshot.form : nil
            ink = snapshot.drawing.map { $0.drawing.limited(to: LayerChoice(.visible, for: audience)) }.flatMap {
                $0.isEmpty ? nil : $0
            }
        } else {
            revision = nil
            values = nil
            ink = nil
        }
    }

    /// Finds the subject with an identifier as ``init(_:of:for:in:)`` does, and reads much ink without taking the threads
    /// of all others.
    static func find(
        _ identifier: String, for audience: Drawing.Layer.Audience, _ identity: Identity, _ services: Services
    ) async throws -> PictureSubject {
        let library = services.library
        let read: @Sendable () throws -> PictureSubject = {
            try PictureSubject(identifier, of: identity, for: audience, in: library)
        }
        let isLarge = try await services.threads.run { PictureSubject.isLarge(identifier, of: identity, in: library) }
        return isLarge
            ? try await HeavyWork.reading.run(for: identity.key, read) : try await services.threads.run(read)
    }

    /// Whether reading the ink of a subject takes long; false for a subject that does not exist or that the person may not
    /// see.
    private static func isLarge(_ identifier: String, of identity: Identity, in library: Library) -> Bool {
        let sides = identifier.split(separator: ":", omittingEmptySubsequences: false)
        guard sides.count == 2, let page = ImageNumber.whole(sides[1]), page > 0,
            let character = CharacterID(String(sides[0])), identity.maySee(character)
        else { return false }
        return (try? library.inkState(of: CharacterPage(character, page: page)).isLarge) ?? false
    }

    /// The page without ink, for editors that draw the ink themselves.
    var paper: PictureSubject {
        var paper = self
        (paper.ink, paper.revision) = (nil, nil)
        return paper
    }

    /// The version of the picture's content. It changes if and only if the content changes.
    var version: String {
        Self.version(of: template, revision: revision, form: values?.values.revision ?? 0)
    }

    /// Makes a version.
    ///
    /// - Parameters:
    ///   - revision: the revision of the ink; nil for a page without any.
    ///   - form: the revision of the form's values, with which the pages of a character share their journal; 0 without.
    static func version(of template: TemplateRecord, revision: Int?, form: Int) -> String {
        let content = template.contentHash.prefix(16)
        let form = form > 0 ? "-form\(form)" : ""
        return revision.map { "\($0)\(form)-\(content)" } ?? "\(content)\(form)"
    }

    /// Returns whether a client's version is current.
    ///
    /// Three forms are valid: ``version``; the revision of the ink, followed by `.` and the revision of the form's
    /// values if the character has values; and, if there is no ``revision``, the complete hash of the template.
    func isCurrent(_ given: String) -> Bool {
        let form = values.map { ".\($0.values.revision)" } ?? ""
        let short = (revision.map { "\($0)" } ?? "") + form
        return given == version || (!short.isEmpty && given == short)
            || (revision == nil && given == template.contentHash)
    }
}

/// The owner of a page: a template or a character.
enum PictureOwner: Sendable {
    case template(TemplateRecord)
    case character(CharacterRecord)

    /// The id as a string.
    var id: String {
        switch self {
        case .template(let record): "\(record.id)"
        case .character(let record): "\(record.id)"
        }
    }

    /// Finds a template or a character that a person may see.
    ///
    /// - Throws: ``Problem`` with status 404 if it does not exist, has no template, or the person may not see it.
    static func find(
        _ id: String, for identity: Identity, in library: Library
    ) throws -> (owner: PictureOwner, template: TemplateRecord) {
        if let character = CharacterID(id), identity.maySee(character), let record = try library.found(character) {
            guard let template = record.template else { throw Problem.notFound("The character has no template.") }
            return (.character(record), try library.template(template))
        }
        guard let template = TemplateID(id) else { throw Problem.notFound() }
        let isVisible =
            try identity.isOwner || identity.characters.contains { try library.found($0)?.template == template }
        guard isVisible else { throw Problem.notFound() }
        let record = try library.template(template)
        return (.template(record), record)
    }
}

extension Library {
    /// Returns a character; nil if it does not exist.
    fileprivate func found(_ id: CharacterID) throws(LibraryError) -> CharacterRecord? {
        do throws(LibraryError) { return try character(id) } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }
}
