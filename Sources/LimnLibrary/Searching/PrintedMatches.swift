// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

extension SearchWords {
    /// Returns the pages of a template, from 1, whose printed text may hold all words: no page that does is missing.
    ///
    /// A word that goes on in the next line is found with and without its hyphen. Pages behind the end of a text that was cut
    /// off count, and all pages do where the text does not tell them apart, because some could not be read.
    ///
    /// - Parameter text: the text of ``LibraryStore/searchText(of:)``, in which each page ends with a form feed.
    public func pages(inTextOf template: TemplateRecord, _ text: String) -> [Int] {
        guard !isEmpty else { return [] }
        let pages = text.utf8.split(separator: 0x0c, omittingEmptySubsequences: false).dropLast()
        let isCut = text.utf8.count >= Self.cutLength && pages.count < template.pageCount
        guard isCut || pages.count == template.pageCount else { return Array(1...max(1, template.pageCount)) }
        let unknown = isCut ? Array((pages.count + 1)...template.pageCount) : []
        let wanted = words.map { Array($0.utf8) }
        return zip(1..., pages).compactMap { number, page -> Int? in
            // Bytes are compared many times faster than characters.
            let bytes = Array(page)
            let missing = wanted.filter { !bytes.holds($0) }
            if missing.isEmpty { return number }
            guard let joined = Self.joined(bytes) else { return nil }
            return missing.allSatisfy { joined.withoutHyphens.holds($0) || joined.withHyphens.holds($0) } ? number : nil
        } + unknown
    }

    /// The length of a text, in bytes, from which on its end may have been cut off. A template's text has at most 4 MiB.
    private static let cutLength = (4 << 20) - 8

    /// The ends of lines within a word, without the line feed.
    private static let hyphens = ["-", "\u{ad}", "\u{2010}"].map { Array($0.utf8) }

    /// Returns the text with the words joined that go on in the next line; nil if there are none.
    private static func joined(_ text: [UInt8]) -> (withoutHyphens: [UInt8], withHyphens: [UInt8])? {
        var (without, with): ([UInt8], [UInt8]) = ([], [])
        var start = 0
        for end in text.indices where text[end] == 10 {
            let line = text[start..<end]
            start = end + 1
            let hyphen = hyphens.first { line.count >= $0.count && line.suffix($0.count).elementsEqual($0) }
            without += line.dropLast(hyphen?.count ?? 0)
            with += line
            guard hyphen == nil else { continue }
            without.append(10)
            with.append(10)
        }
        return with.count + (text.count - start) == text.count ? nil : (without + text[start...], with + text[start...])
    }
}

extension [UInt8] {
    /// Whether other bytes occur in these.
    fileprivate func holds(_ other: [UInt8]) -> Bool {
        withUnsafeBytes { bytes in
            other.withUnsafeBytes { other in
                guard var start = bytes.baseAddress, let wanted = other.baseAddress, let first = other.first else {
                    return other.isEmpty
                }
                let end = start + bytes.count
                while end - start >= other.count, let found = memchr(start, Int32(first), end - start - other.count + 1)
                {
                    if memcmp(found, wanted, other.count) == 0 { return true }
                    start = UnsafeRawPointer(found) + 1
                }
                return false
            }
        }
    }
}
