// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnJobs
package import SystemPackage

/// Finds the ink that lies beside a PDF in a folder and has its name: `sheet.xopp` or `sheet.pdf.xopp` for `sheet.pdf`.
package enum FolderInk {
    /// A picture or a table beside a PDF may have its name, too. Only files that nothing else writes count.
    private static let extensions =
        ["content"]
        + InkFormat.readable.filter { !["svg", "excalidraw", "tldraw", "limn-json", "pdf"].contains($0.id) }
        .flatMap(\.extensions).filter { $0 != "zip" }
    /// What Xournal++ appends to the name of a note for its copy of the PDF.
    private static let copyEnding = ".xopp.bg.pdf"

    /// Returns the ink files of the PDFs that were found in folders, by the PDF.
    static func files(beside found: [FilePath]) -> [FilePath: FilePath] {
        Dictionary(found.compactMap { pdf in file(beside: pdf).map { (pdf, $0) } }) { first, _ in first }
    }

    /// Returns the ink file of a PDF; nil if there is none.
    package static func file(beside pdf: FilePath) -> FilePath? {
        guard pdf != "-", let name = name(of: pdf) else { return nil }
        let folder = pdf.removingLastComponent()
        func sibling(_ name: [UInt8]) -> FilePath? {
            let path = folder.appending(FilePath(bytes: name).components)
            return FileIdentity(path) == nil || DocumentSearch.isFolder(path) ? nil : path
        }
        if name.suffix(copyEnding.utf8.count).elementsEqual(copyEnding.utf8) {
            return sibling(name.dropLast(".bg.pdf".utf8.count))
        }
        for ending in extensions.map({ Array(".\($0)".utf8) }) {
            if let found = sibling(name.dropLast(4) + ending) ?? sibling(name + ending) { return found }
        }
        return nil
    }

    /// The bytes of the last part of a path.
    private static func name(of path: FilePath) -> [UInt8]? {
        path.lastComponent.map { FilePath(root: nil, [$0]).bytes }
    }

    /// Reads the ink that lies beside a PDF.
    ///
    /// - Throws: ``LimnError``, also if the ink belongs to another PDF of the folder.
    static func read(
        _ file: FilePath, beside pdf: FilePath, access: Access, context: JobContext
    ) throws(LimnError) -> InkFile {
        let ink = try InkFile(file, background: Background(), access: access, context: context)
        if let other = otherPDF(of: ink, than: pdf) { throw LimnError(.failed, "It belongs to \(other).") }
        return ink
    }

    /// Returns the name of another PDF in the same folder that the ink is on; nil if there is none. A note that names a
    /// PDF which is not there was renamed together with its PDF.
    private static func otherPDF(of ink: InkFile, than pdf: FilePath) -> String? {
        guard case .file(let text) = ink.content.document.template,
            let last = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
        else { return nil }
        let other = pdf.removingLastComponent().appending(last)
        guard let found = FileIdentity(other), found != FileIdentity(pdf) else { return nil }
        return last
    }
}
