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
        let share = max(Self.leastShare, (characters.count + lanes - 1) / lanes)
        runs = groups.flatMap { group -> [Run] in
            // Members are dealt out in turn, so that results come in the order given from the beginning on.
            let shares = (group.members.count + share - 1) / share
            return (0..<shares).map { share in
                let places = stride(from: share, to: group.members.count, by: shares)
                return Run(template: group.template, members: places.map { group.members[$0] })
            }
        }
    }

    /// So few characters are not worth a worker of their own.
    private static let leastShare = 8
}

extension TemplateRuns {
    /// Does something with every character, in so many lanes, and gives the results in the order in which the characters were
    /// given, each as soon as it and those before it are made.
    ///
    /// - Parameter work: does a run, and hands over what it makes of each member.
    static func process<Made: Sendable>(
        _ characters: [CharacterRecord], jobs: Int,
        work: @escaping @Sendable (Run, _ deliver: (Int, Made) -> Void) -> Void, report: (Made) throws -> Void
    ) rethrows {
        let runs = TemplateRuns(characters, lanes: jobs).runs
        let results = OrderedResults<Made>()
        // Workers are started by the work, when there is need of one.
        let lanes = OrderedLanes(runs, isolation: Isolation(kind: .none), lead: runs.count) { run, _ in
            work(run) { index, made in results.deliver(made, at: index) }
        }
        lanes.start(jobs)
        defer { lanes.end() }
        for _ in characters { try report(results.take()) }
    }
}
