// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompression
internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnPackage
internal import SystemPackage

/// The unpacked contents of a package. The hash of each part has been verified.
struct UnpackedParts {
    private let path: FilePath
    private let limits: PackageLimits
    private var content: (file: InputFile, hash: QuickHash)?
    private var templateThumbnail: [UInt8]?
    private var thumbnail: [UInt8]?
    private var drawings: [Int: Drawing] = [:]
    private var form = PackedForm()

    /// The maximum size of a PDF that is unpacked into memory, in bytes.
    private static let maximumInMemory = 1 << 20

    /// Unpacks and verifies all parts.
    ///
    /// - Throws: ``PackageError``, ``CompressionError`` or ``FileError``.
    init(
        _ listed: ListedParts, _ zip: ZipFile, _ reader: PackageReader, _ takers: PartTakers?, path: FilePath
    ) throws {
        self.path = path
        limits = reader.limits
        var count = InkCount()
        let isTemplate = { (part: ListedParts.Part) in part.role == .templatePDF }
        for part in listed.parts.filter(isTemplate) + listed.parts.filter({ !isTemplate($0) }) {
            switch part.role {
            case .templatePDF: content = (try unpack(part, zip, reader, to: takers?.template), part.hash)
            case .templateThumbnail: templateThumbnail = try bytes(of: part, zip)
            case .thumbnail: thumbnail = try bytes(of: part, zip)
            case .ink(let page):
                let drawing = try drawing(in: try bytes(of: part, zip), page: page)
                count.add(drawing)
                if let problem = count.problem(limits) { throw PackageError.tooLarge(path, problem) }
                try takers?.ink(page, drawing)
                drawings[page] = takers == nil ? drawing : Drawing()
            case .form:
                let bytes = try bytes(of: part, zip)
                do { form = try PackedForm(decoding: bytes) } catch {
                    throw PackageError.damaged(path, "the values of its form cannot be read")
                }
            case .other: try forEachChunk(of: part, zip) { _ in }
            }
        }
    }

    /// Assembles the package.
    ///
    /// - Throws: ``PackageError`` with `damaged`.
    func package(_ manifest: Manifest) throws -> CharacterPackage {
        let character = manifest.character
        var template: CharacterPackage.Template?
        if let content, let entry = manifest.template {
            template = CharacterPackage.Template(
                name: entry.name, content: content.file, contentHash: content.hash,
                pages: try entry.pages.enumerated().map { index, page in
                    guard let geometry = page.geometry else {
                        throw PackageError.damaged(path, "page \(index + 1) of its template has no valid size")
                    }
                    return geometry
                }, needsPassword: entry.needsPassword, thumbnail: templateThumbnail)
        }
        var package = CharacterPackage(
            name: character.name, isFavorite: character.favorite, tags: character.tags, lastPage: character.lastPage,
            created: character.created.date, modified: character.modified.date, template: template,
            drawings: drawings, thumbnail: thumbnail)
        (package.formEntries, package.formPictures) = (form.entries, form.pictures)
        package.pages = character.pages
        if let problem = PackageCheck(limits: limits).problem(with: package) {
            throw PackageError.damaged(path, problem)
        }
        return package
    }

    private func drawing(in bytes: [UInt8], page: Int) throws(PackageError) -> Drawing {
        let document: InkDocument
        do { document = try NativeInk.decode(bytes) } catch { throw .ink(error, page: page, path) }
        guard let only = document.pages.first, document == InkDocument(pages: [.init(drawing: only.drawing)]) else {
            throw .damaged(path, "the ink of page \(page) is not a document of one page")
        }
        return only.drawing
    }

    private func bytes(of part: ListedParts.Part, _ zip: ZipFile) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachChunk(of: part, zip) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Unpacks the PDF: into the given file if there is one, otherwise into memory or a scratch file.
    private func unpack(
        _ part: ListedParts.Part, _ zip: ZipFile, _ reader: PackageReader, to given: FileDescriptor?
    ) throws -> InputFile {
        let name = path.appending(part.role.path)
        if given == nil, part.entry.size <= Self.maximumInMemory {
            return InputFile(bytes: try bytes(of: part, zip), named: name)
        }
        let scratch = given == nil ? try ScratchFile(in: reader.scratchFolder) : nil
        return try withExtendedLifetime(scratch) {
            guard let file = given ?? scratch?.descriptor else { throw FileError(writing: name, cause: .ioError) }
            // The file may have no name, so write errors name the folder.
            let folder = reader.scratchFolder ?? .temporaryFolder
            try forEachChunk(of: part, zip) { chunk in
                do { _ = try file.writeAll(chunk) } catch {
                    throw FileError(writing: folder, cause: error as? Errno ?? .ioError)
                }
            }
            return try InputFile(adopting: try file.duplicate(), named: name)
        }
    }

    /// Unpacks a part in chunks and verifies its hash.
    private func forEachChunk(
        of part: ListedParts.Part, _ zip: ZipFile, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let hasher = QuickHasher()
        try zip.forEachPiece(of: part.entry) { chunk in
            hasher.update(chunk)
            try body(chunk)
        }
        guard hasher.hash == part.hash else {
            throw PackageError.damaged(path, "the part “\(part.role.path)” has changed since it was packed")
        }
    }
}
