// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension FlattenWork {
    /// What of the original is still there in the new document.
    func kept(in output: FileDescriptor, save: SaveStrategy) throws -> KeptContent {
        // Nothing can be missing behind a prefix, so that counting is for those who ask.
        if save == .append, !job.counts { return KeptContent(basis: .prefix) }
        let export = try ObjectDocument(descriptor: output.rawValue, password: template.password)
        return KeptContent(
            basis: .census, before: ContentCounts(try template.original().summary()),
            after: ContentCounts(try export.summary()))
    }
}
