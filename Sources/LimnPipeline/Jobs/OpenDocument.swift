// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnJobs
package import LimnFiles
internal import Synchronization
package import SystemPackage

/// A document that the parent opened, once, and that workers read through its descriptor.
package final class OpenDocument: Sendable {
    /// Tells one opened document from every other of this process.
    struct ID: Hashable, Sendable { private let number = IDs.next() }

    let id = ID()
    package let input: InputFile
    /// Holds what came through a pipe, so that there is a descriptor to hand on.
    private let scratch: ScratchFile?

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameter opened: the path to open where that is another than the one to tell people.
    package init(_ path: FilePath, opened: FilePath? = nil) throws(LimnError) {
        do throws(FileError) {
            input = path == "-" ? try InputFile(standardInput: path) : try InputFile(path, opened: opened)
            scratch = input.descriptor == nil ? try ScratchFile(try input.bytes()) : nil
        } catch { throw LimnError(error) }
    }

    /// Takes a file that is open.
    package init(_ input: InputFile) throws(LimnError) {
        self.input = input
        do throws(FileError) {
            scratch = input.descriptor == nil ? try ScratchFile(try input.bytes()) : nil
        } catch { throw LimnError(error) }
    }

    /// Takes content that is told of by another name than its file's.
    convenience init(_ content: InputFile, told name: String) throws {
        let name = FilePath(name)
        if let descriptor = content.descriptor {
            try self.init(try InputFile(adopting: try descriptor.duplicate(), named: name))
        } else {
            try self.init(bytes: try content.bytes(), named: name)
        }
    }

    /// Takes bytes that are in memory.
    package init(bytes: [UInt8], named path: FilePath) throws(LimnError) {
        input = InputFile(bytes: bytes, named: path)
        do throws(FileError) { scratch = try ScratchFile(bytes) } catch { throw LimnError(error) }
    }

    /// The descriptor of a regular file with the document's bytes.
    var descriptor: FileDescriptor { (input.descriptor ?? scratch?.descriptor)! }
}

/// Numbers that are used once.
private enum IDs {
    private static let last = Atomic<UInt64>(0)
    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
