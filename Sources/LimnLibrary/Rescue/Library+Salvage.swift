// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB
internal import LimnFiles
public import SystemPackage

extension Library {
    /// Writes all readable data of a damaged library into a new library. The damaged library is not changed.
    ///
    /// The database is read page by page, without SQLite. Lost rows of characters and templates are rebuilt from the
    /// indices. PDFs that are damaged, or that no template refers to, go to the folder `set-aside` of the new library.
    ///
    /// The call reads the whole database and every PDF, so its time grows with the size of the library.
    ///
    /// - Parameters:
    ///   - folder: the damaged library.
    ///   - destination: the new library; a folder that does not exist or is empty.
    /// - Returns: the salvaged data; its warnings report the losses.
    /// - Throws: ``LibraryError``; `damaged` if nothing is readable, `notFound` if there is no library, `newerVersion`
    ///   if a newer Limn wrote it, `refused` if `destination` is not empty, `busy` if another process is writing it.
    public static func salvage(from folder: FilePath, into destination: FilePath) throws(LibraryError) -> LibraryCopy {
        do throws(LibraryError) {
            guard try DatabaseFile(folder: folder).inspect() else {
                throw LibraryError(.notFound, "There is no library in \(folder.displayName).")
            }
        } catch {
            guard error.code == .damaged || error.code == .notLibrary else { throw error }
        }
        do {
            try LibraryFiles.check(folder)
            let source = try UTF8Folder(folder)
            defer { withExtendedLifetime(source) {} }
            return try StagedDirectory.create(destination) { try salvage(source.path, named: folder, into: $0) }
        } catch { throw LibraryError(error, in: folder) }
    }

    private static func salvage(
        _ folder: FilePath, named name: FilePath, into target: FilePath
    ) throws -> LibraryCopy {
        let old = BlobFolder(folder.appending(LibraryFiles.blobs))
        let new = BlobFolder(target.appending(LibraryFiles.blobs))
        try Publisher.makeFolder(new.path, isPrivate: true)
        let path = folder.appending(DatabaseFile.name)
        let rescued = try RescuedDatabase.write(path, to: target.appending(DatabaseFile.name), old)
        var copy = LibraryCopy()
        guard rescued != nil || !old.blobNames().isEmpty else {
            throw LibraryError(.damaged, "Nothing is left of the library \(name.displayName).")
        }
        if let rescued {
            if !rescued.problems.isEmpty || !rescued.extent.damagedPages.isEmpty {
                copy.warnings.append("The database \(DatabaseFile.name) is damaged. \(rescued.extent.sentence)")
            }
            copy.warnings += rescued.problems.map(\.description)
        } else {
            copy.warnings.append("Nothing is left of the database; only the PDFs were saved.")
        }
        let library = try Library(at: target)
        (copy.templateCount, copy.characterCount) = try library.reading { try counts($0) }
        let templates = try library.reading { database in
            try Row.fetchAll(database, sql: "SELECT blob, name FROM template").reduce(into: [String: String]()) {
                $0[try $1.value(0)] = try $1.value(1)
            }
        }
        try copyBlobs(from: old, to: new, templates, &copy)
        copy.byteCount += try InputFile(regularFile: target.appending(DatabaseFile.name)).size
        return copy
    }

    /// Copies undamaged PDFs of templates, and sets the other PDFs aside.
    private static func copyBlobs(
        from old: BlobFolder, to new: BlobFolder, _ templates: [String: String], _ copy: inout LibraryCopy
    ) throws {
        var sound: [String] = []
        var (damaged, loose) = (0, 0)
        for name in old.blobNames() {
            if templates[name] != nil, old.isSound(name) {
                sound.append(name)
                continue
            }
            guard let content = try? old.open(name) else {
                copy.warnings.append("The PDF \(name) cannot be read.")
                continue
            }
            try Publisher.makeFolder(new.setAsideFolder, isPrivate: true)
            try LibraryFiles.copy(old.file(name), to: new.setAsideFolder.appending("\(name).pdf"))
            copy.byteCount += content.size
            if templates[name] == nil { loose += 1 } else { damaged += 1 }
        }
        for start in stride(from: 0, to: sound.count, by: 64) {
            let contents = try sound[start..<min(start + 64, sound.count)].map { (hash: $0, content: try old.open($0)) }
            copy.byteCount += contents.reduce(0) { $0 + $1.content.size }
            try new.publish(contents)
        }
        for (hash, name) in templates.sorted(by: { $0.value < $1.value }) where !sound.contains(hash) {
            copy.warnings.append(
                "The PDF of the template “\(name)” is \(old.exists(hash) ? "damaged" : "missing"); "
                    + "importing the same file again repairs it.")
        }
        if loose + damaged > 0 {
            copy.warnings.append(
                "\(loose + damaged == 1 ? "One PDF" : "\(loose + damaged) PDFs") without a template, or damaged: kept in "
                    + "the folder set-aside.")
        }
    }
}
