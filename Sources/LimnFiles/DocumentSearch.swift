// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import SystemPackage

/// Finds documents in folders.
public enum DocumentSearch {
    /// Lists the files below a folder whose names end in `.pdf`, in upper or lower case.
    ///
    /// The files of a folder come first, sorted by the bytes of their names. Then come its subfolders in the same
    /// order, each with everything below it. Names that start with a dot, pipes and devices are skipped. Links to
    /// folders are not followed. A link whose target does not exist is listed, so that the caller gets an error when it
    /// reads the link.
    ///
    /// - Returns: the paths, each beginning with `folder`.
    /// - Throws: ``FileError`` for the first folder that cannot be read, with `notFound`, `denied`, `notFolder` or
    ///   `other`.
    public static func documents(in folder: FilePath) throws(FileError) -> [FilePath] {
        var found: [FilePath] = []
        var folders = [folder]
        while let next = folders.popLast() {
            let (files, inner) = try list(next)
            found += files
            folders += inner.reversed()
        }
        return found
    }

    /// Replaces each folder in a list of inputs with the documents in the folder.
    ///
    /// A folder that has no documents or cannot be read stays in the list, so that the caller reports it like any other
    /// unreadable input. `-`, which means standard input, and all other paths also stay, whatever their extension.
    public static func documents(inAny inputs: [FilePath]) -> [FilePath] {
        inputs.flatMap { input in
            guard input != "-", isFolder(input) else { return [input] }
            let found = (try? documents(in: input)) ?? []
            return found.isEmpty ? [input] : found
        }
    }

    /// Returns whether a path names a folder or a link to one; false if nothing exists there.
    public static func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withPlatformString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns whether a path names a regular file or a link to one. A link whose target does not exist also counts;
    /// reading it reports the error.
    private static func isRegular(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withPlatformString { stat($0, &status) } != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns the size of a file in bytes, following links; 0 if nothing exists there or the path cannot be looked up.
    public static func size(of path: FilePath) -> Int {
        var status = stat()
        return path.withPlatformString { stat($0, &status) } == 0 ? Int(status.st_size) : 0
    }

    /// Returns the names in a folder, sorted by their bytes. Names that start with a dot are left out.
    ///
    /// - Returns: the bytes of each name, without the terminating zero. They need not be UTF-8.
    /// - Throws: ``FileError`` with `notFound`, `denied`, `notFolder` or `other`.
    public static func names(in folder: FilePath) throws(FileError) -> [[UInt8]] {
        guard let stream = folder.withPlatformString({ opendir($0) }) else {
            throw FileError(Errno(rawValue: errno), folder, .read)
        }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        names.sort { $0.lexicographicallyPrecedes($1) }
        return names
    }

    /// Returns the documents and the subfolders in a folder, both in the order of ``documents(in:)``.
    package static func list(_ folder: FilePath) throws(FileError) -> (files: [FilePath], folders: [FilePath]) {
        var files: [FilePath] = []
        var folders: [FilePath] = []
        for name in try names(in: folder) {
            let path = folder.appending(FilePath(bytes: name).components)
            var status = stat()
            guard path.withPlatformString({ lstat($0, &status) }) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                folders.append(path)
            } else if isDocument(name), isRegular(path) {
                files.append(path)
            }
        }
        return (files, folders)
    }

    private static func isDocument(_ name: [UInt8]) -> Bool {
        name.count > 4 && String(decoding: name.suffix(4), as: UTF8.self).lowercased() == ".pdf"
    }
}
