// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import SystemPackage

/// The documents of a contact sheet and their names on it.
struct SheetDocuments {
    let paths: [FilePath]
    let names: [String]
    /// The ink files beside the PDFs of folders, by the PDF.
    let inkBeside: [FilePath: FilePath]

    /// Collects the documents, including those in folders.
    ///
    /// - Throws: ``LimnError`` with `failed` for a folder that cannot be read or contains no PDF.
    init(_ request: ContactSheetRequest) throws(LimnError) {
        let sheet = request.output == "-" ? nil : FileIdentity(request.output)
        var paths: [FilePath] = []
        var inkBeside: [FilePath: FilePath] = [:]
        for input in request.inputs {
            guard input != "-", DocumentSearch.isFolder(input) else {
                paths.append(input)
                continue
            }
            var found: [FilePath]
            do throws(FileError) { found = try DocumentSearch.documents(in: input) } catch {
                throw LimnError(error)
            }
            // A second run must not show the sheet of the first run on the new one.
            if let sheet { found.removeAll { FileIdentity($0) == sheet } }
            guard !found.isEmpty else {
                throw LimnError(.failed, about: input, "There is no PDF in this folder.")
            }
            paths += found
            inkBeside.merge(FolderInk.files(beside: found)) { first, _ in first }
        }
        self.paths = paths
        self.inkBeside = inkBeside
        names = Self.names(of: paths)
    }

    /// Returns the file names of the documents. If several are equal, the name of the folder is put in front.
    static func names(of paths: [FilePath]) -> [String] {
        let last = paths.map { $0.lastComponent.map { FilePath(root: nil, [$0]) } ?? $0 }
        var count: [FilePath: Int] = [:]
        for name in last { count[name, default: 0] += 1 }
        return zip(paths, last).map { path, name in
            guard path != "-" else { return path.shownAsInput }
            guard count[name] != 1 else { return name.displayName }
            return FilePath(root: nil, path.components.suffix(2)).displayName
        }
    }
}
