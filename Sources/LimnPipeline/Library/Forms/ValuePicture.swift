// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnFiles
package import LimnJobs
package import LimnLibrary

/// Fills a character's values into its template, for pictures of its pages.
package enum ValuePicture {
    /// Fills in the values. Values that cannot be filled in are left out.
    ///
    /// - Returns: the filled PDF, as a file without a name; nil if it would look like the template.
    /// - Throws: ``LimnError``.
    package static func filled(
        _ values: FormSnapshot, on document: OpenDocument, access: Access, context: JobContext
    ) throws(LimnError) -> InputFile? {
        guard let filled = try FilledTemplate.shown(values, on: document, JobClient(context, access: access)),
            filled.result != nil
        else { return nil }
        return filled.document.input
    }

    /// Writes pages of a character's own list as a document.
    ///
    /// - Returns: the document, as a file without a name.
    /// - Throws: ``LimnError``.
    package static func arranged(
        _ pages: [PageList.Page], of document: OpenDocument, access: Access, context: JobContext
    ) throws(LimnError) -> InputFile {
        try ArrangedTemplate(pages, of: document, JobClient(context, access: access)).document.input
    }
}
