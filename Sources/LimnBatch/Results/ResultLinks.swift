// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// Gives results readable names: a tree of links to objects.
struct ResultLinks {
    private let root: FilePath
    private let folder: BatchFolder
    private let isSymbolic: Bool
    /// The target folder of the links.
    private let objects: FilePath

    /// - Throws: ``BatchError`` if the folder of links cannot be created.
    init(_ root: FilePath, folder: BatchFolder, isSymbolic: Bool) throws(BatchError) {
        (self.root, self.folder, self.isSymbolic) = (root, folder, isSymbolic)
        do throws(FileError) { try Publisher.makeFolder(root) } catch { throw BatchError(error) }
        guard let real = folder.path.withPlatformString({ realpath($0, nil) }) else {
            throw BatchError(FileError(reading: folder.path, cause: Errno(rawValue: errno)))
        }
        defer { free(real) }
        objects = FilePath(platformString: real)
    }

    /// Links the outputs of a task. If another file has a name already, it is kept, and the name is counted.
    ///
    /// - Throws: ``FileError`` if a link cannot be created.
    ///
    /// - Parameter names: the names of the task that was performed and of a task that repeats it; nil for its own names.
    mutating func link(
        _ result: KnownResult, as names: (own: TaskOutputName, other: TaskOutputName)? = nil,
        _ summary: inout BatchMerge.Summary
    ) throws(FileError) {
        for output in result.outputs {
            // The name may come from a stranger's list.
            let own = output.name
            guard let text = own.flatMap({ own in names.map { $0.own.renamed(own, as: $0.other) } ?? own }),
                let name = TaskOutputName(text)
            else { continue }
            let path = root.appending(name.text)
            try makeFolders(path.removingLastComponent())
            let target = objects.appending(output.object)
            let status = target.withPlatformString { old in
                path.withPlatformString { isSymbolic ? symlink(old, $0) : Foundation.link(old, $0) }
            }
            if status == 0 {
                summary.links += 1
            } else if errno == EEXIST {
                if FileIdentity(path) == FileIdentity(target) { summary.links += 1 } else { summary.unlinked += 1 }
            } else {
                throw FileError(writing: path, cause: Errno(rawValue: errno))
            }
        }
    }

    /// Creates the folders of a name below the root. None of them may be a link, because a link could lead elsewhere.
    private func makeFolders(_ path: FilePath) throws(FileError) {
        guard path != root, path.starts(with: root) else { return }
        try makeFolders(path.removingLastComponent())
        var status = stat()
        if path.withPlatformString({ lstat($0, &status) }) != 0 {
            guard path.withPlatformString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
                throw FileError(writing: path, cause: Errno(rawValue: errno))
            }
        } else if status.st_mode & S_IFMT != S_IFDIR {
            throw FileError(notRegular: path)
        }
    }
}
