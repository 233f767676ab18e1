// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn

extension Library {
    /// Returns the places in the handwriting of characters that may say the words of a text, the surest first, and equally sure
    /// ones in the order of characters and pages. Players and viewers get none in layers for the game master, and nobody gets
    /// those of removed pages, nor of pages that were not read since they changed.
    ///
    /// - Parameter isWhole: whether beginnings of longer words do not count.
    func places(
        of text: String, isWhole: Bool = false, in characters: [CharacterRecord], for identity: Identity, limit: Int
    ) throws -> [(character: CharacterRecord, hit: HandwrittenPage.Hit)] {
        guard HandwrittenPage.isQuery(text) else { return [] }
        var places: [(character: CharacterRecord, hit: HandwrittenPage.Hit)] = []
        func surest() -> [(character: CharacterRecord, hit: HandwrittenPage.Hit)] {
            let sorted = places.enumerated().sorted { one, other in
                (-one.element.hit.certainty, one.offset) < (-other.element.hit.certainty, other.offset)
            }
            return sorted.prefix(limit).map(\.element)
        }
        for character in characters {
            // A character that has just been removed has none.
            let pages = (try? handwriting(of: character.id, for: identity.audience)) ?? []
            places += pages.lazy.flatMap { $0.hits(of: text, isWhole: isWhole) }.map { (character, $0) }
            if places.count > 8 * limit { places = surest() }
        }
        return surest()
    }
}

extension Identity {
    /// Whose layers the person sees.
    fileprivate var audience: Drawing.Layer.Audience { isOwner ? .gameMaster : .everyone }
}

/// A place in handwriting, in the answers about pages.
struct HandwrittenPlace: Encodable, Sendable {
    /// The left, upper, right and lower edge in points.
    let box: [Double]
    /// How sure it is that it says the word, 0…1.
    let certainty: Double
    /// The most probable text of its line, which is often wrong.
    let text: String

    init(_ hit: HandwrittenPage.Hit) {
        (box, certainty, text) = (hit.box.roundedEdges, hit.roundedCertainty, hit.line)
    }
}
