// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Hummingbird
internal import LimnFiles
internal import NIOCore
internal import SystemPackage

/// The files that people upload for jobs. Each person has a separate folder; files are named by their content's hash
/// and kept for a day.
struct FileStore: Sendable {
    /// A stored file.
    struct Stored: Encodable, Sendable {
        /// The hash of the file's content.
        let id: String
        let bytes: Int
        /// The time when the file will be removed, in RFC 3339 format.
        let expires: String
    }

    /// The time for which a file is kept, in seconds.
    static let lifetime = 86_400.0

    private let folder: URL
    private let quota: StorageQuota

    init(_ folder: URL, quota: StorageQuota) throws {
        self.folder = folder
        self.quota = quota
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Returns the folder of a person. Its name is a hash, which does not reveal the person.
    private func folder(of person: String) -> URL {
        folder.appendingPathComponent(Self.folderName(of: person), isDirectory: true)
    }

    private static func folderName(of person: String) -> String {
        String("\(ContentHash(Array(person.utf8)))".prefix(24))
    }

    /// Removes the files of all people but these.
    func removeAll(exceptOf people: Set<String>) {
        let known = Set(people.map(Self.folderName))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where !known.contains(name) {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    /// Stores a body while it is received.
    ///
    /// - Throws: ``Problem`` with status 400 for an empty body, 413 for a body of more than `limit` bytes, or 507 if
    ///   the quota is exceeded; `Errno` if writing fails. Nothing is kept then.
    func take(_ body: Body, limit: Int, of person: String) async throws -> Stored {
        let own = folder(of: person)
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        let announced = body.request.headers[.contentLength].flatMap { Int($0) }
        // A body beyond the limit is refused before anything of it is written.
        let room = try quota.take(announced.map { $0 <= limit ? FolderSize.allocated($0) : 0 } ?? 0)
        let temporary = own.appendingPathComponent(".\(UUID().uuidString)")
        let file = try FileDescriptor.open(
            FilePath(temporary.path), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: [.ownerReadWrite])
        var isKept = false
        defer {
            try? file.close()
            if !isKept { try? FileManager.default.removeItem(at: temporary) }
        }
        // Only this task uses these variables, for one piece after another.
        nonisolated(unsafe) let hasher = ContentHasher()
        nonisolated(unsafe) var count = 0
        try await body.forEach(limit: limit) { piece in
            if announced == nil { try room.take(piece.readableBytes) }
            count += piece.readableBytes
            try piece.withUnsafeReadableBytes { bytes in
                hasher.update(bytes)
                _ = try file.writeAll(bytes)
            }
        }
        guard count > 0 else { throw Problem.unreadable("The body is empty.") }
        let name = "\(hasher.hash)"
        guard rename(temporary.path, own.appendingPathComponent(name).path) == 0 else {
            throw Errno(rawValue: errno)
        }
        isKept = true
        room.settle(FolderSize.allocated(count))
        return Stored(id: name, bytes: count, expires: Moment.text(Date().addingTimeInterval(Self.lifetime)))
    }

    /// Creates a hard link to a person's file.
    ///
    /// - Throws: ``Problem`` with status 422 if the person has not uploaded such a file, or if it has been removed.
    func link(_ id: String, of person: String, to place: URL) throws {
        guard ContentHash(id) != nil,
            link(folder(of: person).appendingPathComponent(id).path, place.path)
        else {
            throw Problem.refused("There is no file “\(id.prefix(80))”; upload it first.", field: "inputs")
        }
    }

    private func link(_ old: String, _ new: String) -> Bool { Foundation.link(old, new) == 0 }

    /// Removes files that were uploaded more than a day ago, and uploads that were never completed.
    func sweep(now: Date = Date()) {
        let keys: [URLResourceKey] = [.contentModificationDateKey, .isRegularFileKey]
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys) else { return }
        for case let file as URL in files {
            guard let values = try? file.resourceValues(forKeys: Set(keys)), values.isRegularFile == true,
                let date = values.contentModificationDate, now.timeIntervalSince(date) > Self.lifetime
            else { continue }
            try? FileManager.default.removeItem(at: file)
        }
    }
}

/// Formats times for JSON: RFC 3339 in UTC.
enum Moment {
    static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
