// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Hummingbird
internal import LimnFiles
internal import NIOCore
internal import SystemPackage

/// Takes files in: they are streamed to the disk, within the limit of an upload and the quota of the library.
struct Uploads: Sendable {
    let options: ServerOptions
    let threads: BlockingThreads

    /// How often the quota is looked at, in bytes.
    private static let step = 16 << 20

    /// A file that has come, without a name on the disk. It goes when this is released.
    struct File: Sendable {
        fileprivate let scratch: ScratchFile
        /// The number of bytes.
        let size: Int

        /// The descriptor, which lives as long as this.
        var descriptor: SystemPackage.FileDescriptor { scratch.descriptor }

        /// The file, to be read.
        func input() throws -> InputFile { try InputFile(adopting: try descriptor.duplicate(), named: "upload") }
    }

    /// Receives a body.
    ///
    /// - Throws: ``Problem`` with 413 beyond the limit or the quota, 507 where the disk is full.
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

    /// - Throws: ``Problem`` with 413 where the library would hold more than its quota, 507 where the disk has no room.
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
    /// 507.
    static let noSpace = Problem(.noSpace, "no-space", "The disk is full.")
}

/// How much a library holds.
enum LibrarySize {
    /// The bytes of the files of a library.
    static func bytes(of folder: FilePath) -> Int {
        ["", "blobs"].reduce(0) { sum, name in
            let path = name.isEmpty ? folder.string : folder.appending(name).string
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return sum
                + names.reduce(0) { sum, name in
                    // What is no file, or is gone by now, takes no room. Links are not followed.
                    let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
                    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return sum }
                    return sum + (attributes?[.size] as? Int ?? 0)
                }
        }
    }
}
