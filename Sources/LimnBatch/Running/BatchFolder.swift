// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// The paths in a folder of results.
struct BatchFolder: Sendable {
    let path: FilePath

    var record: FilePath { path.appending("batch.json") }
    var staging: FilePath { path.appending("staging") }

    func tasks(_ hash: ContentHash) -> FilePath { path.appending("tasks-\("\(hash)".prefix(16)).jsonl") }
    func results(_ shard: Shard) -> FilePath { path.appending("results-\(shard.name).jsonl") }
    func lock(_ shard: Shard) -> FilePath { path.appending("results-\(shard.name).lock") }
    func staging(_ shard: Shard) -> FilePath { staging.appending(shard.name) }

    /// Returns the path of an object, relative to the folder.
    static func object(_ hash: ContentHash, ending: String) -> String {
        let digits = "\(hash)"
        return "objects/\(digits.prefix(2))/\(digits).\(ending)"
    }

    /// Returns whether a text is the path of an object. Such a path cannot lead out of the folder.
    static func isObject(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "objects", parts[1].utf8.count == 2 else { return false }
        let file = parts[2].split(separator: ".", omittingEmptySubsequences: false)
        let endings = ["png", "jpg", "webp", "ppm", "pdf"]
        return file.count == 2 && ContentHash(String(file[0])) != nil && file[0].hasPrefix(parts[1])
            && endings.contains(String(file[1]))
    }
}
