// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
public import LimnJobs
public import SystemPackage

/// Adds, lists and removes items on pages of files: the work behind `limn item`.
///
/// In an ink file, items are stored unchanged. In a PDF, they become annotations unless the options choose another
/// mode, and the PDF carries them as source ink.
public struct ItemWriter: Sendable {
    /// The result of a change.
    public enum Result: Sendable {
        /// An ink file was written.
        case ink(InkConverter.Result)
        /// A PDF was written.
        case pdf(FlattenResult)
    }

    /// The file: a PDF or ink.
    public var input: FilePath
    /// The options for writing a PDF.
    public var options: FlattenOptions

    /// Makes a writer. By default, items in a PDF become annotations.
    ///
    /// - Parameters:
    ///   - input: a PDF or a file with ink.
    ///   - access: the password and the limits for the documents.
    public init(_ input: FilePath, access: Access = Access()) {
        self.input = input
        options = FlattenOptions(for: .gameMaster, access: access)
        options.mode = .annotate
        options.layers = .everything
    }

    /// Writes a changed copy of the file.
    ///
    /// - Parameters:
    ///   - edit: the items to add or to remove.
    ///   - output: the new file, which is published as a whole.
    ///   - context: the workers.
    /// - Returns: the result, with the numbers of items that were added or removed.
    /// - Throws: ``LimnError``; `refused` if items cannot be removed from a PDF.
    package func run(
        _ edit: ItemEdit, into output: FilePath, context: JobContext = .standard
    ) throws(LimnError) -> Result {
        switch try content(context) {
        case .ink(let ink):
            // The output is the same file with a change, so it stays whole.
            var conversion = InkConverter(input: input, output: output, for: .gameMaster)
            conversion.context = context
            conversion.keepsExisting = options.keepsExisting
            conversion.isLossless = true
            conversion.ink = ink
            conversion.edit = { document throws(LimnError) in try edit.apply(to: &document) }
            return .ink(conversion.run())
        case .pdf(let document):
            return .pdf(try change(document, edit, into: output, context))
        }
    }

    private func change(
        _ document: OpenDocument, _ edit: ItemEdit, into output: FilePath, _ context: JobContext
    ) throws(LimnError) -> FlattenResult {
        let (new, page): (NewItem, Int)
        switch edit {
        case .add(let item, let number): (new, page) = (item, number)
        case .remove(let numbers, let page):
            var options = options
            options.context = context
            return try ItemRemover(document: document, numbers: numbers, page: page, output: output, options: options)
                .run()
        }
        let ink = InkDocument(pages: [
            .init(background: .pdf(page: page), drawing: Drawing(items: [.object(try new.item())]))
        ])
        var options = options
        options.context = context
        let opening = try OpenedTemplate(document, options)
        guard (1...max(1, opening.opened.pageCount)).contains(page) else {
            throw ResolvedPages.noPage("\(page)", of: opening.opened.pageCount)
        }
        var request = FlattenRequest(template: nil, ink: input, output: output, for: options.layers.audience)
        request.options = options
        return Flattener(request, on: opening, ink: InkFile(of: ink, named: input), isOneOfMany: false).run()
    }

    /// Returns the items of a file except strokes. For a PDF, these are the items of its source ink.
    ///
    /// - Throws: ``LimnError``.
    package func items(context: JobContext = .standard) throws(LimnError) -> [ItemSummary] {
        let ink = try InkFile(input, access: options.access, context: context)
        return ink.content.document.pages.enumerated().flatMap { index, page in
            ItemSummary.all(of: page.drawing, page: index + 1)
        }
    }

    private enum Content {
        case pdf(OpenDocument)
        case ink(InkFile)
    }

    /// Opens the file once, because standard input can be read only once.
    private func content(_ context: JobContext) throws(LimnError) -> Content {
        do {
            // A reMarkable document may be given as a folder.
            if try XochitlFolder(input) != nil { return .ink(try InkFile(input, context: context)) }
            let document = try OpenDocument(input, access: options.access)
            if InkFile.isPDF(try document.input.head(PDFHeader.reach)) { return .pdf(document) }
            return .ink(try InkFile(opened: document, format: nil, access: options.access, context: context))
        } catch { throw LimnError(error) }
    }
}
