// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// One line of the report: what one program needed for one job.
struct Report: Encodable {
    /// What was done, as a few words.
    var job: String
    /// Who did it.
    var program: String
    /// The median, in seconds.
    var seconds: Double
    /// The size of what was made.
    var bytes: Int?
    /// How many ink points were handled.
    var points: Int?
    /// How many of them were left.
    var kept: Int?

    /// Writes the line to standard output as JSON.
    func print() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        Swift.print(String(decoding: try encoder.encode(self), as: UTF8.self))
    }
}
