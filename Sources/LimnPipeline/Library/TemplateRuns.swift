// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnLibrary

/// Characters put together by their templates, so that each run of them needs one document only.
struct TemplateRuns {
    /// Characters of one template, with their places in the order in which they were given.
    struct Run: Sendable {
        var template: TemplateID?
        var members: [(index: Int, character: CharacterRecord)]
    }

    let runs: [Run]

    /// - Parameter lanes: a template with many characters is shared out among so many.
    init(_ characters: [CharacterRecord], lanes: Int) {
        var places: [TemplateID?: Int] = [:]
        var groups: [Run] = []
        for (index, character) in characters.enumerated() {
            let place = places[character.template] ?? groups.count
            if place == groups.count {
                places[character.template] = place
                groups.append(Run(template: character.template, members: []))
            }
            groups[place].members.append((index, character))
        }
        let lanes = max(1, lanes)
        let longest = max(8, (characters.count + lanes - 1) / lanes)
        runs = groups.flatMap { group in
            stride(from: 0, to: group.members.count, by: longest).map { start in
                Run(
                    template: group.template,
                    members: Array(group.members[start..<min(start + longest, group.members.count)]))
            }
        }
    }

    /// Puts results back into the order in which the characters were given: they wait for those before them.
    struct Order<Made> {
        private var waiting: [Int: Made] = [:]
        private var next = 0

        mutating func deliver(_ made: Made, at index: Int, _ report: (Made) throws -> Void) rethrows {
            waiting[index] = made
            while let ready = waiting.removeValue(forKey: next) {
                next += 1
                try report(ready)
            }
        }
    }
}
