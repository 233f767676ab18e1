// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// A file that Limn did not write: one that `Scripts/foreign` made, or one that lies where `LIMN_FOREIGN` says.
///
/// Files of the first kind are part of the tests. Those of the second kind add cases to them: nobody counts on them.
public struct ForeignFile: Sendable, Hashable, CustomStringConvertible {
    /// The folders of foreign files.
    public enum Kind: String, Sendable {
        /// Ink that other programs wrote.
        case ink
        /// PDFs that hang poppler or take gigabytes of it.
        case killers
        /// Files that once went wrong.
        case found
    }

    /// The name of the file, such as `rmscene-pens.rm`.
    public let name: String
    private let path: String
    private let isMade: Bool

    /// A file that `Scripts/foreign` made.
    public static func made(_ kind: Kind, _ name: String) -> ForeignFile {
        let folder = Project.foreign.appendingPathComponent(kind.rawValue)
        return ForeignFile(name: name, path: folder.appendingPathComponent(name).path, isMade: true)
    }

    /// The files with an extension in a folder of `LIMN_FOREIGN`, by name; none where there is no such folder, or none
    /// that can be read.
    public static func further(_ kind: Kind, _ pathExtension: String) -> [ForeignFile] {
        guard let named = ProcessInfo.processInfo.environment["LIMN_FOREIGN"], !named.isEmpty else { return [] }
        let folder = URL(fileURLWithPath: named).appendingPathComponent(kind.rawValue)
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? [])
            .filter { $0.pathExtension == pathExtension && FileManager.default.isReadableFile(atPath: $0.path) }
            .map { ForeignFile(name: $0.lastPathComponent, path: $0.path, isMade: false) }
            .sorted { $0.name < $1.name }
    }

    /// Where the file is.
    ///
    /// - Throws: what `Requirement` throws when `Scripts/foreign` has not made the file.
    public var url: URL {
        get throws { isMade ? try Requirement.made(path) : URL(fileURLWithPath: path) }
    }

    /// The bytes of the file.
    public var bytes: [UInt8] {
        get throws { Array(try Data(contentsOf: try url)) }
    }

    /// The name of the file.
    public var description: String { name }
}
