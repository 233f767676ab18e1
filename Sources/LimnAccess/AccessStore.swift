// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import LimnFiles
internal import LimnGeometry
public import LimnLibrary
internal import Synchronization
public import SystemPackage

/// Who may see what in a library: a file `access.json` in its folder.
///
/// The file stores only hashes of secrets. Several processes may use it at once; each sees the others' changes on its
/// next call. Methods block on disk I/O and may be called from any thread.
public final class AccessStore: Sendable {
    /// The name of the file.
    public static let fileName = "access.json"
    /// The largest file that is read, in bytes.
    private static let sizeLimit = 16 << 20
    /// The most tokens of one grant. Exchanging one code more forgets the oldest.
    private static let tokenLimit = 100

    /// The name under which the person signs in who starts the server. No grant has it.
    public static let starterName = "owner"

    private let folder: FilePath
    private let path: FilePath
    private let lock: FilePath
    private let spare: SpareFile
    /// The smallest size of the spare file, in bytes.
    private static let spareSize = 64 << 10
    private let now: @Sendable () -> Date
    private let cached = Mutex<(stamp: Stamp, file: AccessFile)?>(nil)

    /// The file attributes that detect a change of the file.
    private struct Stamp: Equatable {
        var inode: UInt
        var size: Int
        var seconds: Int
        var nanoseconds: Int
    }

    /// Makes a store for the folder of a library. The file is created when access is given for the first time.
    ///
    /// - Parameters:
    ///   - folder: the folder of the library, which must exist.
    ///   - now: the clock, by which grants expire.
    public init(in folder: FilePath, now: @escaping @Sendable () -> Date = { Date() }) {
        self.folder = folder
        path = folder.appending(Self.fileName)
        lock = folder.appending("access.lock")
        spare = SpareFile(folder.appending("access.reserve"))
        self.now = now
    }

    /// Returns all grants, including expired grants, sorted by name.
    ///
    /// - Throws: ``AccessError`` if the file cannot be read, is damaged, or was written by a newer Limn.
    public func grants() throws(AccessError) -> [AccessGrant] {
        try file().entries.map(\.grant).sorted { $0.name < $1.name }
    }

    /// Gives access to somebody. When the call returns, the file has been synced.
    ///
    /// - Parameters:
    ///   - name: the name, which no other grant has.
    ///   - role: what the person may do.
    ///   - characters: the characters that a player or a viewer may see; owners see all.
    ///   - days: the number of days of 24 hours until the grant expires; nil if it never expires.
    /// - Returns: the code of the sign-in link (``ServerPlace/link(_:at:)``). Only its hash is stored, so it cannot be
    ///   retrieved later.
    /// - Throws: ``AccessError`` if the name is taken or not allowed.
    public func add(
        _ name: String, role: AccessRole, characters: Set<CharacterID> = [], days: Int? = nil
    ) throws(AccessError) -> String {
        let name = try checked(name)
        guard name.lowercased() != Self.starterName else {
            throw AccessError("“\(name)” means the person who starts the server; choose another name.")
        }
        let code = AccessSecret.make()
        let time = now()
        try change { (file) throws(AccessError) in
            guard !file.entries.contains(where: { $0.name == name }) else {
                throw AccessError("“\(name)” has access already; revoke it first.")
            }
            file.entries.append(
                AccessFile.Entry(
                    name: name, role: role, characters: characters.map { "\($0)" }.sorted(), created: time,
                    expires: days.map { time.addingTimeInterval(Double($0) * 86_400) },
                    code: AccessSecret.hash(code), codeIsToken: nil, tokens: [:]))
        }
        return code
    }

    /// Revokes a person's access: from the next request on, the person's tokens and code are unknown. For
    /// ``starterName``, this ends the codes of the links that servers have printed, too.
    ///
    /// - Parameter name: the whole name, as it was given.
    /// - Throws: ``AccessError`` if no grant has this name.
    public func revoke(_ name: String) throws(AccessError) {
        try change(isRemoval: true) { (file) throws(AccessError) in
            let count = file.entries.count
            file.entries.removeAll { $0.name == name }
            if name == Self.starterName { file.startCodesEnd = now() }
            guard file.entries.count < count || name == Self.starterName else {
                throw AccessError("Nobody called “\(name)” has access.")
            }
        }
    }

