// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// The files that an ink file refers to, such as pictures of paper, as far as they may be read.
struct Companions {
    /// The files that were found.
    private(set) var files: [CompanionFile] = []
    private var folder = InkFolder()

    /// The maximum size of all companions together in bytes: 32 MiB. They become a part of the ink, whose size is
    /// limited.
    private static let sizeLimit = 32 << 20

    /// Reads the files that are there and may be read. All others are left out, and the reader lists them as dropped.
    ///
    /// - Parameters:
    ///   - missing: what the reader misses.
    ///   - ink: the ink file.
    ///   - background: says which folders may be read.
    /// - Throws: `FileError` if the ink file cannot be read again.
    init(_ missing: [CompanionFile], of ink: InputFile, _ background: Background) throws {
        guard ink.path != "-", !missing.isEmpty else { return }
        var size = 0
        for file in missing.prefix(CompanionFile.limit) {
            guard let (_, real) = try? background.find(file, beside: ink.path),
                let input = try? InputFile(regularFile: real, followsLinks: false),
                input.size <= Self.sizeLimit - size, let bytes = try? input.bytes(limit: Self.sizeLimit - size)
            else { continue }
            size += bytes.count
            folder.files["\(files.count)"] = bytes
            files.append(file)
        }
        guard !files.isEmpty else { return }
        folder.files[ReadInkJob.inkName] = try ink.bytes(limit: InkFile.sizeLimit)
    }

    /// Returns the ink file and its companions as one file.
    func bundle(named path: FilePath) throws -> InputFile { InputFile(bytes: try folder.encoded(), named: path) }
}
