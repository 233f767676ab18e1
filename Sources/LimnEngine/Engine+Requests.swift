// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs
public import LimnPipeline
public import SystemPackage

/// Requests that name files and whose results tell how they came out, as a command or a batch needs it.
extension Engine {
    /// Lays the ink of a file over a PDF, into a new PDF.
    ///
    /// - Returns: what was done. A failure is in its ``FlattenResult/error``, beside what was found before it.
    /// - Throws: ``LimnError`` with `cancelled` where the work was ended before it began.
    public func result(of request: FlattenRequest) async throws(LimnError) -> FlattenResult {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return Flattener(request).run()
        }
    }

    /// Takes the source ink out of a PDF, into a new PDF.
    ///
    /// - Returns: what was done; a failure is among its diagnostics.
    /// - Throws: ``LimnError`` with `cancelled` where the work was ended before it began.
    public func result(of request: SourceInkRemover) async throws(LimnError) -> SourceInkRemover.Result {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return request.run()
        }
    }

    /// Converts or simplifies the ink of a file, into a new file.
    ///
    /// - Returns: what was done; a failure is among its diagnostics.
    /// - Throws: ``LimnError`` with `cancelled` where the work was ended before it began.
    public func result(of request: InkConverter) async throws(LimnError) -> InkConverter.Result {
        try await run { (context) throws(LimnError) in
            var request = request
            request.context = context
            return request.run()
        }
    }

    /// Puts an item on a page of a PDF or of ink, or removes items of ink, into a new file.
    ///
    /// - Returns: what was done; a failure is in it.
    /// - Throws: ``LimnError`` where the file cannot be read, or holds no such items.
    public func result(
        of edit: ItemEdit, by writer: ItemWriter, into output: FilePath
    ) async throws(LimnError) -> ItemWriter.Result {
        try await run { (context) throws(LimnError) in try writer.run(edit, into: output, context: context) }
    }

    /// The items of ink, or of the ink that a PDF carries, that are not strokes.
    ///
    /// - Throws: ``LimnError``.
    public func items(of writer: ItemWriter) async throws(LimnError) -> [ItemSummary] {
        try await run { (context) throws(LimnError) in try writer.items(context: context) }
    }

    /// Shows the first pages of many documents side by side.
    ///
    /// - Parameters:
    ///   - report: called once for every document, in order, when its sheet is on the disk.
    ///   - sheet: called for every sheet, before its documents are reported.
    ///   - progress: called after each report, with how far the work is. All three are called on one thread.
    /// - Throws: ``LimnError`` where nothing could be begun; what happens to a document is in its result.
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

    /// Looks at libraries, fonts and the confinement of workers.
    ///
    /// - Returns: a finding for each thing that was looked at.
    /// - Throws: ``LimnError`` with `cancelled` where the work was ended before it began.
    public func examine() async throws(LimnError) -> [Doctor.Finding] {
        try await run { (context) throws(LimnError) in Doctor.examine(context) }
    }
}
