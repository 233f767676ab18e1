// SPDX-License-Identifier: GPL-3.0-or-later

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

    /// Changes all fields of a form in one way into a new PDF.
    ///
    /// - Throws: ``LimnError``, as ``fill(_:)``.
    public func fill(_ request: FormRewriteRequest) async throws(LimnError) -> FormFillResult {
        let result = try await result(of: request)
        if let error = result.error { throw error }
        return result
    }

    /// The same, with failures in the result.
    package func result(of request: FormRewriteRequest) async throws(LimnError) -> FormFillResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.options.context = context
            return request.run()
        }
    }

    /// The same, with failures in the result.
    package func result(of request: FormFillRequest) async throws(LimnError) -> FormFillResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.options.context = context
            return request.run()
        }
    }

    /// Fills a form once for each row of data, with all sheets in one document, and compares it with the form before it is
    /// published.
    ///
    /// - Returns: what became of each field; rows that cannot be filled are told and left out.
    /// - Throws: ``LimnError``, as ``fill(_:)``.
    public func fill(_ request: FormMergeRequest) async throws(LimnError) -> FormFillResult {
        let result = try await result(of: request)
        if let error = result.error { throw error }
        return result
    }

    /// The same, with failures in the result.
    package func result(of request: FormMergeRequest) async throws(LimnError) -> FormFillResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.options.context = context
            return request.run()
        }
    }

    /// Fills a form once for each row of data.
    ///
    /// - Parameters:
    ///   - report: called once for each row, in their order, on one thread; a row that cannot be filled is skipped and told.
    ///   - progress: called on the same thread with how far the work is.
    /// - Returns: sentences about the data as a whole.
    /// - Throws: ``LimnError``: `outputsCollide` where rows would be written to one name, and as ``fill(_:)`` where the form
    ///   cannot be filled at all. Nothing is written then.
    @discardableResult
    public func fill(
        _ request: FormBatchRequest, report: @escaping @Sendable (FormFillResult) -> Void,
        progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
    ) async throws(LimnError) -> [String] {
        try await run { (context) throws(LimnError) in
            var request = request
            request.options.context = context
            let batch = try FormBatch(request)
            var done = RenderProgress(documents: batch.count)
            try batch.run { result in
                report(result)
                done.documentsDone += 1
                done.fraction = Double(done.documentsDone) / Double(max(1, batch.count))
                progress(done)
            }
            if context.isCancelled { throw .cancelled }
            return batch.warnings
        }
    }
}
