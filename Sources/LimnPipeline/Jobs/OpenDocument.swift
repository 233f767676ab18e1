// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnFiles
package import LimnJobs
internal import Synchronization
package import SystemPackage

/// A document that the parent opened, once, and that workers read through its descriptor.
package final class OpenDocument: Sendable {
    /// Tells one opened document from every other of this process.
    struct ID: Hashable, Sendable { private let number = IDs.next() }

    let id = ID()
    package let input: InputFile
    /// The name for messages: that of the file, or the title of a template or a character. A title must not become a path,
    /// because paths are normalized: `AC//DC` would become `AC/DC`.
    let name: String
    /// Holds what came through a pipe, so that there is a descriptor to hand on.
    private let scratch: ScratchFile?

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameters:
    ///   - opened: the path to open where that is another than the one to tell people.
    ///   - access: how large it may be.
    /// - Throws: ``LimnError``; `tooLarge` before anything is read.
    package init(_ path: FilePath, opened: FilePath? = nil, access: Access) throws(LimnError) {
        name = path.shownAsInput
        do throws(FileError) {
            input = try InputFile(named: path, opened: opened, limits: access.inputLimits)
            scratch = input.descriptor == nil ? try ScratchFile(try input.bytes()) : nil
        } catch { throw LimnError(error) }
    }

    /// Takes a file that is open.
    package init(_ input: InputFile) throws(LimnError) {
        self.input = input
        name = input.path.shownAsInput
        do throws(FileError) {
            scratch = input.descriptor == nil ? try ScratchFile(try input.bytes()) : nil
        } catch { throw LimnError(error) }
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
    package init(bytes: [UInt8], named path: FilePath) throws(LimnError) {
        input = InputFile(bytes: bytes, named: path)
        name = path.shownAsInput
        do throws(FileError) { scratch = try ScratchFile(bytes) } catch { throw LimnError(error) }
    }

    /// The descriptor of a regular file with the document's bytes. Workers cannot write through it, unless it is one that
    /// a caller brought, open for writing.
    var descriptor: FileDescriptor { (input.descriptor ?? scratch?.reader)! }
}

/// Numbers that are used once.
private enum IDs {
    private static let last = Atomic<UInt64>(0)
    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

extension Access {
    /// What is looked at before input is read or kept: only PDFs may be larger than ink.
    var inputLimits: InputLimits {
        InputLimits(bytes: inputLimit, unknownBytes: InkFile.sizeLimit) { PDFHeader.isIn($0) }
    }
}
