// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnInkFormats
internal import SystemPackage

/// A reMarkable document as files in a folder: the list of pages `ID.content`, what else is called `ID`, and the folder
/// `ID` with the ink.
struct XochitlFolder {
    /// The list of pages.
    let list: FilePath

    private static let ending = Array(".content".utf8)

    /// Finds the document that a path means: a list of pages, the folder with the ink beside one, or a folder that
    /// holds exactly one document; nil where it means something else.
    ///
    /// - Throws: ``PipelineError`` for a folder of several documents.
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
            throw PipelineError(
                .failed, about: path,
                "This folder holds \(lists.count) reMarkable documents; name one of them, such as \(name.displayName).")
        }
        list = path.appending(FilePath(bytes: only).components)
    }

    private static func isList(_ name: [UInt8]) -> Bool {
        name.count > ending.count && name.suffix(ending.count).elementsEqual(ending)
    }

    /// Reads the document; its PDF is named and not read.
    ///
    /// - Returns: the document, and all bytes that were read of it.
    func read() throws -> (content: InkImport, bytes: [UInt8]) {
        guard let name = list.lastComponent.map({ FilePath(root: nil, [$0]).bytes }),
            let id = String(validating: name.dropLast(Self.ending.count), as: UTF8.self)
        else { throw PipelineError(.failed, "Its name is not UTF-8, and so that of no reMarkable document.") }
        let folder = list.removingLastComponent()
        func path(_ name: String) -> FilePath { folder.appending(FilePath(name).components) }
        var all: [UInt8] = []
        var failure: (any Error)?
        func contents(_ name: String) throws(InkFormatError) -> [UInt8]? {
            do {
                let bytes = try InputFile(path(name)).bytes(limit: InkFile.sizeLimit - all.count)
                all += bytes
                return bytes
            } catch {
                if error.code == .notFound { return nil }
                failure = error
                throw InkFormatError(.corrupt, format: .remarkableDocument, "\(error)")
            }
        }
        let hasPDF = FileIdentity(path("\(id).pdf")) != nil
        do {
            let content = try XochitlDocument.read(
                id, template: hasPDF ? .file("\(id).pdf") : nil, contents: contents)
            return (content, all)
        } catch { throw failure ?? error }
    }
}
