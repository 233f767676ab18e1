// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// Finds the PDF that an ink file refers to as its background, if it may be read.
struct Background {
    /// A folder, besides the ink file's own folder, from which the PDF may be read.
    var allowedFolder: FilePath?
    /// Whether plain paper stands in for a PDF that is missing or may not be read.
    var usesPaper = false

    /// Finds the PDF and checks that it may be read.
    ///
    /// - Returns: the path of the PDF, both as given and with all symbolic links resolved.
    /// - Throws: ``LimnError`` with `noBackground`, `backgroundMissing` or `backgroundForbidden`.
    func find(for ink: InkFile) throws(LimnError) -> (named: FilePath, real: FilePath) {
        if let allowedFolder, Self.real(allowedFolder) == nil {
            throw LimnError(.failed, about: allowedFolder, "The folder for backgrounds does not exist.")
        }
        switch ink.content.document.template {
        case nil, .embedded:
            throw LimnError(
                .noBackground, about: ink.path,
                "The ink names no PDF to write on.")
        case .attachment(let suffix): return try find(.attachment(suffix: suffix), beside: ink.path)
        case .file(let text): return try find(.file(text), beside: ink.path)
        }
    }

    /// Finds a file that an ink file refers to and checks that it may be read.
    ///
    /// - Returns: the path, both as given and with all symbolic links resolved.
    /// - Throws: ``LimnError`` with `backgroundMissing` or `backgroundForbidden`.
    func find(_ file: CompanionFile, beside ink: FilePath) throws(LimnError) -> (named: FilePath, real: FilePath) {
        switch file {
        case .attachment(let suffix): return try allowed(FilePath(bytes: ink.bytes + Array(suffix.utf8)), for: ink)
        case .file(let text):
            let path = FilePath(text)
            let folder = ink.removingLastComponent()
            return try allowed(path.isAbsolute || folder.isEmpty ? path : folder.pushing(path), for: ink)
        }
    }

    /// Resolves all symbolic links in a path.
    ///
    /// - Throws: ``LimnError`` if the file does not exist or does not lie in an allowed folder.
    private func allowed(
        _ path: FilePath, for ink: FilePath
    ) throws(LimnError) -> (named: FilePath, real: FilePath) {
        let own = ink.removingLastComponent()
        let folders = [own.isEmpty ? "." : own, allowedFolder].compactMap { $0 }.compactMap { Self.real($0) }
        let forbidden = LimnError(
            .backgroundForbidden, about: ink,
            "The ink names the PDF \(path.displayName), which is not in the ink file's own folder.")
        guard let real = Self.real(path) else {
            // The error must not reveal whether a file outside the allowed folders exists.
            guard let folder = Self.existingFolder(of: path), folders.contains(where: { folder.starts(with: $0) })
            else { throw forbidden }
            throw LimnError(
                .backgroundMissing, about: ink,
                "The ink names the PDF \(path.displayName), which does not exist.")
        }
        guard folders.contains(where: { real.starts(with: $0) }) else { throw forbidden }
        return (path, real)
    }

    /// Returns the nearest existing folder above a missing file; nil if `..` follows a missing folder.
    private static func existingFolder(of path: FilePath) -> FilePath? {
        var folder = path
        while folder.lastComponent?.kind == .regular {
            folder.removeLastComponent()
            if let real = real(folder.isEmpty ? "." : folder) { return real }
        }
        return nil
    }

    private static func real(_ path: FilePath) -> FilePath? {
        guard let pointer = path.withPlatformString({ realpath($0, nil) }) else { return nil }
        defer { free(pointer) }
        return FilePath(platformString: pointer)
    }
}
