// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// Iterates over the documents in a folder, in the order of ``DocumentSearch/documents(in:)``. Only the entries of the
/// current folder and its parents are in memory, so a tree of millions of files needs little.
struct DocumentWalk: Sequence, IteratorProtocol {
    /// A document, or a folder that cannot be read.
    enum Found: Sendable {
        case document(FilePath)
        case unreadable(FileError)
    }

    private var folders: [FilePath]
    private var files: ArraySlice<FilePath> = []
    private var failure: FileError?

    init(_ folder: FilePath) { folders = [folder] }

    mutating func next() -> Found? {
        while true {
            if let file = files.popFirst() { return .document(file) }
            guard let folder = folders.popLast() else { return nil }
            do throws(FileError) {
                let (files, inner) = try DocumentSearch.list(folder)
                self.files = files[...]
                folders += inner.reversed()
            } catch { return .unreadable(error) }
        }
    }
}
