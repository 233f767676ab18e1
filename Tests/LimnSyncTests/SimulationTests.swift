// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import LimnSync

/// `LIMN_SEEDS=from-to` runs other histories than the usual ones.
@Suite struct SimulationTests {
    private static let seeds: ClosedRange<UInt64> = {
        let ends = ProcessInfo.processInfo.environment["LIMN_SEEDS"]?.split(separator: "-").compactMap { UInt64($0) }
        return ends?.count == 2 ? (ends?[0] ?? 0)...(ends?[1] ?? 0) : 1...40
    }()

    @Test(arguments: seeds) func `Libraries that were apart become equal and lose nothing`(seed: UInt64) throws {
        let simulation = try Simulation(seed: seed, replicas: 3 + Int(seed % 3))
        try simulation.run(steps: 80)
        try simulation.settle()
        #expect(simulation.isQuiet, "seed \(seed): libraries send each other the same again and again")
        let shown = try simulation.replicas.map { try simulation.shown($0) }
        for other in shown.dropFirst() where other != shown[0] {
            Issue.record("seed \(seed):\n\(simulation.log.joined(separator: "\n"))\n\(shown[0])\n--\n\(other)")
            return
        }
        #expect(simulation.foreign.isEmpty, "seed \(seed)")
        let numbers = try simulation.numbers(simulation.replicas[0]).filter {
            !simulation.expected.returned.contains($0)
        }
        #expect(
            Set(numbers).count == numbers.count,
            "seed \(seed): an item is doubled: \(numbers)\n\(simulation.log.joined(separator: "\n"))")
        let lost = simulation.expected.drawn.subtracting(simulation.expected.erased)
            .subtracting(simulation.expected.returned).subtracting(numbers)
        #expect(lost.isEmpty, "seed \(seed): items are lost")
        #expect(try simulation.tags(simulation.replicas[0]) == simulation.expected.tags, "seed \(seed): tags")
    }
}
