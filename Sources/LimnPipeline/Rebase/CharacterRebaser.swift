// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
internal import LimnInk
public import LimnJobs
public import LimnLibrary
internal import LimnRebase
internal import SystemPackage

/// Moves a character to a new edition of its template: the work behind `limn character rebase`.
public struct CharacterRebaser: Sendable {
    private let request: CharacterRebaseRequest

    /// Prepares a request.
    ///
    /// - Parameter request: the character and the new template.
    public init(_ request: CharacterRebaseRequest) { self.request = request }

    /// Moves the ink and the form values, as one group of edits of the library.
    ///
    /// - Returns: the result, with the certainty of every item.
    /// - Throws: ``LimnError``; `refused` if the templates are not two editions of one document, `stale` if the character
    ///   was changed meanwhile. The library is unchanged then.
    public func run(in library: any LibraryStore) throws(LimnError) -> CharacterRebaseResult {
        do { return try rebase(library) } catch { throw LimnError(error) }
    }

    private func rebase(_ library: any LibraryStore) throws -> CharacterRebaseResult {
        if let preview = request.preview { try library.refuseToWriteInside(preview.folder.appending("index.html")) }
        let snapshot = try library.snapshot(of: request.character)
        guard let template = snapshot.template else { throw LimnError.noTemplate }
        let new = try library.template(request.template)
        guard new.id != template.id else {
            throw LimnError(.refused, named: snapshot.character.name, "The character has this template already.")
        }
        guard try library.ownPages(of: snapshot.character) == nil else {
            throw LimnError(
                .refused, named: snapshot.character.name,
                "The character has pages of its own order. Undo the changes of its pages, then move it to another edition."
            )
        }
        if let damage = snapshot.form.damage { throw damage }
        if let expected = request.expectedInkVersion, expected != snapshot.character.inkVersion {
            throw LimnError(.stale, named: snapshot.character.name, "The ink has changed in the meantime. Start again.")
        }
        // Ink of pages that were inserted and removed stays behind; undo brings it back.
        let ink = try snapshot.ink().filter { $0.key <= template.pageCount }
        let pair = try EditionPair(edition(of: template, library), edition(of: new, library))
        let last = max(pair.before.pages.count, ink.keys.max() ?? 0)
        let drawings = (0..<last).map { ink[$0 + 1] ?? Drawing() }
        let moved = pair.moved(drawings, request.corrections)
        try pair.check(moved)

        let name = FilePath(snapshot.character.name)
        var places = RebaseResult(input: name, old: FilePath(template.name), new: FilePath(new.name))
        places.relation = moved.relation.rawValue
        places.take(moved)
        places.diagnostics = places.doubts(about: name)
        let values = snapshot.form.values.entries
        let fields = moved.fields(Set(values.keys), from: pair.before, to: pair.after)
        places.diagnostics += Self.doubts(about: fields, name)
        if let preview = request.preview {
            try pair.preview(moved, of: drawings, for: preview.audience, keepsExisting: false)
                .write(to: preview.folder)
            places.preview = preview.folder
            let secrets = drawings.reduce(0) { $0 + $1.secretLayerCount }
            if let (code, text) = Diagnostic.Code.fate(ofSecretLayers: secrets, for: preview.audience) {
                places.diagnostics.append(Diagnostic(code, "In the preview: \(text)", about: name, .note))
            }
        }
        places.status = places.diagnostics.status

        var record = snapshot.character
        if !request.isRehearsal {
            let pages = moved.drawings.enumerated().filter { !$1.isEmpty }.map { ($0 + 1, $1) }
            record = try library.rebase(
                record.id,
                CharacterRebase(
                    to: new.id, drawings: Dictionary(uniqueKeysWithValues: pages),
                    entries: Self.renamed(values, by: fields),
                    lastPage: record.lastPage.flatMap { page in
                        moved.pages.first { $0.old == page - 1 }.map { ($0.new ?? 0) + 1 }
                    }, expecting: record.inkVersion))
        }
        return CharacterRebaseResult(
            character: record, old: template, new: new, isRehearsal: request.isRehearsal, places: places, fields: fields
        )
    }

    private func edition(
        of template: TemplateRecord, _ library: any LibraryStore
    ) throws -> RebasePreview.Edition {
        let document = try LibraryDocument.open(template.id, in: library)
        let client = try PasswordSource.retrying(request.passwords, request.access, for: document) {
            (access) throws(LimnError) in
            let client = JobClient(request.context, access: access)
            _ = try client.open(document)
            return client
        }
        return RebasePreview.Edition(document: document, client: client, title: template.name)
    }

    /// Returns the values under the names of the new fields. A value without a new field keeps its name, so that it is
    /// not lost.
    private static func renamed(
        _ values: [String: FieldEntry], by fields: [FieldMatch]
    ) -> [String: FieldEntry] {
        var renamed: [String: FieldEntry] = [:]
        for match in fields { renamed[match.new ?? match.old] = values[match.old] }
        return renamed
    }

    private static func doubts(about fields: [FieldMatch], _ name: FilePath) -> [Diagnostic] {
        let gone = fields.filter { $0.new == nil }.map { "“\($0.old)”" }
        let placed = fields.filter { $0.basis == .place }.map { "“\($0.old)” → “\($0.new ?? "")”" }
        var doubts: [Diagnostic] = []
        if !placed.isEmpty {
            doubts.append(
                Diagnostic(
                    .itemDoubtful, "These values moved to fields at the same place: \(placed.joined(separator: ", ")).",
                    about: name))
        }
        if !gone.isEmpty {
            doubts.append(
                Diagnostic(
                    .itemDoubtful,
                    "The new edition has no field for these values, which keep their old names: "
                        + "\(gone.joined(separator: ", ")).", about: name))
        }
        return doubts
    }
}
