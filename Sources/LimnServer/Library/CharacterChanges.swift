// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn

/// The properties of a character that a client changes. Properties that are nil stay unchanged.
struct CharacterChanges: Decodable {
    let name: String?
    let favorite: Bool?
    let tags: [String]?
    let template: String?
    let lastPage: Int?

    /// Applies the changes. Names, tags and the template are checked before the first change is made.
    func apply(to id: CharacterID, in library: Library, by identity: Identity) throws {
        let record = try library.character(id)
        if let name { _ = try NameRule.name.checked(name) }
        let tags = try tags.map { try NameRule.checkedTags($0) }
        var newTemplate: TemplateID?
        if let template {
            let visible = try identity.visibleTemplates(in: library)
            guard let template = TemplateID(template), visible?.contains(template) ?? true else {
                throw Problem.refused("There is no such template.", field: "template")
            }
            newTemplate = template
        }
        // These two changes depend on pages and may fail, so they come first.
        if let newTemplate, newTemplate != record.template {
            do throws(LibraryError) { try library.attach(id, to: newTemplate) } catch {
                guard error.code == .notFound else { throw error }
                throw Problem.refused("There is no such template.", field: "template")
            }
        }
        if let lastPage { try library.setLastViewed(CharacterPage(id, page: lastPage)) }
        if let name, name != record.name { try library.renameCharacter(id, to: name) }
        if let favorite, favorite != record.isFavorite { try library.setFavorite(favorite, of: id) }
        if let tags, tags != record.tags {
            try library.changeTags(of: id, adding: tags, removing: record.tags.filter { !tags.contains($0) })
        }
    }
}

/// The sort order of a list of characters.
enum CharacterOrder {
    case name(isReversed: Bool)
    case modified(isReversed: Bool)
    case created(isReversed: Bool)

    /// Parses a sort order.
    ///
    /// - Parameter text: `name`, `modified` or `created`, with a leading minus for the reverse order; nil means `name`.
    /// - Throws: ``Problem`` with status 400.
    init(_ text: String?) throws(Problem) {
        let text = text ?? "name"
        let isReversed = text.hasPrefix("-")
        switch isReversed ? String(text.dropFirst()) : text {
        case "name": self = .name(isReversed: isReversed)
        case "modified": self = .modified(isReversed: isReversed)
        case "created": self = .created(isReversed: isReversed)
        default:
            throw Problem.unreadable(
                "“sort” must be name, modified or created, or one of these after a minus sign.", field: "sort")
        }
    }

    /// Returns records in this order.
    ///
    /// - Parameter records: the records, which must be sorted by name.
    func sorted(_ records: [CharacterRecord]) -> [CharacterRecord] {
        switch self {
        case .name(let isReversed): isReversed ? records.reversed() : records
        case .modified(let isReversed):
            records.sorted { isReversed ? $0.modified > $1.modified : $0.modified < $1.modified }
        case .created(let isReversed):
            records.sorted { isReversed ? $0.created > $1.created : $0.created < $1.created }
        }
    }
}
