// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation
internal import LimnForms
internal import LimnGeometry
internal import LimnHandwriting
package import LimnInk
package import LimnJobs
package import LimnLibrary

/// The lines of a page as a library keeps them: JSON, about a thousand bytes a line.
private struct KeptLines: Codable {
    struct Line: Codable {
        let text: String
        /// The left, upper, right and lower edge in points.
        let box: [Double]
        let isSecret: Bool
        let phrases: [Phrase]
    }

    struct Phrase: Codable {
        let lattice: Lattice
        let box: [Double]
        let angle: Double
    }

    /// A field with ink in it.
    struct Field: Codable {
        let name: String
        let kind: FormField.Kind
        /// The left, upper, right and lower edge of its box in points.
        let box: [Double]
        let isSecret: Bool
        let guesses: [HandwrittenField.Guess]
    }

    let lines: [Line]
    /// The fields of the character's form on the page; nil in readings of version 1.
    let fields: [Field]?
    /// The template whose form has them; nil if there is none.
    let template: String?

    /// A library may come from anyone. Lines with more text, in bytes of UTF-8, are left out.
    static let textLimit = 10_000
    static let limits = BoundedJSON.Limits(depth: 8, values: 400_000, magnitude: 1e9)
}

/// The fields of a page as a library keeps them, without its lines, which take much longer to decode.
private struct KeptFields: Decodable {
    let fields: [KeptLines.Field]?
    let template: String?

    /// Returns the fields of a reading for a template; none for another template, and for what cannot be decoded.
    static func fields(
        _ reading: PageReading, of template: TemplateID?, for audience: Drawing.Layer.Audience
    ) -> [HandwrittenField] {
        guard let kept = try? BoundedJSON.decode(KeptFields.self, from: reading.bytes, limits: KeptLines.limits),
            kept.template.flatMap({ TemplateID($0) }) == template
        else { return [] }
        return kept.fields(on: reading.page.page, for: audience)
    }

    /// Returns the fields of a page for an audience. Those beyond the limits of a reading are left out.
    func fields(on page: Int, for audience: Drawing.Layer.Audience) -> [HandwrittenField] {
        (fields ?? []).filter { audience == .gameMaster || !$0.isSecret }.compactMap { field in
            guard let box = Rect(edges: field.box), field.name.utf8.count <= KeptLines.textLimit,
                field.guesses.count <= FieldGuess.limit,
                field.guesses.allSatisfy({
                    $0.value.utf8.count <= KeptLines.textLimit && (0...1).contains($0.certainty)
                })
            else { return nil }
            return HandwrittenField(
                name: field.name, kind: field.kind, page: page, box: box, guesses: field.guesses, current: [],
                audience: field.isSecret ? .gameMaster : .everyone)
        }
    }
}

extension HandwrittenPage {
    /// The version of what ``kept`` says and of how it was read. Pages of another version are read again; until then, their
    /// lines are found.
    package static let keptVersion = 3

    /// The lines as a library keeps them, without the boxes of single words.
    package var kept: [UInt8] {
        get throws {
            let lines = lines.map { line in
                KeptLines.Line(
                    text: line.text, box: line.box.roundedEdges, isSecret: line.audience == .gameMaster,
                    phrases: line.phrases.map { .init(lattice: $0.lattice, box: $0.box.roundedEdges, angle: $0.angle) })
            }
            let fields = fields.map { field in
                KeptLines.Field(
                    name: field.name, kind: field.kind, box: field.box.roundedEdges,
                    isSecret: field.isSecret, guesses: field.guesses)
            }
            return Array(
                try JSONEncoder().encode(
                    KeptLines(lines: lines, fields: fields, template: template.map { "\($0)" })))
        }
    }

    /// Reads ``kept`` lines.
    ///
    /// - Parameters:
    ///   - number: the number of the page.
    ///   - audience: whose lines are read; players do not get those of layers for the game master.
    /// - Throws: an error of decoding for anything else.
    package init(_ number: Int, kept: [UInt8], for audience: Drawing.Layer.Audience) throws {
        let found = try BoundedJSON.decode(KeptLines.self, from: kept, limits: KeptLines.limits)
        let lines = found.lines.filter { audience == .gameMaster || !$0.isSecret }.compactMap { line -> Line? in
            guard let box = Rect(edges: line.box), line.text.utf8.count <= KeptLines.textLimit else {
                return nil
            }
            let phrases = line.phrases.compactMap { phrase in
                Rect(edges: phrase.box).map { Phrase(lattice: phrase.lattice, box: $0, angle: phrase.angle) }
            }
            return Line(
                text: line.text, box: box, words: [], audience: line.isSecret ? .gameMaster : .everyone,
                phrases: phrases)
        }
        self.init(page: number, lines: lines)
        template = found.template.flatMap { TemplateID($0) }
        fields = KeptFields(fields: found.fields, template: found.template).fields(on: number, for: audience)
    }
}

extension Rect {
    /// Makes a rectangle of its left, upper, right and lower edge; nil if they are not four.
    fileprivate init?(edges: [Double]) {
        guard edges.count == 4 else { return nil }
        self.init(x0: edges[0], y0: edges[1], x1: edges[2], y1: edges[3])
    }
}

/// The errors that may be gone when a form is opened another time.
private let passing: Set<LimnError.Code> = [.busy, .cancelled, .noSpace]

