// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import Synchronization
internal import SystemPackage

/// The mappings of a server: those that come with Limn, and those that its owners have saved.
struct MappingShelf: Sendable {
    /// A mapping in the list.
    struct Entry: Encodable, Sendable {
        /// The name of the file, or a hash of the name for a saved mapping.
        let id: String
        let name: String
        /// Whether an owner has saved it.
        let saved: Bool
    }

    /// The largest mapping, in bytes.
    static let limit = 4 << 20
    /// The maximum number of saved mappings.
    private static let countLimit = 500
    private static let prefix = "saved-"

    private let shipped: FilePath
    private let own: FilePath
    /// Whether what is saved stays when the server ends.
    private let isLasting: Bool
    private let list = EntryList()

    /// Makes a shelf.
    ///
    /// - Parameters:
    ///   - folder: the folder for saved mappings. It is created with the first of them.
    ///   - isLasting: whether the folder stays when the server ends.
    init(in folder: FilePath, isLasting: Bool) {
        (own, self.isLasting) = (folder, isLasting)
        shipped = InstalledFolder(name: "mappings", inProject: "Samples/mappings", holding: "dnd-beyond.json").path
    }

    /// Returns all mappings: first those that were saved, each by name.
    func entries() -> [Entry] {
        // Files are put in place whole, so each change of a file changes its folder.
        let changed = (try? FileManager.default.attributesOfItem(atPath: own.string))?[.modificationDate] as? Date
        return list.entries(of: changed) { read() }
    }

    private func read() -> [Entry] {
        [(own, true), (shipped, false)].flatMap { folder, saved in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
            return names.compactMap { entry(folder.appending($0), saved) }
                .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        }
    }

    private struct Head: Decodable { let name: String? }

    private func entry(_ file: FilePath, _ saved: Bool) -> Entry? {
        guard file.extension == "json", let stem = file.stem, let bytes = try? bytes(of: file) else { return nil }
        let head = try? BoundedJSON.decode(Head.self, from: bytes, limits: Self.values)
        return head.map { Entry(id: stem, name: $0.name ?? stem, saved: saved) }
    }

    private static let values = BoundedJSON.Limits(depth: 64, values: 500_000)

    /// Returns the file of a mapping.
    ///
    /// - Throws: ``Problem`` with status 404.
    func file(_ id: String) throws(Problem) -> FilePath {
        let isName =
            !id.isEmpty && id.utf8.count <= 100
            && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        let file = (id.hasPrefix(Self.prefix) ? own : shipped).appending("\(id).json")
        guard isName, FileManager.default.fileExists(atPath: file.string) else {
            throw .notFound("There is no such mapping.")
        }
        return file
    }

    /// Returns the JSON of a mapping.
    ///
    /// - Throws: ``Problem`` with status 404; `FileError`.
    func bytes(of id: String) throws -> [UInt8] { try bytes(of: try file(id)) }

    private func bytes(of file: FilePath) throws -> [UInt8] {
        try InputFile(regularFile: file).bytes(limit: Self.limit)
    }

    /// Saves a mapping under its name. It takes the place of a saved mapping with the same name.
    ///
    /// - Returns: the mapping, and whether there was one of this name.
    /// - Throws: ``Problem`` with status 422 or 507; `FileError`.
    func save(_ mapping: DataValue, named name: String, _ quota: StorageQuota) throws -> (entry: Entry, wasThere: Bool)
    {
        guard isLasting else { throw Problem.readOnly }
        let id = Self.prefix + String("\(ContentHash(Array(name.utf8)))".prefix(16))
        let file = own.appending("\(id).json")
        let wasThere = FileManager.default.fileExists(atPath: file.string)
        let bytes = Array(JSONText(mapping).text.utf8)
        guard bytes.count <= Self.limit else {
            throw Problem.refused("The mapping is larger than \(Self.limit >> 20) MiB.", field: "fields")
        }
        let count = (try? FileManager.default.contentsOfDirectory(atPath: own.string).count) ?? 0
        guard wasThere || count < Self.countLimit else {
            throw Problem.refused(
                "There are \(Self.countLimit) saved mappings already. Remove one first.", field: "name")
        }
        let room = try quota.take(bytes.count)
        try Publisher.makeFolder(own, isPrivate: true)
        try Publisher(isPrivate: true).publish(bytes, to: file)
        room.settle()
        return (Entry(id: id, name: name, saved: true), wasThere)
    }

    /// Removes a saved mapping.
    ///
    /// - Throws: ``Problem`` with status 404, or 403 for a mapping that comes with Limn.
    func remove(_ id: String) throws {
        let file = try file(id)
        guard id.hasPrefix(Self.prefix) else { throw Problem.forbidden("This mapping comes with Limn and stays.") }
        guard unlink(file.string) == 0 || errno == ENOENT else { throw Errno(rawValue: errno) }
    }
}

/// The last list of mappings.
private final class EntryList: Sendable {
    private let last = Mutex<(changed: Date?, entries: [MappingShelf.Entry])?>(nil)

    /// Returns the list.
    ///
    /// - Parameters:
    ///   - changed: the time of the last change; nil if there are no saved mappings.
    ///   - read: reads the list, if it has changed.
    func entries(of changed: Date?, _ read: () -> [MappingShelf.Entry]) -> [MappingShelf.Entry] {
        last.withLock { last in
            if let last, last.changed == changed { return last.entries }
            let entries = read()
            last = (changed, entries)
            return entries
        }
    }
}
