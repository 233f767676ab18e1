// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInkFormats
public import SystemPackage

/// An ink file that was read.
public struct InkFile: Hashable, Sendable {
    /// Where it was read from; `-` for standard input.
    public let path: FilePath
    /// What it holds, and what could not be carried.
    public let content: InkImport
    /// Its size in bytes.
    public let size: Int

    /// Stands for its bytes.
    let hash: ContentHash

    /// Ink files above this size are refused: 256 MiB.
    public static let sizeLimit = 256 << 20

    /// Reads an ink file of any known format; `-` is standard input.
    ///
    /// - Parameter format: the format to read it as; nil to find out from its content.
    /// - Throws: ``PipelineError``.
    public init(_ path: FilePath, format: InkFormat? = nil) throws(PipelineError) {
        self.path = path
        do {
            let input = path == "-" ? try InputFile(standardInput: path) : try InputFile(path)
            let bytes = try input.bytes(limit: Self.sizeLimit)
            size = bytes.count
            hash = ContentHash(bytes)
            guard format != nil || !PDFHeader.isIn(bytes) else {
                throw PipelineError(.failed, about: path, "This is a PDF and not ink.")
            }
            content = try InkReader.read(bytes, format: format)
        } catch {
            let error = PipelineError(error)
            throw error.subject == nil ? PipelineError(error.code, about: path, error.sentence) : error
        }
    }
}
