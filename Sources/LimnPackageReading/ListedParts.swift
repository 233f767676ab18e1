// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompression
internal import LimnFiles
internal import LimnPackage
internal import SystemPackage

/// The parts that the manifest lists. Each is matched with one entry of the archive.
struct ListedParts {
    struct Part {
        var role: PartRole
        var entry: ZipEntry
        var hash: QuickHash
    }

    let parts: [Part]

    /// Matches parts with entries and checks names, sizes and counts, without reading any content.
    ///
    /// - Throws: ``PackageError`` with `refused`, `damaged` or `tooLarge`.
    init(_ manifest: Manifest, _ zip: ZipFile, limits: PackageLimits, path: FilePath) throws(PackageError) {
        var entries = try Self.entries(of: zip, path)
        entries[PackageFormat.manifest] = nil
        var roles: Set<PartRole> = []
        var parts: [Part] = []
        for part in manifest.parts {
            let name = "the part “\(Self.displayName(part.path))”"
            guard let role = PartRole(name: part.role, page: part.page), Self.fits(part.path, role) else {
                throw .damaged(path, "\(name) is in the wrong place")
            }
            guard let entry = entries.removeValue(forKey: part.path) else {
                throw .damaged(path, "\(name) is missing")
            }
            if case .other = role {
            } else if !roles.insert(role).inserted {
                throw .damaged(path, "\(name) occurs twice")
            }
            guard entry.size == part.size else { throw .damaged(path, "\(name) has the wrong size") }
            guard let hash = QuickHash(part.xxh3) else { throw .damaged(path, "\(name) has no hash") }
            parts.append(Part(role: role, entry: entry, hash: hash))
        }
        if let name = entries.keys.min() { throw .refused(path, "its manifest does not list “\(name)”") }
        if let problem = PackageCheck(limits: limits).problem(withSizes: parts.map { ($0.role, $0.entry.size) }) {
            throw .tooLarge(path, problem)
        }
        guard roles.contains(.templatePDF) == (manifest.template != nil),
            roles.contains(.templatePDF) || !roles.contains(.templateThumbnail)
        else { throw .damaged(path, "its template is incomplete") }
        self.parts = parts
    }

    /// All entries by name, after checking that each is a plain file with a valid path.
    private static func entries(of zip: ZipFile, _ path: FilePath) throws(PackageError) -> [String: ZipEntry] {
        var entries: [String: ZipEntry] = [:]
        for entry in zip.entries {
            let name = String(decoding: entry.name, as: UTF8.self)
            if let problem = PartPath.problem(with: entry.name) {
                throw .refused(path, "the entry “\(displayName(name))” \(problem)")
            }
            guard !entry.isSpecial else { throw .refused(path, "“\(name)” is a link, a folder or a device") }
            guard !entry.isEncrypted else { throw .refused(path, "“\(name)” is encrypted") }
            entries[name] = entry
        }
        if let name = PartPath.collision(among: zip.entries.map { String(decoding: $0.name, as: UTF8.self) }) {
            throw .refused(path, "“\(name)” has the name of another part")
        }
        return entries
    }

    private static func fits(_ path: String, _ role: PartRole) -> Bool {
        switch role {
        case .templatePDF, .ink, .form: path == role.path
        case .thumbnail, .templateThumbnail: ["", ".png", ".jpg", ".webp"].contains { path == role.path + $0 }
        case .other: true
        }
    }

    /// A name for messages: short and on one line.
    private static func displayName(_ name: String) -> String {
        FilePath(bytes: Array(name.utf8.prefix(80).map { $0 == 0 ? 1 : $0 })).displayName
    }
}
