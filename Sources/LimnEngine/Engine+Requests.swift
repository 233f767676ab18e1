// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs
public import LimnPipeline
public import SystemPackage

/// Requests that read and write files. For commands and batches, they return failures in their results instead of
/// throwing them.
extension Engine {
    /// Lays the ink of a file over a PDF and writes a new PDF.
    ///
    /// - Returns: the result. If the work failed, ``FlattenResult/error`` is set, and the result has the findings up to
    ///   then.
    /// - Throws: ``LimnError`` with `cancelled` if the work was cancelled before it began.
    public func result(of request: FlattenRequest) async throws(LimnError) -> FlattenResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return Flattener(request).run()
        }
    }

    /// Removes the source ink from a PDF and writes a new PDF.
    ///
    /// - Returns: the result. Its diagnostics contain the error if the work failed.
    /// - Throws: ``LimnError`` with `cancelled` if the work was cancelled before it began.
    public func result(of request: SourceInkRemover) async throws(LimnError) -> SourceInkRemover.Result {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return request.run()
        }
    }

    /// Converts or simplifies the ink of a file and writes a new file.
    ///
    /// - Returns: the result. Its diagnostics contain the error if the work failed.
    /// - Throws: ``LimnError`` with `cancelled` if the work was cancelled before it began.
    public func result(of request: InkConverter) async throws(LimnError) -> InkConverter.Result {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return request.run()
        }
    }

    /// Adds an item to a page of a PDF or of an ink file, or removes items from an ink file, and writes a new file.
    ///
    /// - Returns: the result, including any failure to write.
    /// - Throws: ``LimnError`` if the file cannot be read, or if it has no such items.
    public func result(
        of edit: ItemEdit, by writer: ItemWriter, into output: FilePath
    ) async throws(LimnError) -> ItemWriter.Result {
        try await run { (context) throws(LimnError) in try writer.run(edit, into: output, context: context) }
    }

    /// Returns the items of an ink file, or of a PDF's source ink, except strokes.
    ///
    /// - Throws: ``LimnError``.
    public func items(of writer: ItemWriter) async throws(LimnError) -> [ItemSummary] {
        try await run { (context) throws(LimnError) in try writer.items(context: context) }
    }

    /// Changes the layers of an ink file and writes a new file.
    ///
    /// - Returns: the result, including any failure to write.
    /// - Throws: ``LimnError`` if the file cannot be read, or if it is a PDF.
    public func result(
        of edit: LayerEdit, by writer: LayerWriter, into output: FilePath
    ) async throws(LimnError) -> InkConverter.Result {
        try await run { (context) throws(LimnError) in try writer.run(edit, into: output, context: context) }
    }

    /// Returns the layers of an ink file, or of the ink in a PDF.
    ///
    /// - Throws: ``LimnError``.
    public func layers(of writer: LayerWriter) async throws(LimnError) -> [LayerSummary] {
        try await run { (context) throws(LimnError) in try writer.layers(context: context) }
    }

    /// Makes contact sheets of the first pages of documents.
    ///
    /// - Parameters:
    ///   - report: called once for each document, in order, when its sheet is on the disk.
    ///   - sheet: called for each sheet, before its documents are reported.
    ///   - progress: called with the progress after each report. All three closures are called on one thread.
    /// - Throws: ``LimnError`` if no work could begin. Other errors are in the results of the documents.
    public func contactSheet(
        _ request: ContactSheetRequest, report: @escaping @Sendable (RenderResult) -> Void,
        sheet: @escaping @Sendable (ContactSheetRenderer.Sheet) -> Void = { _ in },
        progress: @escaping @Sendable (RenderProgress) -> Void = { _ in }
    ) async throws(LimnError) {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            let renderer = try ContactSheetRenderer(request)
            var state = RenderProgress(documents: renderer.documentCount)
            renderer.run(
                report: { result in
                    report(result)
                    state.documentsDone += 1
                    state.pagesDone += 1
                    state.fraction = Double(state.documentsDone) / Double(max(1, state.documents))
                    progress(state)
                }, sheet: sheet)
            if context.isCancelled { throw .cancelled }
        }
    }

    /// Lists the versions of libraries, and checks fonts and the confinement of workers.
    ///
    /// - Returns: a finding for each check.
    /// - Throws: ``LimnError`` with `cancelled` if the work was cancelled before it began.
    public func examine() async throws(LimnError) -> [Doctor.Finding] {
        try await run { (context) throws(LimnError) in Doctor.examine(context) }
    }
}
