// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnPDFObjects

/// A document with changes to its form: appended where that is wanted and possible, or else rewritten.
struct ChangedForm {
    let template: Template
    let changes: DocumentChanges

    /// Returns the update to append to the original, or the rewritten document.
    ///
    /// - Parameters:
    ///   - save: How the document is to be saved.
    ///   - rewriteReason: Why the document must be rewritten; nil if it may be appended to.
    ///   - report: Gets the way in which the document is saved, the reason, and messages.
    ///   - finish: Changes the rewritten document further.
    /// - Throws: ``LimnError`` if the document must be appended to and cannot be.
    func bytes(
        _ save: SaveStrategy, rewriteReason: String? = nil, _ report: inout FillReport,
        finish: (ObjectDocument, inout FillReport) throws -> Void = { _, _ in }
    ) throws -> [UInt8] {
        if let rewriteReason {
            report.reason = rewriteReason
        } else if save == .rewrite {
            report.reason = "that was asked for"
        } else if let bytes = try appended(save, &report) {
            return bytes
        }
        // Change a copy, so that the next job gets the document unchanged.
        let copy = try template.original()
        try copy.apply(changes)
        try finish(copy, &report)
        let bytes = try copy.rewritten()
        report.messages += copy.takeWarnings()
        return bytes
    }

    /// Returns the update; nil if the document must be rewritten.
    private func appended(_ save: SaveStrategy, _ report: inout FillReport) throws -> [UInt8]? {
        let objects = try template.objects()
        let update: IncrementalUpdate
        do { update = try objects.update(changes) } catch {
            guard error.code == .unsound else { throw error }
            guard save == .auto else {
                throw LimnError(.failed, "The document cannot be appended to: \(error.cause).")
            }
            report.reason = error.cause
            return nil
        }
        (report.save, report.reason) = (.append, "the original is sound")
        report.messages += update.notes + objects.takeWarnings()
        return update.bytes
    }
}
