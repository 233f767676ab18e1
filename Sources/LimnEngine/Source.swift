// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnFiles
internal import LimnJobs
internal import LimnPipeline
public import SystemPackage

/// The source of a document.
public enum Source: Sendable {
    /// A file.
    case path(FilePath)
    /// Bytes in memory.
    case bytes([UInt8])
    /// A file that is already open.
    case file(InputFile)
    /// A descriptor of a regular file, which is read from its start. The caller keeps ownership of the descriptor.
    case descriptor(FileDescriptor)
    /// A document that stays open for several calls.
    case opened(OpenedDocument)

    /// The name of the document in messages.
    var name: FilePath {
        switch self {
        case .path(let path): path
        case .bytes: "document"
        case .file(let file): file.path
        case .descriptor: "descriptor"
        case .opened(let opened): opened.document.input.path
        }
    }

    /// Opens the document.
    ///
    /// - Parameter access: supplies the limits on the file's size.
    /// - Throws: ``LimnError``.
    func open(_ access: Access = Access()) throws(LimnError) -> OpenDocument {
        switch self {
        case .path(let path): return try OpenDocument(path, access: access)
        case .bytes(let bytes): return try OpenDocument(bytes: bytes, named: name)
        case .file(let file): return try OpenDocument(file)
        case .descriptor(let descriptor):
            do {
                return try OpenDocument(try InputFile(adopting: try descriptor.duplicate(), named: name))
            } catch { throw LimnError(error) }
        case .opened(let opened): return opened.document
        }
    }
}

/// A document that stays open for several calls of an engine, such as for the pictures of its pages one by one.
///
/// A worker that has the document open from an earlier call with the same ``Access`` does not read it again, which takes
/// longer than drawing a page if the document is long.
public struct OpenedDocument: Sendable {
    let document: OpenDocument

    /// Opens a document. Workers read it when it is used.
    ///
    /// - Parameters:
    ///   - source: the document. A file must not change while this value exists.
    ///   - access: supplies the limits on the file's size.
    /// - Throws: ``LimnError``.
    public init(_ source: Source, access: Access = Access()) throws(LimnError) { document = try source.open(access) }

    /// The file.
    package var file: InputFile { document.input }
}

/// The destination of a result.
public enum Destination: Sendable {
    /// A file. It is replaced only when the result is complete.
    case path(FilePath)
    /// Bytes in memory, returned in the result.
    case bytes
    /// A descriptor. Bytes are written at its current position. The caller keeps ownership of the descriptor.
    case descriptor(FileDescriptor)
}
