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
    let quota: StorageQuota

    /// A received file. It has no name on the disk and is deleted when the last copy of this value is released.
    struct File: Sendable {
        fileprivate let scratch: ScratchFile
        fileprivate let room: StorageQuota.Reservation
        /// The size in bytes.
        let size: Int

        /// The descriptor. It stays open as long as this value exists.
        var descriptor: SystemPackage.FileDescriptor { scratch.descriptor }

        /// Records that the library keeps the content of the file.
        func keep() { room.settle(size) }

        /// Opens the file for reading.
        func input() throws -> InputFile { try InputFile(adopting: try descriptor.duplicate(), named: "upload") }
    }

    /// Receives a body.
    ///
    /// - Throws: ``Problem`` with status 413 if the body exceeds the limit, 507 if it exceeds the quota or the disk is
    ///   full, 400 for an empty body.
    func receive(_ body: Body) async throws -> File {
        let announced = body.request.headers[.contentLength].flatMap { Int($0) }
        let room = try quota.take(announced.map { $0 <= options.maximumUpload ? $0 : 0 } ?? 0)
        let scratch = try ScratchFile(in: options.library)
        var size = 0
        try await body.forEach(limit: options.maximumUpload) { buffer in
            size += buffer.readableBytes
            if announced == nil { try room.take(buffer.readableBytes) }
            try await threads.run {
                do { _ = try buffer.withUnsafeReadableBytes { try scratch.descriptor.writeAll($0) } } catch {
                    throw (error as? Errno) == .noSpace || (error as? Errno) == .diskQuotaExceeded
                        ? Problem.noSpace : error
                }
            }
        }
        guard size > 0 else { throw Problem.unreadable("The body is empty.") }
        return File(scratch: scratch, room: room, size: size)
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
