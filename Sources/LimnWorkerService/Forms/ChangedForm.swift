// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnPDFObjects

extension Template {
    /// Returns the update to append to the original; nil if the document must be rewritten.
    ///
    /// - Parameter report: Gets the way in which the document is saved, and the reason.
    /// - Throws: ``LimnError`` if the document must be appended to and cannot be.
    func appended(
        _ changes: DocumentChanges, _ save: SaveStrategy, _ report: inout FillReport
    ) throws -> [UInt8]? {
        guard save != .rewrite else {
            report.reason = "that was asked for"
            return nil
        }
        let objects = try objects()
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
