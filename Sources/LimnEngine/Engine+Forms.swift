// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import LimnJobs
public import LimnPipeline

extension Engine {
    /// Reads the form of a PDF.
    ///
    /// - Returns: the form; one without fields where the document has none.
    /// - Throws: ``LimnError``.
    public func form(in source: Source, access: Access = Access()) async throws(LimnError) -> ReadForm {
        try await run { (context) throws(LimnError) in
            var reader = FormReader(access: access)
            reader.context = context
            return try reader.form(of: try source.open(access))
        }
    }
}
