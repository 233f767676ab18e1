// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs
public import LimnPipeline

extension Engine {
    /// Reads the form of a PDF.
    ///
    /// - Returns: the form. It has no fields if the document has no form.
    /// - Throws: ``LimnError``.
    public func form(in source: Source, access: Access = Access()) async throws(LimnError) -> ReadForm {
        try await run { (context) throws(LimnError) in
            var reader = FormReader(access: access)
            reader.context = context
            return try reader.form(of: try source.open(access))
        }
    }

    /// Fills a form with data from files and writes a new PDF. The new PDF is compared with the original before it is
    /// published.
    ///
    /// - Returns: the outcome for each field, even if some values were refused and only the rest was written.
    /// - Throws: ``LimnError``: `signed` if the change would break a signature and the options do not force it,
    ///   `locked`, `refused`, `unverified`, `limit`, `cancelled`, `failed`. Nothing is written then.
    public func fill(_ request: FormFillRequest) async throws(LimnError) -> FormFillResult {
        let result = try await result(of: request)
        if let error = result.error { throw error }
        return result
    }

    /// Applies one change to all fields of a form and writes a new PDF.
    ///
    /// - Throws: ``LimnError``, like ``fill(_:)``.
    public func fill(_ request: FormRewriteRequest) async throws(LimnError) -> FormFillResult {
        let result = try await result(of: request)
        if let error = result.error { throw error }
        return result
    }

    /// Applies one change to all fields of a form. Failures are returned in the result instead of being thrown.
    package func result(of request: FormRewriteRequest) async throws(LimnError) -> FormFillResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.options.context = context
            return request.run()
        }
    }

    /// Finds the places on a sheet where people write, and makes form fields of them.
    ///
    /// - Returns: the places with their certainty. Fields are made of those that are certain enough.
    /// - Throws: ``LimnError``: `signed` if the fields would break a signature and the request does not force them,
    ///   `locked`, `refused`, `unverified`, `limit`, `cancelled`, `failed`. Nothing is written then.
    public func detectFields(_ request: FormDetectionRequest) async throws(LimnError) -> FormDetectionResult {
        let result = try await result(of: request)
        if let error = result.error { throw error }
        return result
    }

    /// Finds the places on the pages of a template where people write. The library does not change.
    ///
    /// - Throws: ``LimnError``.
    public func detectFields(
        _ designer: TemplateDesigner, on pages: PageSelection = .all, in library: any LibraryStore & Sendable
    ) async throws(LimnError) -> FormDetectionResult {
        try await run { (context) throws(LimnError) in
            var designer = designer
            designer.context = context
            return try designer.places(on: pages, in: library)
        }
    }

    /// Finds the places on the pages of a template where people write, and makes a template with form fields of them.
    ///
    /// - Throws: ``LimnError``; `refused` if there is no place of which a field may be made. The library is unchanged
    ///   then.
    public func detectFields(
        _ request: TemplateDetection, in library: any LibraryStore & Sendable
    ) async throws(LimnError) -> TemplateDetectionResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.designer.context = context
            return try request.run(in: library)
        }
    }

    /// Makes a template with form fields of another template.
    ///
    /// - Parameter name: the name of the new template; nil to call it fillable.
    /// - Throws: ``LimnError``; `refused` if the fields cannot be added. The library is unchanged then.
    public func addFields(
        _ fields: [FieldDesign], _ designer: TemplateDesigner, named name: String? = nil,
        in library: any LibraryStore & Sendable
    ) async throws(LimnError) -> StoredTemplate {
        try await run { (context) throws(LimnError) in
            var designer = designer
            designer.context = context
            return try designer.template(with: fields, named: name, in: library)
        }
    }

    /// Finds the places on a sheet where people write. Failures are returned in the result instead of being thrown.
    package func result(of request: FormDetectionRequest) async throws(LimnError) -> FormDetectionResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return request.run()
        }
    }

    /// Proposes a mapping for a form: its fields are matched with those of another mapping.
    ///
    /// - Throws: ``LimnError``; `refused` if the form has no fields, or none that the mapping knows. Nothing is written
    ///   then.
    public func proposeMapping(_ request: FormMapRequest) async throws(LimnError) -> FormMapResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return try request.run()
        }
    }

    /// Matches fields with those that a mapping knows.
    ///
    /// - Throws: ``LimnError`` if the mapping cannot be read or is not valid.
    public func matchFields(_ request: FieldMatchRequest) async throws(LimnError) -> MappingProposal {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return try request.run()
        }
    }

    /// Fills a form with data from files. Failures are returned in the result instead of being thrown.
    package func result(of request: FormFillRequest) async throws(LimnError) -> FormFillResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.options.context = context
            return request.run()
        }
    }

    /// Fills a form once for each row of data, into one document. The document is compared with the form before it is
    /// published.
    ///
    /// - Returns: the outcome for each field. Rows that cannot be filled are reported and left out.
    /// - Throws: ``LimnError``, like ``fill(_:)``.
    public func fill(_ request: FormMergeRequest) async throws(LimnError) -> FormFillResult {
        let result = try await result(of: request)
        if let error = result.error { throw error }
        return result
    }

    /// Fills a form once for each row of data. Failures are returned in the result instead of being thrown.
    package func result(of request: FormMergeRequest) async throws(LimnError) -> FormFillResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.options.context = context
            return request.run()
        }
    }

    /// Fills a form once for each row of data, into one document for each row.
    ///
    /// - Parameters:
    ///   - report: called once for each row, in order, on one thread. A row that cannot be filled is skipped and
    ///     reported.
    ///   - progress: called with the progress, on the same thread.
    /// - Returns: messages about the data as a whole.
    /// - Throws: ``LimnError``: `outputsCollide` if several rows would be written to the same name; otherwise as for
    ///   ``fill(_:)`` if the form cannot be filled at all. Nothing is written then.
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
