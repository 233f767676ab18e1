// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// A page of a template on which words may be printed.
public struct PrintedMatches: Hashable, Sendable {
    /// The page, from 1.
    public let page: Int
    /// The number of places with the words one after another, at least 1; nil if it is not known whether there is any.
    public let count: Int?
}

extension SearchWords {
    /// Returns the pages of a template, from 1, whose printed text may hold all words: no page that does is missing.
    ///
    /// A word that goes on in the next line is found with and without its hyphen. Pages behind the end of a text that was cut
    /// off count, and all pages do where the text does not tell them apart, because some could not be read.
    ///
    /// - Parameter text: the text of ``LibraryStore/searchText(of:)``, in which each page ends with a form feed.
    public func pages(inTextOf template: TemplateRecord, _ text: String) -> [Int] {
        let (known, unknown) = pages(of: template, text)
        return known.map(\.number) + unknown
    }

    /// Returns the pages of a template on which the words may be printed one after another, and counts their places.
    ///
    /// A page on which all words occur is listed even if they are not found one after another: some documents put letters
    /// of neighboring words together, and only the places of the letters tell them apart.
    ///
    /// Spaces and ends of lines between words do not count. The first word may be the end of a longer one, and the last
    /// word the beginning. A run of words counts once even if it is found in several ways.
    ///
    /// - Parameters:
    ///   - text: as for ``pages(inTextOf:_:)``.
    ///   - isWhole: whether no letter, digit or underscore may come directly before or after the words.
    public func matches(inTextOf template: TemplateRecord, _ text: String, isWhole: Bool) -> [PrintedMatches] {
        let (known, unknown) = pages(of: template, text)
        let wanted = Array(words.joined(separator: " ").utf8)
        return known.map { number, page in
            let count = PageWords(page).count(of: wanted, isWhole: isWhole)
            return PrintedMatches(page: number, count: count > 0 ? count : nil)
        } + unknown.map { PrintedMatches(page: $0, count: nil) }
    }

    /// Returns the pages that hold all words, and those that may.
    private func pages(
        of template: TemplateRecord, _ text: String
    ) -> (known: [(number: Int, text: [UInt8])], unknown: [Int]) {
        guard !isEmpty else { return ([], []) }
        let pages = text.utf8.split(separator: 0x0c, omittingEmptySubsequences: false).dropLast()
        let isCut = text.utf8.count >= Self.cutLength && pages.count < template.pageCount
        guard isCut || pages.count == template.pageCount else { return ([], Array(1...max(1, template.pageCount))) }
        let wanted = words.map { Array($0.utf8) }
        let known = zip(1..., pages).compactMap { number, page -> (Int, [UInt8])? in
            // Bytes are compared many times faster than characters.
            let bytes = Array(page)
            guard wanted.contains(where: { bytes.offset(of: $0) == nil }) else { return (number, bytes) }
            guard PageWords.mayHaveBroken(bytes) else { return nil }
            let words = PageWords(bytes)
            let readings = [bytes, words.joined(drops: true).text, words.joined(drops: false).text]
            let isFound = wanted.allSatisfy { word in readings.contains { $0.offset(of: word) != nil } }
            return isFound ? (number, bytes) : nil
        }
        return (known, isCut ? Array((pages.count + 1)...template.pageCount) : [])
    }

    /// The length of a text, in bytes, from which on its end may have been cut off. A template's text has at most 4 MiB.
    private static let cutLength = (4 << 20) - 8
}

/// The folded words of a page, in reading order.
private struct PageWords {
    private struct Word {
        let bytes: ArraySlice<UInt8>
        /// The length of the hyphen with which the word goes on in the next line; 0 if it does not.
        let hyphen: Int
    }

    private var words: [Word] = []
    /// Whether a word goes on in the next line.
    private(set) var hasBroken = false

    /// The hyphens at the ends of lines.
    private static let hyphens = ["-", "\u{ad}", "\u{2010}"].map { Array($0.utf8) }

    init(_ text: [UInt8]) {
        var start = 0
        for end in 0...text.count where end == text.count || Self.isSpace(text[end]) {
            defer { start = end + 1 }
            guard start < end else { continue }
            let word = text[start..<end]
            var hyphen = 0
            if end < text.count - 1, text[end] == 10, !Self.isSpace(text[end + 1]) {
                let found = Self.hyphens.first { word.count > $0.count && word.suffix($0.count).elementsEqual($0) }
                hyphen = found?.count ?? 0
            }
            hasBroken = hasBroken || hyphen > 0
            words.append(Word(bytes: word, hyphen: hyphen))
        }
    }

    /// Whether a word of a text may go on in the next line.
    static func mayHaveBroken(_ text: [UInt8]) -> Bool { hyphens.contains { text.offset(of: $0 + [10]) != nil } }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    /// Returns the words with spaces between them, and where each begins.
    ///
    /// - Parameter drops: whether words that go on in the next line lose their hyphens.
    func joined(drops: Bool) -> (text: [UInt8], starts: [Int]) {
        var (text, starts): ([UInt8], [Int]) = ([], [])
        for word in words {
            starts.append(text.count)
            text += word.bytes.dropLast(drops ? word.hyphen : 0)
            if word.hyphen == 0 { text.append(32) }
        }
        return (text, starts)
    }

    /// Returns the number of runs of words in which other words stand.
    func count(of wanted: [UInt8], isWhole: Bool) -> Int {
        var found: Set<Range<Int>> = []
        for drops in hasBroken ? [true, false] : [true] {
            let (text, starts) = joined(drops: drops)
            var next = 0
            var word = 0
            while let at = text.offset(of: wanted, from: next) {
                let end = at + wanted.count
                next = end
                guard !isWhole || !Self.endsInWord(text[..<at]) && !Self.beginsInWord(text[end...]) else {
                    next = at + 1
                    continue
                }
                while word + 1 < starts.count, starts[word + 1] <= at { word += 1 }
                var last = word
                while last + 1 < starts.count, starts[last + 1] < end { last += 1 }
                found.insert(word..<(last + 1))
            }
        }
        return found.count
    }

    private static func beginsInWord(_ text: ArraySlice<UInt8>) -> Bool {
        String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first.map(isInWord) ?? false
    }

    private static func endsInWord(_ text: ArraySlice<UInt8>) -> Bool {
        String(decoding: text.suffix(4), as: UTF8.self).unicodeScalars.last.map(isInWord) ?? false
    }

    private static func isInWord(_ scalar: Unicode.Scalar) -> Bool { scalar == "_" || scalar.beginsWord }
}
