// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// A document that the parent opened, once, and that workers read through its descriptor.
final class OpenDocument: Sendable {
    let input: InputFile
    /// The name for messages: that of the file, or the title of a template or a character. A title must not become a path,
    /// because paths are normalized: `AC//DC` would become `AC/DC`.
    let name: String
    /// Holds what came through a pipe, so that there is a descriptor to hand on.
    private let scratch: ScratchFile?

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameter opened: the path to open where that is another than the one to tell people.
    init(_ path: FilePath, opened: FilePath? = nil) throws(PipelineError) {
        name = path.shownAsInput
        do throws(FileError) {
            input = path == "-" ? try InputFile(standardInput: path) : try InputFile(path, opened: opened)
            scratch = input.descriptor == nil ? try ScratchFile(try input.bytes()) : nil
        } catch { throw PipelineError(error) }
    }

    /// Takes a file that is open.
    init(_ input: InputFile) throws(PipelineError) {
        self.input = input
        name = input.path.shownAsInput
        do throws(FileError) {
            scratch = input.descriptor == nil ? try ScratchFile(try input.bytes()) : nil
        } catch { throw PipelineError(error) }
    }

    /// Takes content with a title instead of a file name.
    init(_ content: InputFile, titled name: String) throws {
        self.name = name
        let path = FilePath(name)
        if let descriptor = content.descriptor {
            input = try InputFile(adopting: try descriptor.duplicate(), named: path)
            scratch = nil
        } else {
            let bytes = try content.bytes()
            input = InputFile(bytes: bytes, named: path)
            scratch = try ScratchFile(bytes)
        }
    }

    /// Takes bytes that are in memory.
    init(bytes: [UInt8], named path: FilePath) throws(PipelineError) {
        input = InputFile(bytes: bytes, named: path)
        name = path.shownAsInput
        do throws(FileError) { scratch = try ScratchFile(bytes) } catch { throw PipelineError(error) }
    }

    /// The descriptor of a regular file with the document's bytes.
    var descriptor: FileDescriptor { (input.descriptor ?? scratch?.descriptor)! }
}
