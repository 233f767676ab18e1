// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
public import LimnInk
public import LimnJobs
public import LimnLibrary
internal import LimnPackage
internal import LimnPackageWriting
public import SystemPackage

/// Exports characters to packages and imports them: the work behind `limn library pack` and `unpack`.
public struct CharacterPackager {
    private let access: Access
    private let passwords: PasswordSource?
    private let context: JobContext

    /// Makes a packager.
    ///
    /// - Parameters:
    ///   - access: the password and the limits for the template.
    ///   - passwords: asks for the template's password; nil if it must not be asked for.
    ///   - context: the workers that read the template.
    public init(access: Access = Access(), passwords: PasswordSource? = nil, context: JobContext = .standard) {
        self.access = access
        self.passwords = passwords
        self.context = context
    }

    /// Writes a character with its template, ink, form values, thumbnail and view state to a package.
    ///
    /// - Parameters:
    ///   - audience: who gets the package; nil if that was not said.
    ///   - keepsExisting: whether the call fails instead of replacing an existing file.
    /// - Returns: the size of the file in bytes, and messages about layers for the game master.
    /// - Throws: ``LimnError``; `needsAudience` if no audience was named and a layer is for the game master.
    public func pack(
        _ id: CharacterID, of library: any LibraryStore & Sendable, to path: FilePath,
        for audience: Drawing.Layer.Audience?, keepsExisting: Bool = false
    ) throws(LimnError) -> (bytes: Int, diagnostics: [Diagnostic]) {
        do {
            try library.refuseToWriteInside(path)
            // Read a single snapshot, so that the package contains a concurrent change completely or not at all.
            let snapshot = try library.snapshot(of: id)
            let record = snapshot.character
            var package = CharacterPackage(
                name: record.name, created: record.created, modified: record.modified,
                template: try snapshot.template.map { try template($0, in: library) })
            package.isFavorite = record.isFavorite
            package.tags = record.tags
            package.lastPage = record.lastPage.flatMap { record.position(of: $0) == nil ? nil : $0 }
            package.pages = record.pageList?.coded
            let ink = try snapshot.ink()
            let secrets = ink.values.reduce(0) { $0 + $1.secretLayerCount }
            guard let audience = audience ?? (secrets == 0 ? .everyone : nil) else {
                throw LimnError.needsAudience(secretLayers: secrets)
            }
            // Ink of removed pages is kept for undo, and a package carries no history.
            let numbers = try library.pages(of: record).map { Set($0.numbers) }
            package.drawings = ink.filter { numbers?.contains($0.key) ?? true }
                .mapValues { $0.made(for: audience) }.filter { !$1.isEmpty }
            if let damage = snapshot.form.damage { throw damage }
            package.formEntries = snapshot.form.values.entries
            package.formPictures = snapshot.form.pictures
            package.thumbnail = thumbnail(of: record, in: library)
            try PackageWriter(publisher: Publisher(keepsExisting: keepsExisting)).write(package, to: path)
            let fate = Diagnostic.Code.fate(ofSecretLayers: secrets, for: audience)
            return (
                DocumentSearch.size(of: path),
                fate.map { [Diagnostic($0.code, $0.text, named: record.name, .note)] } ?? []
            )
        } catch { throw LimnError(error) }
    }

    private func template(
        _ record: TemplateRecord, in library: any LibraryStore
    ) throws -> CharacterPackage.Template {
        // The library checks that the PDF is still the imported one.
        let content = try library.content(of: record.id)
        return CharacterPackage.Template(
            name: record.name, content: content, contentHash: try QuickHash(of: content),
            pages: try library.pages(of: record.id), needsPassword: record.needsPassword,
            thumbnail: try library.thumbnail(of: record.id))
    }

    /// Returns the current thumbnail; nil if it cannot be drawn.
    private func thumbnail(of record: CharacterRecord, in library: any LibraryStore & Sendable) -> [UInt8]? {
        guard record.template != nil else { return nil }
        // Everyone who sees a list of packages sees their thumbnails.
        var request = CharacterThumbnailsRequest([record], for: .everyone, access: access)
        request.passwords = passwords
        request.context = context
        var picture: [UInt8]?
        CharacterThumbnailRenderer(request).run(in: library) { picture = $0.picture }
        return picture
    }

    /// Imports the character in a package into a library. The template is imported too, unless the library already has
    /// it. The PDF is read as in any import; the properties that the package states for it are not used.
    ///
    /// - Parameters:
    ///   - path: the package, which is read by a worker.
    ///   - library: the library that gets the character.
    /// - Returns: the character, and messages for the user about its template.
    /// - Throws: ``LimnError``. The library is unchanged then.
    public func unpack(
        _ path: FilePath, into library: any LibraryStore
    ) throws(LimnError) -> (character: CharacterRecord, diagnostics: [Diagnostic]) {
        do {
            let input = try InputFile(named: path, limits: InputLimits(bytes: access.inputLimit))
            // A PDF of several gigabytes may not fit into /tmp, so the package is unpacked beside the library.
            let package = try UnpackedPackage(input, beside: library.storageFolder, context: context)
            let character = package.character
            var new = NewCharacter(
                name: character.name, template: nil, isFavorite: character.isFavorite, tags: character.tags,
                lastPage: character.lastPage, drawings: package.drawings)
            (new.formEntries, new.formPictures) = (package.formEntries, package.formPictures)
            if let pages = character.pages {
                guard let list = PageList(coded: pages) else {
                    throw LimnError(.failed, about: path, "The package's list of pages cannot be read.")
                }
                new.pageList = list
                // Where the character was viewed last is no reason to refuse it.
                new.lastPage = new.lastPage.flatMap { list.position(of: $0) == nil ? nil : $0 }
            }
            guard let template = character.template, let content = package.content else {
                return (try library.createCharacter(new), [])
            }
            let made = try read(content, named: template.name)
            // Create both or neither, so that no template is left behind without its character.
            return (try library.createCharacter(new, importing: made.template).character, made.diagnostics)
        } catch {
            let error = LimnError(error)
            // Add the name of the package to errors that do not have it yet.
            let isTold = error.subject != nil || error.sentence.hasPrefix(path.displayName)
            throw isTold || error.code == .locked ? error : LimnError(error.code, about: path, error.sentence)
        }
    }

    private func read(_ content: InputFile, named name: String) throws -> TemplateReader.Made {
        let reading = TemplateReader(
            thumbnailSize: LibraryThumbnail.standardSize, access: access, passwords: passwords,
            context: context)
        return try reading.read(try OpenDocument(content, titled: name), name: name)
    }
}
