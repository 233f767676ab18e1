// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnGeometry
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnRebase
internal import SystemPackage

extension ReadLayoutJob: PerformableValueJob {
    static let needsFonts = true

    func value(in session: WorkerSession, _ inputs: [FileDescriptor]) throws -> Value {
        let document = try session.document()
        guard first >= 1, first <= last, last - first < Self.limit, last <= (try document.pictures().pageCount) else {
            throw WorkerSession.invalidRequest
        }
        // For a document that only poppler can read, the layout has words but no fields or marks.
        let objects = content == .compared ? try? document.objects() : nil
        let fields = content == .compared ? (try? document.form())?.fields ?? [] : []
        let annotated = content == .markups ? try? document.objects() : nil
        let tagged = content.isText ? try? document.objects() : nil
        let language = tagged?.language.flatMap { PageLayout.isLanguage($0) ? $0 : nil }
        // A search has no use for headings.
        let headings = content == .printed ? nil : tagged?.headings(onPages: (first - 1)...(last - 1))
        var hashes = PictureHashes()
        var budget = AnnotationBudget()
        return try (first...last).map { number in
            let page = content == .shown ? try document.burnedPage(number) : try document.page(number)
            let words = page.words(limit: content == .compared ? Self.comparedWordLimit : Self.wordLimit).map {
                PageLayout.Word($0, content)
            }
            let marks = try? objects?.marks(ofPageAt: number - 1, &hashes)
            return PageLayout(
                size: page.size, words: words,
                fields: fields.flatMap { field in
                    field.widgets.filter { $0.isListed(onPage: number - 1) }.map {
                        .init(field.name, kind: field.kind.rawValue, box: $0.rect.rounded)
                    }
                }.limited,
                pictures: (marks?.pictures ?? []).limited.map { .init(hash: $0.hash, box: $0.box.rounded) },
                boxes: (marks?.boxes ?? []).limited.map(\.rounded),
                lines: (marks?.lines ?? []).limited.map { .init(from: $0.start.rounded, to: $0.end.rounded) },
                markups: (try? annotated?.markups(onPage: number, &budget)) ?? [],
                links: content.isText
                    ? try document.page(number).links(limit: Self.markLimit) { try? tagged?.pageGeometry(at: $0 - 1) }
                        .compactMap { PageLayout.Link($0) } : [],
                language: language, headings: PageLayout.headings(headings?[number - 1] ?? [], of: words))
        }
    }
}

extension ObjectDocument {
    /// Returns the visible marks on the text of a page, from the top to the bottom.
    ///
    /// - Parameter number: The page, counted from 1.
    fileprivate func markups(onPage number: Int, _ budget: inout AnnotationBudget) throws -> [PageLayout.Markup] {
        let toPage = try pageGeometry(at: number - 1).userToPage
        let found = try annotations(page: number - 1, linkPrefix: "limn", budget: &budget)
        var remaining = ReadLayoutJob.markLimit
        let marks = found.compactMap { one -> PageLayout.Markup? in
            guard case .markup(let markup) = one.kind, !one.isHidden, !one.isReply else { return nil }
            let boxes = markup.quads.prefix(remaining).compactMap { quad in
                Rect(containing: quad.corners.map { toPage.apply($0) }).map(\.rounded)
            }
            guard !boxes.isEmpty else { return nil }
            remaining -= boxes.count
            return .init(
                kind: markup.style.rawValue, boxes: boxes, color: one.color?.word,
                note: markup.isContentsWords ? "" : one.contents,
                author: one.title)
        }
        return Array(
            marks.enumerated().sorted { one, other in
                let (a, b) = (one.element.boxes[0], other.element.boxes[0])
                return (a.minY, a.minX, Double(one.offset)) < (b.minY, b.minX, Double(other.offset))
            }.map(\.element).limited)
    }
}

extension PageLayout.Word {
    fileprivate init(_ word: PDFPage.Word, _ content: ReadLayoutJob.Content) {
        self.init(
            word.text, box: word.box.rounded, endsLine: word.endsLine,
            turn: word.turn == 0 ? nil : word.turn,
            edges: content == .letters ? word.edges.map { ($0 * 100).rounded() / 100 } : nil)
    }
}

extension PageLayout {
    /// Finds the lines that headings are.
    fileprivate static func headings(_ found: [PageHeading], of words: [Word]) -> [Heading] {
        guard !found.isEmpty else { return [] }
        var lines: [(first: Int, last: Int, box: Rect)] = []
        var first = 0
        for index in words.indices where words[index].endsLine || index == words.count - 1 {
            let box = words[first...index].dropFirst().reduce(words[first].box) { $0.union($1.box) }
            lines.append((first, index, box))
            first = index + 1
        }
        var levels: [Int: (level: Int, heading: Int)] = [:]
        var budget = 4_000_000 / max(lines.count, 1)
        for (number, heading) in found.enumerated() {
            for start in heading.starts where budget > 0 {
                budget -= 1
                guard let line = lines.firstIndex(where: { $0.box.expanded(by: 1).contains(start) }) else { continue }
                levels[line] = levels[line] ?? (heading.level, number)
            }
        }
        var headings: [Heading] = []
        var previous: (line: Int, heading: Int)?
        for (line, (level, heading)) in levels.sorted(by: { $0.key < $1.key }) {
            if previous?.line == line - 1, previous?.heading == heading {
                headings[headings.count - 1].last = lines[line].last
            } else {
                headings.append(Heading(level: level, first: lines[line].first, last: lines[line].last))
            }
            previous = (line, heading)
        }
        return headings
    }
}

extension PageLayout.Link {
    /// The maximum number of bytes of a URI.
    private static let uriLimit = 8192

    /// Makes a link; nil if its URI is too long.
    fileprivate init?(_ link: PDFPage.Link) {
        switch link.target {
        case .uri(let uri):
            guard uri.utf8.count <= Self.uriLimit else { return nil }
            self.init(box: link.box.rounded, uri: uri)
        case .page(let page, let top): self.init(box: link.box.rounded, page: page, top: top)
        }
    }
}

extension RGBColor {
    /// The color in results, such as `#ffd100`.
    fileprivate var word: String {
        "#"
            + [red, green, blue].map { part in
                let digits = String(UInt8(clamping: Int(clamping: (part * 255).rounded())), radix: 16)
                return digits.count < 2 ? "0" + digits : digits
            }.joined()
    }
}

extension Array {
    /// As many elements as a page may have.
    fileprivate var limited: [Element] { Array(prefix(ReadLayoutJob.markLimit)) }
}

extension Point {
    /// The point with coordinates rounded to thousandths of a point, which keeps the JSON short.
    fileprivate var rounded: Point { Point(x: (x * 1000).rounded() / 1000, y: (y * 1000).rounded() / 1000) }
}

extension Rect {
    /// The rectangle with coordinates rounded to thousandths of a point.
    fileprivate var rounded: Rect {
        let (a, b) = (Point(x: minX, y: minY).rounded, Point(x: maxX, y: maxY).rounded)
        return Rect(x0: a.x, y0: a.y, x1: b.x, y1: b.y)
    }
}
