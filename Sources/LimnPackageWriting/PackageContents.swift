// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnPackage
internal import SystemPackage

/// The parts of a package to write.
struct PackageContents {
    /// One part of the package.
    struct Part {
        var path: String
        var role: PartRole?
        var content: InputFile
        var hash: QuickHash
    }

    /// The parts in the order in which they are written: the manifest, then the parts that it lists.
    private(set) var parts: [Part] = []

    /// Splits a package into its parts.
    ///
    /// - Parameter path: the output path, for messages.
    /// - Throws: ``PackageError`` with `invalid` or `tooLarge`.
    init(_ package: CharacterPackage, limits: PackageLimits, to path: FilePath) throws(PackageError) {
        let check = PackageCheck(limits: limits)
        if let problem = check.problem(with: package) { throw .invalid(path, problem) }
        if let thumbnail = package.thumbnail { add(thumbnail, .thumbnail) }
        for page in package.drawings.keys.sorted() {
            guard let drawing = package.drawings[page] else { continue }
            do throws(InkError) {
                let ink = InkDocument(pages: [.init(drawing: drawing)])
                add(try NativeInk.encode(ink, precision: .lossless), .ink(page: page))
            } catch { throw .invalid(path, "the ink of page \(page) has values that cannot be stored") }
        }
        if !package.formEntries.isEmpty {
            do {
                let form = PackedForm(entries: package.formEntries, pictures: package.formPictures)
                add(try form.encoded(), .form)
            } catch { throw .invalid(path, "the values of its form cannot be stored") }
        }
        if let template = package.template {
            if let thumbnail = template.thumbnail { add(thumbnail, .templateThumbnail) }
            // The PDF is last, so that ink and thumbnails are near the manifest.
            let role = PartRole.templatePDF
            parts.append(Part(path: role.path, role: role, content: template.content, hash: template.contentHash))
        }
        if let problem = check.problem(
            withSizes: parts.compactMap { part in part.role.map { ($0, part.content.size) } })
        {
            throw .tooLarge(path, problem)
        }
        let manifest = try Self.manifest(of: package, parts, path)
        guard manifest.count <= PackageFormat.maximumManifestBytes else {
            throw .tooLarge(path, "its list of parts would take \(manifest.count) bytes")
        }
        parts.insert(Self.part(PackageFormat.manifest, nil, manifest), at: 0)
    }

    private mutating func add(_ bytes: [UInt8], _ role: PartRole) {
        parts.append(Self.part(role.path(of: bytes), role, bytes))
    }

    private static func part(_ path: String, _ role: PartRole?, _ bytes: [UInt8]) -> Part {
        let content = InputFile(bytes: bytes, named: FilePath(path))
        return Part(path: path, role: role, content: content, hash: QuickHash(bytes))
    }

    private static func manifest(
        of package: CharacterPackage, _ parts: [Part], _ path: FilePath
    ) throws(PackageError) -> [UInt8] {
        guard let created = Timestamp(package.created), let modified = Timestamp(package.modified) else {
            throw .invalid(path, "its times are not between 1970 and 9999")
        }
        let manifest = Manifest(
            character: .init(
                name: package.name, favorite: package.isFavorite, tags: package.tags, lastPage: package.lastPage,
                created: created, modified: modified, pages: package.pages),
            template: package.template.map {
                .init(name: $0.name, needsPassword: $0.needsPassword, pages: $0.pages.map { PageEntry($0) })
            },
            parts: parts.compactMap { part in
                guard let role = part.role else { return nil }
                var page: Int?
                if case .ink(let number) = role { page = number }
                return .init(
                    path: part.path, role: role.name, page: page, size: part.content.size,
                    xxh3: part.hash.description)
            })
        do { return try manifest.encoded() } catch { throw .invalid(path, "its manifest cannot be written (\(error))") }
    }
}
