// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry

extension FlattenResult {
    /// Takes what the worker tells of the document that it made.
    mutating func add(_ report: FlattenReport, tolerance: Tolerance) {
        bytesAfter = report.bytes
        pointsOut = report.points
        save = report.save
        reason = report.reason
        largestEdgeError = report.largestEdgeError
        self.tolerance = tolerance.points
        originalIsPrefix = report.save == .append
        overriddenObjects = report.overridden
        kept = report.kept
    }

    /// The receipt as a file: the same JSON as on standard output, a key on each line.
    func receipt() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [10]
    }
}
