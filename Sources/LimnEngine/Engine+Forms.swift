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

    /// Fills a form from files into a new PDF, and compares it with the original before it is published.
    ///
    /// - Returns: what became of each field, also where some were refused and the rest was written.
    /// - Throws: ``LimnError``: `signed` where the change would break a signature and the options do not force it, `locked`,
    ///   `refused`, `unverified`, `limit`, `cancelled`, `failed`. Nothing is written then.
    public func fill(_ request: FormFillRequest) async throws(LimnError) -> FormFillResult {
        let result = try await result(of: request)
        if let error = result.error { throw error }
        return result
    }

    /// The same, with failures in the result.
    package func result(of request: FormFillRequest) async throws(LimnError) -> FormFillResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.options.context = context
            return request.run()
        }
    }
}