extension Library {
    /// Returns the handwriting of a character's pages, as far as it has been read since the pages changed last.
    ///
    /// Pages that the character no longer shows are left out, and so is what cannot be decoded.
    ///
    /// - Parameters:
    ///   - audience: for whom it is; players get nothing of layers for the game master.
    ///   - pages: the numbers of the pages that are wanted; nil for all.
    package func handwriting(
        of id: CharacterID, for audience: Drawing.Layer.Audience, on pages: Set<Int>? = nil
    ) throws(LibraryError) -> [HandwrittenPage] {
        let positions = try character(id).pageList?.positions
        return try readings(of: id, versions: 1...HandwrittenPage.keptVersion, on: pages).compactMap { reading in
            guard positions.map({ $0[reading.page.page] != nil }) ?? true else { return nil }
            return try? HandwrittenPage(reading.page.page, kept: reading.bytes, for: audience)
        }
    }

    /// Returns the fields with ink on a page, as far as it has been read since it changed last, with what the character's values
    /// correct; nil for a page that was not read. A reading for another template has no fields.
    ///
    /// - Parameter audience: for whom it is; players get nothing of layers for the game master, nor what those correct.
    package func handwrittenFields(
        on page: CharacterPage, for audience: Drawing.Layer.Audience
    ) throws(LibraryError) -> [HandwrittenField]? {
        let template = try character(page.character).template
        let values = try formValues(of: page.character).entries
        // Without values there is nothing to learn from other pages.
        let readings = try readings(
            of: page.character, versions: 1...HandwrittenPage.keptVersion, on: values.isEmpty ? [page.page] : nil)
        let fields = readings.map { reading in
            (page: reading.page, fields: KeptFields.fields(reading, of: template, for: audience))
        }
        guard let read = fields.first(where: { $0.page == page }) else { return nil }
        let corrections = WriterCorrections(fields.flatMap(\.fields), values: values)
        return read.fields.map(corrections.weighed)
    }

    /// Returns the pages whose handwriting is to be read, with the revisions of their ink, those that changed last first.
    /// Pages that a character no longer shows are left out, and so are those of characters that have just been removed.
    ///
    /// - Parameters:
    ///   - rest: pages that have changed since that time are left out; nil for none.
    ///   - limit: the maximum number of pages.
    ///   - isWanted: whether a page with a revision counts.
    package func pagesToRead(
        unchangedSince rest: Date? = nil, limit: Int = .max,
        where isWanted: (CharacterPage, Int) -> Bool = { _, _ in true }
    ) throws(LibraryError) -> [(page: CharacterPage, revision: Int)] {
        var shown: [CharacterID: Set<Int>?] = [:]
        var found: [(page: CharacterPage, revision: Int)] = []
        for unread in try unreadPages(version: HandwrittenPage.keptVersion, unchangedSince: rest) {
            guard found.count < limit else { break }
            guard isWanted(unread.page, unread.revision) else { continue }
            let id = unread.page.character
            if shown[id] == nil {
                guard let record = try? character(id) else { continue }
                shown[id] = .some(record.pageList.map { Set($0.positions.keys) })
            }
            if let pages = shown[id] ?? nil, !pages.contains(unread.page.page) { continue }
            found.append(unread)
        }
        return found
    }
}

extension HandwritingTextReader {
    /// Reads the handwriting of a character's page, all of it, and keeps it in the library, unless the page changes meanwhile.
    ///
    /// - Returns: what was read, and whether the library could be written to; nil for a page without ink.
    /// - Throws: ``LimnError``.
    package func keep(
        _ page: CharacterPage, in library: Library
    ) throws(LimnError) -> (read: HandwrittenPage, isKept: Bool)? {
        let found: PageDrawing?
        do throws(LibraryError) { found = try library.drawing(on: page) } catch { throw LimnError(error) }
        guard let found else { return nil }
        let drawing = found.drawing
        // Each layer that is shown, for those who see it. What is written for the game master never is in a line with more.
        let visible = drawing.strokes.filter { stroke in
            !drawing.layers.indices.contains(stroke.layer) || drawing.layers[stroke.layer].isVisible
        }
        let isSecret = { (stroke: Stroke) in
            !drawing.layers.indices.contains(stroke.layer) || drawing.layers[stroke.layer].audience == .gameMaster
        }
        var lines = try self.page(page.page, with: Drawing(strokes: visible.filter { !isSecret($0) })).lines
        lines += try self.page(page.page, with: Drawing(strokes: visible.filter(isSecret))).lines.map { line in
            var line = line
            line.audience = .gameMaster
            return line
        }
        var read = HandwrittenPage(page: page.page, lines: lines)
        // A form that cannot be read, such as that of a document with a password, has no fields here. What another time may
        // read is read then.
        do {
            let form = try CharacterForm(
                of: page.character, in: library, access: Access(), passwords: nil, context: context)
            read.template = form.character.template
            var found = try fields(
                of: form.read.form, in: [page.page: Drawing(strokes: visible.filter { !isSecret($0) })])
            found += try fields(
                of: form.read.form, in: [page.page: Drawing(strokes: visible.filter(isSecret))]
            ).map { field in
                var field = field
                field.audience = .gameMaster
                return field
            }
            read.fields = found
        } catch {
            let error = LimnError(error)
            if passing.contains(error.code) { throw error }
        }
        // A disk that is full or cannot be written to keeps nobody from finding what was read.
        guard !library.isReadOnly, let bytes = try? read.kept else { return (read, false) }
        let reading = PageReading(page: page, revision: found.revision, bytes: bytes)
        do throws(LibraryError) { try library.store(reading, version: HandwrittenPage.keptVersion) } catch {
            return (read, false)
        }
        return (read, true)
    }
}
