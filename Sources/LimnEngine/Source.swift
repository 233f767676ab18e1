// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnPipeline
public import SystemPackage

/// Where a document is read from.
public enum Source: Sendable {
    /// A file.
    case path(FilePath)
    /// Bytes in memory.
    case bytes([UInt8])
    /// A descriptor of a regular file, which stays the caller's; it is read from its start.
    case descriptor(FileDescriptor)

    /// The name in messages.
    var name: FilePath {
        switch self {
        case .path(let path): path
        case .bytes: "document"
        case .descriptor: "descriptor"
        }
    }

    /// - Parameter access: how large a file may be.
    func open(_ access: Access = Access()) throws(LimnError) -> OpenDocument {
        switch self {
        case .path(let path): return try OpenDocument(path, access: access)
        case .bytes(let bytes): return try OpenDocument(bytes: bytes, named: name)
        case .descriptor(let descriptor):
            do {
                return try OpenDocument(try InputFile(adopting: try descriptor.duplicate(), named: name))
            } catch { throw LimnError(error) }
        }
    }
}

/// Where a result goes.
public enum Destination: Sendable {
    /// A file, which is replaced when the result is complete and never before.
    case path(FilePath)
    /// Bytes in memory, which come with the result.
    case bytes
    /// A descriptor, which stays the caller's; bytes are written where it stands.
    case descriptor(FileDescriptor)
}