    /// The time up to which the codes in the links that servers print are revoked; nil if none is.
    ///
    /// - Throws: ``AccessError``.
    public func startCodesEnd() throws(AccessError) -> Date? { try file().startCodesEnd }

    /// Returns the grant of a link's code, which stays as it is; nil if the code is unknown, already used, or its grant has
    /// expired.
    ///
    /// - Throws: ``AccessError``.
    public func grant(forCode code: String) throws(AccessError) -> AccessGrant? {
        guard let hash = AccessSecret.hash(code) else { return nil }
        let time = now()
        return try file().entries.first { $0.code == hash && $0.grant.holds(at: time) }?.grant
    }

    /// Exchanges the code of a link for a token, once.
    ///
    /// - Returns: the token and the grant; nil if the code is unknown or already used, or if its grant has expired.
    /// - Throws: ``AccessError``.
    public func exchange(_ code: String) throws(AccessError) -> (token: String, grant: AccessGrant)? {
        guard let hash = AccessSecret.hash(code) else { return nil }
        let time = now()
        // Rejects most wrong codes without taking the lock.
        guard try file().entries.contains(where: { $0.code == hash && $0.codeIsToken != true }) else { return nil }
        let token = AccessSecret.make()
        var found: AccessGrant?
        try change { (file) throws(AccessError) in
            guard
                let index = file.entries.firstIndex(where: {
                    $0.code == hash && $0.codeIsToken != true && $0.grant.holds(at: time)
                })
            else { return }
            file.entries[index].code = nil
            file.entries[index].add(token, at: time, limit: Self.tokenLimit)
            found = file.entries[index].grant
        }
        return found.map { (token, $0) }
    }

    /// Makes a token for the owner, whom the caller has already authenticated.
    ///
    /// Adds an owner grant if there is none of this name; it replaces any other grant of this name.
    ///
    /// - Throws: ``AccessError``.
    public func makeOwnerToken(named name: String) throws(AccessError) -> String {
        let token = AccessSecret.make()
        let time = now()
        try change { (file) throws(AccessError) in
            if !file.entries.contains(where: { $0.name == name && $0.role == .owner }) {
                file.entries.removeAll { $0.name == name }
                file.entries.append(
                    AccessFile.Entry(
                        name: name, role: .owner, characters: [], created: time, expires: nil, code: nil,
                        codeIsToken: nil, tokens: [:]))
            }
            for index in file.entries.indices where file.entries[index].name == name {
                file.entries[index].add(token, at: time, limit: Self.tokenLimit)
            }
        }
        return token
    }

    /// Returns the grant of a token; nil if the token is unknown or the grant has expired.
    ///
    /// - Parameter acceptsCode: whether a link code is accepted as a token. If so, it can no longer be exchanged.
    /// - Throws: ``AccessError``.
    public func grant(forToken token: String, acceptsCode: Bool = false) throws(AccessError) -> AccessGrant? {
        guard let hash = AccessSecret.hash(token) else { return nil }
        let time = now()
        let entries = try file().entries
        if let entry = entries.first(where: { $0.tokens[hash] != nil || $0.code == hash && $0.codeIsToken == true }) {
            return entry.grant.holds(at: time) ? entry.grant : nil
        }
        guard acceptsCode, entries.contains(where: { $0.code == hash }) else { return nil }
        var found: AccessGrant?
        try change { (file) throws(AccessError) in
            guard let index = file.entries.firstIndex(where: { $0.code == hash && $0.grant.holds(at: time) }) else {
                return
            }
            file.entries[index].codeIsToken = true
            found = file.entries[index].grant
        }
        return found
    }

    /// Removes a token when a person signs out.
    ///
    /// - Throws: ``AccessError``.
    public func forget(_ token: String) throws(AccessError) {
        guard let hash = AccessSecret.hash(token) else { return }
        try change(isRemoval: true) { (file) throws(AccessError) in
            for index in file.entries.indices { file.entries[index].tokens[hash] = nil }
        }
    }

    private func checked(_ name: String) throws(AccessError) -> String {
        do { return try NameRule.name.checked(name) } catch { throw AccessError(error.description) }
    }

