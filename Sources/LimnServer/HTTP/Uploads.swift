// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Hummingbird
internal import LimnFiles
internal import NIOCore
internal import SystemPackage

/// Receives files. The bytes are streamed to the disk, within the upload limit and the quota of the library.
struct Uploads: Sendable {
    let options: ServerOptions
    let threads: BlockingThreads

    /// The number of bytes after which the quota is checked again.
    private static let step = 16 << 20

    /// A received file. It has no name on the disk and is deleted when the last copy of this value is released.
    struct File: Sendable {
        fileprivate let scratch: ScratchFile
        /// The size in bytes.
        let size: Int

        /// The descriptor. It stays open as long as this value exists.
        var descriptor: SystemPackage.FileDescriptor { scratch.descriptor }

        /// Opens the file for reading.
        func input() throws -> InputFile { try InputFile(adopting: try descriptor.duplicate(), named: "upload") }
    }

    /// Receives a body.
    ///
    /// - Throws: ``Problem`` with status 413 if the body exceeds the limit or the quota, 507 if the disk is full, 400
    ///   for an empty body.
    func receive(_ body: Body) async throws -> File {
        let announced = body.request.headers[.contentLength].flatMap { Int($0) } ?? 0
        try await checkRoom(for: announced)
        let scratch = try ScratchFile(in: options.library)
        var (size, checked) = (0, 0)
        try await body.forEach(limit: options.maximumUpload) { buffer in
            size += buffer.readableBytes
            if size - checked >= Self.step {
                try await checkRoom(for: size)
                checked = size
            }
            try await threads.run {
                do { _ = try buffer.withUnsafeReadableBytes { try scratch.descriptor.writeAll($0) } } catch {
                    throw (error as? Errno) == .noSpace || (error as? Errno) == .diskQuotaExceeded
                        ? Problem.noSpace : error
                }
            }
        }
        guard size > 0 else { throw Problem.unreadable("The body is empty.") }
        return File(scratch: scratch, size: size)
    }

    /// Checks that the quota leaves room for a number of bytes.
    ///
    /// - Throws: ``Problem`` with status 413 if the library would exceed its quota.
    private func checkRoom(for bytes: Int) async throws {
        try await threads.run { [options] in
            guard LibrarySize.bytes(of: options.library) + max(0, bytes) <= options.quota else {
                throw Problem(
                    .contentTooLarge, "too-large",
                    "The library would hold more than its quota, the trash included. Emptying the trash makes room.",
                    members: ["limit": .number(options.quota)])
            }
        }
    }
}

extension Problem {
    /// The problem with status 507.
    static let noSpace = Problem(.noSpace, "no-space", "The disk is full.")
}

/// Measures the size of a library.
enum LibrarySize {
    /// Returns the total size, in bytes, of the files in a library's folder and its `blobs` folder.
    static func bytes(of folder: FilePath) -> Int {
        ["", "blobs"].reduce(0) { sum, name in
            let path = name.isEmpty ? folder.string : folder.appending(name).string
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return sum
                + names.reduce(0) { sum, name in
                    // Anything but a regular file, or a file that has been deleted in the meantime, counts as 0. Links
                    // are not followed.
                    let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
                    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return sum }
                    return sum + (attributes?[.size] as? Int ?? 0)
                }
        }
    }
}
