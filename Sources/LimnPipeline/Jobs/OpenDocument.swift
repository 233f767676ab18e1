// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnFiles
package import LimnJobs
internal import Synchronization
package import SystemPackage

/// A document that the parent opens once. Workers read it through its descriptor.
///
/// Several requests may use one document, also at the same time. A worker that has it open from an earlier request with the
/// same access need not read it again.
package final class OpenDocument: Sendable {
    /// The properties of a document that are recorded when a worker first opens it.
    struct Facts: Sendable {
        /// The number of pages.
        var pageCount: Int
        /// The warnings from PDF libraries during opening.
        var warnings: [String]
        /// The name and version of the rendering library.
        var renderer: String
    }

    /// Identifies an open document within this process.
    struct ID: Hashable, Sendable { private let number = IDs.next() }

    let id = ID()
    package let input: InputFile
    /// The name for messages: the file's name, or the title of a template or a character. A title must not become a
    /// path, because paths are normalized: `AC//DC` would become `AC/DC`.
    let name: String
    /// A scratch file with the bytes in memory, so that workers can get a descriptor; nil if the input has a
    /// descriptor.
    private let scratch: ScratchFile?
    private let known = Mutex<[FactsKey: Facts]>([:])

    /// What one owner's workers tell is nobody else's, because one of them may have been taken over.
    private struct FactsKey: Hashable {
        let access: Access
        let owner: OwnerID
    }

    /// The maximum number of facts that are kept, for different passwords, limits and owners.
    private static let factsLimit = 16

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: the path for messages.
    ///   - opened: the path to open; nil to open `path`.
    ///   - access: supplies the limits on the file's size.
    /// - Throws: ``LimnError``. A file that is too large fails with `tooLarge` before it is read.
    package init(_ path: FilePath, opened: FilePath? = nil, access: Access) throws(LimnError) {
        name = path.shownAsInput
        do throws(FileError) {
            input = try InputFile(named: path, opened: opened, limits: access.inputLimits)
            scratch = input.descriptor == nil ? try ScratchFile(try input.bytes()) : nil
        } catch { throw LimnError(error) }
    }

    /// Wraps an open file.
    package init(_ input: InputFile) throws(LimnError) {
        self.input = input
        name = input.path.shownAsInput
        do throws(FileError) {
            scratch = input.descriptor == nil ? try ScratchFile(try input.bytes()) : nil
        } catch { throw LimnError(error) }
    }

    /// Wraps a file's content and gives it a title instead of a file name.
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

    /// Wraps bytes in memory.
    package init(bytes: [UInt8], named path: FilePath) throws(LimnError) {
        input = InputFile(bytes: bytes, named: path)
        name = path.shownAsInput
        do throws(FileError) { scratch = try ScratchFile(bytes) } catch { throw LimnError(error) }
    }

    /// The descriptor of a regular file with the document's bytes. It is read-only, unless the caller supplied a
    /// descriptor that is open for writing.
    var descriptor: FileDescriptor { (input.descriptor ?? scratch?.reader)! }

    /// Returns what was recorded when the document was first opened with this access for this owner; nil if it was not.
    func facts(_ access: Access, for owner: OwnerID) -> Facts? {
        known.withLock { $0[FactsKey(access: access, owner: owner)] }
    }

    /// Records the facts of an opening, unless there are earlier ones. Returns those that count.
    func record(_ facts: Facts, _ access: Access, for owner: OwnerID) -> Facts {
        known.withLock { known in
            let key = FactsKey(access: access, owner: owner)
            if let first = known[key] { return first }
            if known.count >= Self.factsLimit { known.removeAll() }
            known[key] = facts
            return facts
        }
    }
}

/// Generates unique numbers.
private enum IDs {
    private static let last = Atomic<UInt64>(0)
    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

extension Access {
    /// The limits for reading input. Only PDFs may be larger than ink files.
    var inputLimits: InputLimits {
        InputLimits(bytes: inputLimit, unknownBytes: InkFile.sizeLimit) { PDFHeader.isIn($0) }
    }
}
