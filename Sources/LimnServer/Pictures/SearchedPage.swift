// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnGeometry

/// What is searched on a page: the answer of ``PageTextRoutes``.
struct SearchedPage: Decodable {
    struct Word: Decodable {
        let text: String
        let rect: [Double]?
        /// The number of its line, for a printed word.
        private(set) var line: Int?

        /// Makes a printed word.
        fileprivate init(_ word: PrintedText.Word, line: Int) {
            (text, rect, self.line) = (word.text, word.box.roundedEdges, line)
        }

        /// Whether the word goes on in another one, which is the first of the next line.
        func isBroken(before next: Word) -> Bool {
            guard let line, next.line == line + 1, let end = text.last, "-\u{ad}\u{2010}".contains(end) else {
                return false
            }
            return text.dropLast().last?.isLetter == true && next.text.first?.isLowercase == true
        }
    }

    /// A place where the words are written.
    struct Place {
        let text: String
        /// The text and some of the words around it.
        fileprivate(set) var context = ""
        /// The left, upper, right and lower edge in points.
        let edges: [Double]

        /// Makes a place in handwriting, with the most probable text of its line.
        init(_ hit: HandwrittenPage.Hit) { (text, edges) = (hit.line, hit.box.roundedEdges) }

        /// Returns the place as left, top, width and height in pixels of the page's image.
        func pixels(of image: PageImage) -> String {
            let (x, y) = (Double(image.width) / image.page.width, Double(image.height) / image.page.height)
            let left = max(0, Int(clamping: (edges[0] * x).rounded(.down)))
            let top = max(0, Int(clamping: (edges[1] * y).rounded(.down)))
            let right = Int(clamping: (edges[2] * x).rounded(.up))
            let bottom = Int(clamping: (edges[3] * y).rounded(.up))
            return "\(left),\(top),\(max(1, right - left)),\(max(1, bottom - top))"
        }
    }

    let width: Double
    let height: Double
    let words: [Word]
    let values: [Word]
    let items: [Word]

    /// Makes a page of printed words.
    init(_ text: PrintedText) {
        (width, height, values, items) = (text.size.width, text.size.height, [], [])
        words = zip(1..., text.blocks.flatMap(\.lines)).flatMap { number, line in
            line.words.map { Word($0, line: number) }
        }
    }

    /// Returns the places where the words are printed one after the other, also in a word that goes on in the next line.
    func printedPlaces(of wanted: SearchWords) -> [Place] {
        let runs = wanted.runs(in: words.map(\.text))
        var places = runs.compactMap { run in place(run).map { (run.lowerBound, $0) } }
        var known = Set(runs)
        for keepsHyphens in [false, true] {
            let joined = joinedWords(keepsHyphens: keepsHyphens)
            guard joined.count < words.count else { break }
            for run in wanted.runs(in: joined.map(\.text)) {
                let range = joined[run.lowerBound].range.lowerBound..<joined[run.upperBound - 1].range.upperBound
                if known.insert(range).inserted, let place = place(range) { places.append((range.lowerBound, place)) }
            }
        }
        return places.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Returns the printed words, with those joined that go on in the next line, and the indices of their parts.
    private func joinedWords(keepsHyphens: Bool) -> [(text: String, range: Range<Int>)] {
        var joined: [(text: String, range: Range<Int>)] = []
        var start = 0
        while start < words.count {
            var end = start + 1
            while end < words.count, end - start < Self.partLimit, words[end - 1].isBroken(before: words[end]) {
                end += 1
            }
            let parts = words[start..<end].enumerated().map { number, word in
                number == end - start - 1 || keepsHyphens ? word.text : String(word.text.dropLast())
            }
            joined.append((parts.joined(), start..<end))
            start = end
        }
        return joined
    }

    /// The number of lines over which one word goes.
    private static let partLimit = 4

    /// The number of words around a place that are shown on each side.
    private static let contextCount = 8

    /// Returns the place of printed words; nil if they have none.
    private func place(_ range: Range<Int>) -> Place? {
        guard var place = Place(words[range]) else { return nil }
        let around = words[
            max(0, range.lowerBound - Self.contextCount)..<min(words.count, range.upperBound + Self.contextCount)]
        place.context = around.map(\.text).joined(separator: " ")
        return place
    }

    /// Returns the places of words: runs of printed words, and whole values, texts and notes.
    func places(of wanted: SearchWords) -> [Place] {
        let printed = printedPlaces(of: wanted)
        let others = (values + items).filter { wanted.occur(in: $0.text) }.compactMap { Place([$0]) }
        return printed + others
    }
}

extension SearchedPage.Place {
    /// Joins words; nil if they have no place.
    fileprivate init?(_ words: some Collection<SearchedPage.Word>) {
        let boxes = words.compactMap(\.rect).filter { $0.count == 4 }
        guard let first = boxes.first else { return nil }
        text = words.map(\.text).joined(separator: " ")
        edges = boxes.dropFirst().reduce(first) { all, box in
            [min(all[0], box[0]), min(all[1], box[1]), max(all[2], box[2]), max(all[3], box[3])]
        }
    }
}
