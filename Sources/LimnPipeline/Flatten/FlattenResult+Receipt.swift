// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import SystemPackage

extension FlattenResult {
    /// Adds the report of the worker that made the document.
    mutating func add(_ report: FlattenReport, tolerance: Tolerance) {
        pointsOut = report.points
        save = report.save
        reason = report.reason
        largestEdgeError = report.largestEdgeError
        self.tolerance = tolerance.points
        originalIsPrefix = report.save == .append
        sourceInk = report.sourceInk
        burnt = report.burnt
    }

    /// Adds the findings of the worker that checked the document.
    mutating func add(_ found: CheckExportJob.Answer) {
        overriddenObjects = found.overridden
        kept = found.kept
        archive = found.archive
    }

    /// Returns the diagnostics that follow from the worker's report.
    func diagnostics(about path: FilePath) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        if let archive, !archive.isKept {
            diagnostics.append(
                Diagnostic(
                    .archiveClaimLost,
                    "It is no longer \(archive.claim): \(archive.reasons.joined(separator: "; ")).",
                    about: path))
        }
        for item in (burnt?.leftOut ?? []) where item.reason == .noAppearance {
            let what = item.field.map { "The field \($0)" } ?? "An annotation (\(item.subtype))"
            diagnostics.append(
                Diagnostic(
                    .appearanceMissing, "\(what) has no appearance and is left out.", about: path, page: item.page))
        }
        for item in burnt?.doubtful ?? [] where item.reason == .mayBeStale {
            diagnostics.append(
                Diagnostic(
                    .appearanceDoubtful,
                    "The field \(item.field ?? "") may show an old value: its appearance may be out of date.",
                    about: path, page: item.page))
        }
        return diagnostics
    }

    /// Returns the content of the receipt: the same JSON as on standard output, with one key per line.
    func receipt() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [10]
    }
}
