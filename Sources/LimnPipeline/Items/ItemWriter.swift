// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
public import LimnJobs
public import SystemPackage

/// Puts items on pages of files, and lists and removes them: the work behind `limn item`.
///
/// Items go into ink as they are. On a PDF they become annotations, or what the options say, and the export carries them
/// as they were put.
public struct ItemWriter: Sendable {
    /// What became of a change.
    public enum Result: Sendable {
        /// Ink was written.
        case ink(InkConverter.Result)
        /// A PDF was written.
        case pdf(FlattenResult)
    }

    /// The file: a PDF or ink.
    public var input: FilePath
    /// How a PDF is written.
    public var options: FlattenOptions

    /// Makes a writer of annotations.
    public init(_ input: FilePath, access: Access = Access()) {
        self.input = input
        options = FlattenOptions(access: access)
        options.mode = .annotate
        options.layers = .everything
    }

    /// Changes a file into another one.
    ///
    /// - Throws: ``LimnError``; `refused` for items of a PDF that shall be removed.
    public func run(_ edit: ItemEdit, into output: FilePath) throws(LimnError) -> Result {
        guard let document = try pdf() else {
            var conversion = InkConverter(input: input, output: output)
            conversion.access = options.access
            conversion.context = options.context
            conversion.keepsExisting = options.keepsExisting
            conversion.isLossless = true
            conversion.edit = edit
            return .ink(conversion.run())
        }
        guard case .add(let new, let page) = edit else {
            throw LimnError(
                .refused, about: input,
                "Items cannot be taken out of a PDF. Take them out of the ink that it was made from.")
        }
        let ink = InkDocument(pages: [
            .init(background: .pdf(page: page), drawing: Drawing(items: [.object(try new.item())]))
        ])
        let opening = try OpenedTemplate(document, options)
        guard (1...max(1, opening.opened.pageCount)).contains(page) else {
            throw ResolvedPages.noPage("\(page)", of: opening.opened.pageCount)
        }
        var request = FlattenRequest(template: nil, ink: input, output: output)
        request.options = options
        return .pdf(Flattener(request, on: opening, ink: InkFile(of: ink, named: input), isOneOfMany: false).run())
    }

    /// The items of a file that are not strokes; of a PDF those of the ink that it carries.
    ///
    /// - Throws: ``LimnError``.
    public func items() throws(LimnError) -> [ItemSummary] {
        let ink = try InkFile(input, access: options.access, context: options.context)
        return ink.content.document.pages.enumerated().flatMap { index, page in
            ItemSummary.all(of: page.drawing, page: index + 1)
        }
    }

    /// The file as a PDF; nil if it is none.
    private func pdf() throws(LimnError) -> OpenDocument? {
        let document = try OpenDocument(input, access: options.access)
        do { return InkFile.isPDF(try document.input.head(PDFHeader.reach)) ? document : nil } catch {
            throw LimnError(error)
        }
    }
}
