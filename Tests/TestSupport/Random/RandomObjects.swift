// SPDX-License-Identifier: GPL-3.0-or-later

/// The numbered objects of a document that is being made by chance.
struct RandomObjects: Sendable {
    /// An object's number and generation.
    struct ID: Hashable, Sendable {
        var number: Int
        var generation: Int
        var reference: String { "\(number) \(generation) R" }
    }

    /// The text of each object; a stream has its data besides.
    private(set) var texts: [ID: (text: String, data: String?)] = [:]
    private(set) var freed: [ID] = []
    private(set) var nextNumber = 1
    /// Whether some objects have a generation above 0.
    var hasGenerations = false
    /// Whether some numbers are left out.
    var hasGaps = false

    /// Takes a number.
    mutating func reserve(_ chance: inout SeededGenerator) -> ID {
        if hasGaps, Int.random(in: 0..<5, using: &chance) == 0 { nextNumber += 1 }
        defer { nextNumber += 1 }
        let isUsedAgain = hasGenerations && Int.random(in: 0..<4, using: &chance) == 0
        return ID(number: nextNumber, generation: isUsedAgain ? Int.random(in: 1...9, using: &chance) : 0)
    }

    mutating func set(_ id: ID, _ text: String) { texts[id] = (text, nil) }

    mutating func add(_ text: String, _ chance: inout SeededGenerator) -> ID {
        let id = reserve(&chance)
        set(id, text)
        return id
    }

    mutating func add(stream data: String, entries: String = "", _ chance: inout SeededGenerator) -> ID {
        let id = reserve(&chance)
        texts[id] = ("<< /Length \(data.utf8.count) \(entries) >>", data)
        return id
    }

    /// Takes an object away; its number may come again with the next generation.
    mutating func free(_ id: ID) {
        texts[id] = nil
        freed.append(ID(number: id.number, generation: id.generation + 1))
    }

    /// No objects, but the same numbers in use.
    var emptyCopy: RandomObjects {
        var copy = self
        (copy.texts, copy.freed) = ([:], [])
        return copy
    }

    /// Does not use numbers again that a file has up to `last`.
    mutating func skip(past last: Int) { nextNumber = max(nextNumber, last + 1) }
}
