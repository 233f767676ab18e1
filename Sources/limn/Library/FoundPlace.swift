// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnGeometry
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline

/// A place on a page of a character at which a search has found its words.
struct FoundPlace: Encodable {
    /// The position of the page, from 1.
    let page: Int
    /// `handwriting`, or the kind of the item.
    let kind: String
    /// The typed text; of handwriting, the most probable text of its line.
    let text: String
    /// The left, upper, right and lower edge in points; nil for an item without a finite place.
    let rect: [Double]?
    /// The word that was looked for in handwriting, and how sure it is, 0…1.
    private(set) var query: String?
    private(set) var certainty: Double?

    var line: String {
        let shown = text.split(separator: "\n").joined(separator: " / ")
        let about = "“\(shown.count > 70 ? shown.prefix(69) + "…" : shown)”"
        guard let query, let certainty else { return "page \(page): \(about)" }
        let percent = Int(clamping: (certainty * 100).rounded(.down))
        return "page \(page), handwriting: \(query) (\(percent) %) in: \(about)"
    }

    private init(_ item: PageText, page: Int) {
        (self.page, kind, text, rect) = (page, item.kind.rawValue, item.text, item.box?.roundedEdges)
    }

    private init(_ hit: HandwrittenPage.Hit, page: Int) {
        (self.page, kind, text, rect) = (page, "handwriting", hit.line, hit.box.roundedEdges)
        (query, certainty) = (hit.query, hit.roundedCertainty)
    }

    /// Returns the typed texts and notes of a character in which all words of a text occur, and the places in its handwriting
    /// that may say them, in page order. Pages that cannot be read have none.
    ///
    /// - Parameter read: handwriting that the library could not keep.
    static func all(
        of text: String, on record: CharacterRecord, in store: Library, read: [HandwrittenPage]
    ) throws -> [FoundPlace] {
        let (words, positions) = (SearchWords(text), record.pageList?.positions)
        let typed = try store.drawnPages(of: record.id).flatMap { page -> [FoundPlace] in
            guard page.objectCount > 0, let position = positions.map({ $0[page.page] }) ?? page.page,
                let ink = try? store.drawing(on: CharacterPage(record.id, page: page.page))
            else { return [] }
            return PageText.all(in: ink.drawing).filter { $0.contains(words) }.map { FoundPlace($0, page: position) }
        }
        let kept = try store.handwriting(of: record.id, for: .gameMaster)
        let written = (kept + read).flatMap { page -> [FoundPlace] in
            guard let position = positions.map({ $0[page.page] }) ?? page.page else { return [] }
            return page.hits(of: text).map { FoundPlace($0, page: position) }
        }
        let found = (typed + written).enumerated()
        return found.sorted { ($0.element.page, $0.offset) < ($1.element.page, $1.offset) }.map(\.element)
    }
}

/// A character that was found, as JSON with the places.
struct FoundCharacter: Encodable {
    let summary: CharacterSummary
    /// Nil without a search.
    let places: [FoundPlace]?

    private enum Key: CodingKey { case places }

    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(places, forKey: .places)
    }
}

/// Reads the handwriting of pages that were not read since they changed, before it is searched.
struct HandwritingReading {
    /// Whether all pages were read.
    private(set) var status = ResultStatus.ok
    /// What a library that cannot be written to at present did not keep.
    private(set) var unkept: [CharacterID: [HandwrittenPage]] = [:]

    /// Reads pages of characters. Those that cannot be read are told, and so are those that nothing installed reads.
    init(_ characters: [CharacterRecord], in store: Library, _ report: ReportOptions) throws {
        let names = Dictionary(uniqueKeysWithValues: characters.map { ($0.id, $0.name) })
        let pages = try store.pagesToRead().map(\.page).filter { names[$0.character] != nil }
        guard ReadingFiles.find() != nil else {
            if !pages.isEmpty, report.tells(.note) {
                Console.complain(
                    "note: Handwriting was not searched on \(Console.count(pages.count, "page")): nothing that reads it is installed. "
                        + "See \"limn doctor\".")
            }
            return
        }
        let engine = Engine()
        var line = ProgressLine(quiet: report.quiet)
        defer { line.clear() }
        for (index, page) in pages.enumerated() {
            line.show { _ in "reading handwriting: page \(index + 1) of \(pages.count)" }
            do throws(LimnError) {
                let found = try waiting { () throws(LimnError) in
                    try await engine.keepHandwriting(of: page, in: store)
                }
                if let found, !found.isKept { unkept[page.character, default: []].append(found.read) }
            } catch {
                line.clear()
                let (name, sentence) = (names[page.character] ?? "", error.sentence)
                if report.tells(.warning) {
                    Console.complain(
                        "warning: “\(name)”, page \(page.page): The handwriting was not read. \(sentence)")
                }
                status = .warnings
                // Otherwise what reads it is damaged: the others would fail, too.
                if ![.limit, .crashed, .libraryDamaged].contains(error.code) { break }
            }
        }
    }
}
