// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// A reMarkable document as files in a folder: the list of pages `ID.content`, other files `ID.…`, and the folder `ID`
/// with the ink.
struct XochitlFolder {
    /// The list of pages.
    let list: FilePath

    private static let ending = Array(".content".utf8)

    /// Finds the document for a path, which may be a list of pages, the folder `ID` beside one, or a folder with
    /// exactly one document. Returns nil for any other path.
    ///
    /// - Throws: ``LimnError`` if the folder has several documents.
    init?(_ path: FilePath) throws {
        guard path != "-" else { return nil }
        guard DocumentSearch.isFolder(path) else {
            guard Self.isList(path.bytes) else { return nil }
            list = path
            return
        }
        let beside = FilePath(bytes: path.lexicallyNormalized().bytes + Self.ending)
        if path.lastComponent?.kind == .regular, FileIdentity(beside) != nil {
            list = beside
            return
        }
        let lists = try DocumentSearch.names(in: path).filter { Self.isList($0) }
        guard let only = lists.first else { return nil }
        guard lists.count == 1 else {
            let name = path.appending(FilePath(bytes: only).components)
            throw LimnError(
                .failed, about: path,
                "This folder holds \(lists.count) reMarkable documents; name one of them, such as \(name.displayName).")
        }
        list = path.appending(FilePath(bytes: only).components)
    }

    private static func isList(_ name: [UInt8]) -> Bool {
        name.count > ending.count && name.suffix(ending.count).elementsEqual(ending)
    }

    /// Describes the document for a worker. The description contains the name of the PDF but not the PDF.
    var content: ReadInkJob.Content {
        get throws {
            let id = try id
            let pdf = "\(id).pdf"
            return .remarkableFolder(id: id, template: FileIdentity(path(pdf)) == nil ? nil : pdf)
        }
    }

    /// Returns the files of the document as one archive: the files named `ID.…` except PDF and EPUB files, and the
    /// `.rm` and `.json` files in the folder `ID` and in folders named `ID.…`.
    func bundle() throws -> [UInt8] {
        let id = try id
        var folder = InkFolder()
        var size = 0
        func add(_ name: String) throws {
            let bytes = try InputFile(regularFile: path(name), followsLinks: true).bytes(
                limit: InkFile.sizeLimit - size)
            size += bytes.count
            folder.files[name] = bytes
        }
        let parent = list.removingLastComponent()
        for name in try DocumentSearch.names(in: parent.isEmpty ? "." : parent) {
            guard let text = String(validating: name, as: UTF8.self), text == id || text.hasPrefix("\(id).") else {
                continue
            }
            guard DocumentSearch.isFolder(path(text)) else {
                if !text.hasSuffix(".pdf"), !text.hasSuffix(".epub") { try add(text) }
                continue
            }
            for inner in try DocumentSearch.names(in: path(text)) {
                guard let part = String(validating: inner, as: UTF8.self),
                    part.hasSuffix(".rm") || part.hasSuffix(".json"),
                    !DocumentSearch.isFolder(path("\(text)/\(part)"))
                else { continue }
                try add("\(text)/\(part)")
            }
        }
        return try folder.encoded()
    }

    private func path(_ name: String) -> FilePath {
        list.removingLastComponent().appending(FilePath(name).components)
    }

    private var id: String {
        get throws {
            guard let name = list.lastComponent.map({ FilePath(root: nil, [$0]).bytes }),
                let id = String(validating: name.dropLast(Self.ending.count), as: UTF8.self)
            else { throw LimnError(.failed, "Its name is not UTF-8, so it is not a reMarkable document.") }
            return id
        }
    }
}