    // MARK: The file

    private func file() throws(AccessError) -> AccessFile {
        guard let stamp = stamp() else { return AccessFile() }
        if let known = cached.withLock({ $0 }), known.stamp == stamp { return known.file }
        let file = try read()
        cached.withLock { $0 = (stamp, file) }
        return file
    }

    private func stamp() -> Stamp? {
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return nil }
        return Stamp(
            inode: UInt(status.st_ino), size: Int(status.st_size), seconds: Int(status.st_mtim.tv_sec),
            nanoseconds: Int(status.st_mtim.tv_nsec))
    }

    private func read() throws(AccessError) -> AccessFile {
        do {
            let bytes = try InputFile(regularFile: path).bytes(limit: Self.sizeLimit)
            let file = try BoundedJSON.decode(AccessFile.self, from: Data(bytes), hasMilliseconds: true)
            guard file.version == 1 else { throw AccessError("A newer Limn wrote \(Self.fileName).") }
            return file
        } catch let error as AccessError { throw error } catch let error as FileError {
            throw AccessError(error.description)
        } catch { throw AccessError("\(Self.fileName) is damaged; move it away to start over.") }
    }

    /// Changes the file while no other process does.
    ///
    /// - Parameter isRemoval: whether the change takes something away, which always succeeds on a full disk: access must be
    ///   revocable, and people must be able to sign out. Space is kept for this alone.
    private func change(
        isRemoval: Bool = false, _ body: (inout AccessFile) throws(AccessError) -> Void
    ) throws(AccessError) {
        let descriptor: FileDescriptor
        do {
            descriptor = try FileDescriptor.open(
                lock, .readWrite, options: [.create, .closeOnExec, .noFollow], permissions: [.ownerReadWrite])
        } catch { throw unwritable(error) }
        defer { try? descriptor.close() }
        while flock(descriptor.rawValue, LOCK_EX) != 0 {
            guard errno == EINTR else { throw AccessError("Access cannot be changed now.") }
        }
        var file = stamp() == nil ? AccessFile() : try read()
        try body(&file)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .millisecondsSince1970
        do { try write(Array(try encoder.encode(file)) + [10], isRemoval: isRemoval) } catch { throw unwritable(error) }
    }

    private func write(_ bytes: [UInt8], isRemoval: Bool) throws(FileError) {
        let publisher = Publisher(isPrivate: true)
        do throws(FileError) { try publisher.publish(bytes, to: path) } catch {
            guard error.code == .noSpace, isRemoval else { throw error }
            if try spare.replace(path, with: bytes, padding: 10) { return }
            let reserve = SpaceReserve(folder)
            guard reserve.release() else { throw error }
            defer { reserve.restore() }
            return try publisher.publish(bytes, to: path)
        }
        spare.make(max(Self.spareSize, 2 * bytes.count))
    }

    private func unwritable(_ error: any Error) -> AccessError {
        let isFull = (error as? FileError)?.code == .noSpace || (error as? Errno) == .noSpace
        let isReadOnly = folder.withPlatformString { Foundation.access($0, W_OK) } != 0
        return AccessError(
            isFull
                ? "Access cannot be changed: the disk is full."
                : "Access cannot be changed: its file cannot be written.",
            isFull ? .noSpace : isReadOnly ? .readOnly : .other)
    }
}

/// Why access could not be given, taken or looked up, as a sentence.
public struct AccessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Cause: Hashable, Sendable {
        /// The disk is full.
        case noSpace
        /// The folder of the library cannot be written to.
        case readOnly
        /// Any other failure.
        case other
    }

    /// The sentence.
    public let description: String
    /// The kind of failure.
    public let cause: Cause

    init(_ description: String, _ cause: Cause = .other) { (self.description, self.cause) = (description, cause) }
}

extension AccessFile.Entry {
    /// Adds a token, and removes the oldest tokens if there are already `limit`.
    fileprivate mutating func add(_ token: String, at time: Date, limit: Int) {
        guard let hash = AccessSecret.hash(token) else { return }
        while tokens.count >= limit, let oldest = tokens.min(by: { $0.value < $1.value }) { tokens[oldest.key] = nil }
        tokens[hash] = time
    }
}
