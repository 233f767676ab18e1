// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn

/// What a picture shows: a page of a template, or of a character with its ink.
struct PictureSubject: Sendable {
    /// The id and the page as they are written: `{id}:{page}`.
    let identifier: String
    /// The id of the template or of the character.
    let owner: String
    let template: TemplateRecord
    /// The page, from 1.
    let page: Int
    let image: PageImage
    /// The ink that whoever asks may see; nil for none.
    private(set) var ink: Drawing?
    /// The revision of the ink; nil for a page of a template.
    private(set) var revision: Int?
    /// The values of the character's form; nil where it has none.
    let values: FormSnapshot?

    /// Finds what an identifier names.
    ///
    /// - Throws: ``Problem`` with 404 also for what the person may not see.
    init(_ identifier: String, for identity: Identity, in library: Library) throws {
        let sides = identifier.split(separator: ":", omittingEmptySubsequences: false)
        guard sides.count == 2, let page = ImageNumber.whole(sides[1]), page > 0 else { throw Problem.notFound() }
        let (owner, record) = try PictureOwner.find(String(sides[0]), for: identity, in: library)
        let sizes = try library.pages(of: record.id)
        guard page <= sizes.count else { throw Problem.notFound("There is no page \(page).") }
        self.owner = owner.id
        self.identifier = "\(owner.id):\(page)"
        template = record
        self.page = page
        image = try PageImage(of: sizes[page - 1].size)
        if case .character(let character) = owner {
            let drawn = try library.drawing(on: CharacterPage(character.id, page: page))
            revision = drawn?.revision ?? 0
            let values = try library.formSnapshot(of: character.id)
            self.values = values.values.revision > 0 ? values : nil
            let choice = LayerChoice(.visible, for: identity.isOwner ? .gameMaster : .everyone)
            ink = drawn.map { $0.drawing.limited(to: choice) }.flatMap { $0.isEmpty ? nil : $0 }
        } else {
            revision = nil
            values = nil
            ink = nil
        }
    }

    /// The page without ink, as it lies below what an editor draws by itself.
    var paper: PictureSubject {
        var paper = self
        (paper.ink, paper.revision) = (nil, nil)
        return paper
    }

    /// What changes with every change of what the picture shows, and with nothing else.
    var version: String {
        let content = template.contentHash.prefix(16)
        let form = values.map { "-form\($0.values.revision)" } ?? ""
        return revision.map { "\($0)\(form)-\(content)" } ?? "\(content)\(form)"
    }

    /// Whether a client's version is the current one: the revision of the ink, `.` and the revision of the form's values where
    /// the character has some, or what ``version`` says; of a template, also its whole hash. Paper has no revision of ink.
    func isCurrent(_ given: String) -> Bool {
        let form = values.map { ".\($0.values.revision)" } ?? ""
        let short = (revision.map { "\($0)" } ?? "") + form
        return given == version || (!short.isEmpty && given == short)
            || (revision == nil && given == template.contentHash)
    }
}

/// Whose page it is.
enum PictureOwner: Sendable {
    case template(TemplateRecord)
    case character(CharacterRecord)

    /// The id as text.
    var id: String {
        switch self {
        case .template(let record): "\(record.id)"
        case .character(let record): "\(record.id)"
        }
    }

    /// Finds a template or a character that a person may see.
    ///
    /// - Throws: ``Problem`` with 404.
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
    /// A character; nil where there is none.
    fileprivate func found(_ id: CharacterID) throws(LibraryError) -> CharacterRecord? {
        do throws(LibraryError) { return try character(id) } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }
}
