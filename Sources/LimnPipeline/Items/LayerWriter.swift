// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
public import LimnJobs
public import SystemPackage

/// Lists and changes the layers of ink files: the work behind `limn layer`.
public struct LayerWriter: Sendable {
    /// The ink file. For lists, it can also be a PDF with ink.
    public var input: FilePath
    /// Whether a change fails instead of replacing an existing file.
    public var keepsExisting = false
    /// The password and the limits for PDFs.
    public var access: Access

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - input: a file with ink in any known format.
    ///   - access: the password and the limits for the documents.
    public init(_ input: FilePath, access: Access = Access()) {
        self.input = input
        self.access = access
    }

    /// Writes a changed copy of the file. All layers stay, whoever may see them.
    ///
    /// - Parameters:
    ///   - edit: the change.
    ///   - output: the new file, which is published as a whole. Its name tells its format.
    ///   - context: the workers.
    /// - Throws: ``LimnError``; `refused` for a PDF.
    package func run(
        _ edit: LayerEdit, into output: FilePath, context: JobContext = .standard
    ) throws(LimnError) -> InkConverter.Result {
        let ink = try InkFile(input, access: access, context: context)
        guard ink.content.format != .pdf else {
            throw LimnError(
                .refused, about: input,
                "The layers of the ink in a PDF stay as they are. Convert the ink, change its layers, and export it again."
            )
        }
        var conversion = InkConverter(input: input, output: output, for: .gameMaster)
        conversion.context = context
        conversion.keepsExisting = keepsExisting
        conversion.isLossless = true
        conversion.ink = ink
        conversion.edit = { document throws(LimnError) in try edit.apply(to: &document) }
        return conversion.run()
    }

    /// Returns the layers of all pages, in page order.
    ///
    /// - Throws: ``LimnError``.
    package func layers(context: JobContext = .standard) throws(LimnError) -> [LayerSummary] {
        let ink = try InkFile(input, access: access, context: context)
        return ink.content.document.pages.enumerated().flatMap { index, page in
            LayerSummary.all(of: page.drawing, page: index + 1)
        }
    }
}
