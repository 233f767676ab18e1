// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnFiles
package import LimnJobs
package import LimnLibrary

/// A template with the values of a character, for pictures of its pages.
package enum ValuePicture {
    /// Fills the values in; what cannot be filled in is left out.
    ///
    /// - Returns: the filled PDF, without a name on the disk; nil where it would show what the template shows.
    /// - Throws: ``LimnError``.
    package static func filled(
        _ values: FormSnapshot, on document: OpenDocument, access: Access, context: JobContext
    ) throws(LimnError) -> InputFile? {
        guard let filled = try FilledTemplate.shown(values, on: document, JobClient(context, access: access)),
            filled.result != nil
        else { return nil }
        return filled.document.input
    }
}
