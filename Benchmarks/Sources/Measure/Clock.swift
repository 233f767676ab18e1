// SPDX-License-Identifier: GPL-3.0-or-later

/// Times several ways to do one job, by turns, so that whatever else the machine does falls on all of them.
///
/// - Returns: the median of each, in seconds.
func medians(runs: Int, _ ways: [() throws -> Void]) throws -> [Double] {
    for way in ways { try way() }
    var times = ways.map { _ in [Double]() }
    for _ in 0..<runs {
        for (index, way) in ways.enumerated() {
            let time = try ContinuousClock().measure(way)
            times[index].append(Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18)
        }
    }
    return times.map { $0.sorted()[runs / 2] }
}
