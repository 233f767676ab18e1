// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnPictures
internal import SystemPackage

/// The names of the picture files of a request.
struct OutputNames {
    let request: RenderRequest

    private var fileExtension: String { request.encoder.format.fileExtension }

    /// Prepares the names.
    ///
    /// - Throws: ``LimnError`` with `outputsCollide` or `needsKeptFolders` if two inputs would write the same files.
    init(_ request: RenderRequest) throws(LimnError) {
        self.request = request
        guard case .folder(let folder) = request.destination else { return }
        var owners: [FilePath: FilePath] = [:]
        for input in request.inputs {
            let prefix = prefix(of: input, in: folder)
            if let other = owners.updateValue(input, forKey: prefix) {
                let ending = request.naming == .byPage ? "-….\(fileExtension)" : ".\(fileExtension)"
                let both =
                    other == input
                    ? "The file is named twice and would write \(prefix.displayName)\(ending) twice"
                    : "The file would write \(prefix.displayName)\(ending), and so would \(other.shownAsInput)"
                guard other == input || request.keepsFolders else {
                    throw LimnError(.needsKeptFolders, about: input, "\(both).")
                }
                let advice = other == input ? "name it once" : "render them one by one"
                throw LimnError(.outputsCollide, about: input, "\(both); \(advice).")
            }
        }
    }

    /// Returns the name of the picture of a page.
    func name(of input: FilePath, page: Int, pageCount: Int) -> FilePath {
        switch request.destination {
        case .file(let path): return path
        case .standardOutput: return "-"
        case .folder(let folder):
            let prefix = prefix(of: input, in: folder)
            var bytes = prefix.bytes
            if request.naming == .byPage {
                let digits = String(page)
                let padding = String(repeating: "0", count: max(0, String(pageCount).count - digits.count))
                bytes += Array("-\(padding)\(digits)".utf8)
            }
            return FilePath(bytes: bytes + Array(".\(fileExtension)".utf8))
        }
    }

    /// Returns the path without the page number and the extension.
    private func prefix(of input: FilePath, in folder: FilePath) -> FilePath {
        let stem = Self.stem(of: input)
        var path = folder
        if request.keepsFolders {
            for component in input.removingLastComponent().components where component.kind == .regular {
                path.append(component)
            }
        }
        return path.isEmpty ? stem : path.appending(stem.components)
    }

    /// Returns the file's name without its last extension; `stdin` for standard input.
    static func stem(of input: FilePath) -> FilePath {
        guard input != "-", let last = input.lastComponent, last.kind == .regular else { return "stdin" }
        let bytes = FilePath(root: nil, [last]).bytes
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return FilePath(bytes: bytes) }
        return FilePath(bytes: Array(bytes[..<dot]))
    }
}
