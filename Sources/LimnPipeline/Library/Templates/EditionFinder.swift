// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk
internal import LimnLibrary

/// Finds templates of which an imported PDF looks like another edition.
///
/// The text of a template is reduced to the 256 smallest hashes of its pairs of words: a bottom-k sketch (Cohen and
/// Kaplan, 2007), from which the Jaccard similarity of two texts is estimated. Similar texts and similar page counts
/// make a hint, not a proof: `limn character rebase` decides by the pages themselves.
struct EditionFinder {
    /// The number of hashes in a sketch.
    private static let size = 256
    /// The fewest pairs of words that can be compared.
    private static let fewest = 12
    /// The similarity from which on two texts are those of editions.
    private static let similarity = 0.4
    /// The most templates that are compared, latest first, and the most that one import compares with them.
    private static let (mostKnown, mostNew) = (500, 20)

    private let known: [(template: TemplateRecord, sketch: [UInt64])]

    /// Reads the texts of a library's templates. Those that cannot be read are left out.
    ///
    /// - Parameters:
    ///   - new: the ids of the imported templates, which are not compared with each other.
    init?(_ library: any LibraryStore, except new: Set<TemplateID>) {
        guard !new.isEmpty, new.count <= Self.mostNew, let all = try? library.templates() else { return nil }
        known = all.filter { !new.contains($0.id) }.sorted { $0.imported > $1.imported }.prefix(Self.mostKnown)
            .compactMap { template in
                guard let text = try? library.searchText(of: template.id) else { return nil }
                return (template, Self.sketch(text))
            }
    }

    /// Returns the template of which a new one is probably another edition; nil if there is none.
    func original(of template: TemplateRecord, in library: any LibraryStore) -> TemplateRecord? {
        guard let text = try? library.searchText(of: template.id) else { return nil }
        let sketch = Self.sketch(text)
        let count = template.pageCount
        let found = known.filter { (min($0.template.pageCount, count)) * 2 + 2 >= max($0.template.pageCount, count) }
            .map { ($0.template, Self.similarity($0.sketch, sketch)) }.max { $0.1 < $1.1 }
        guard let found, found.1 >= Self.similarity else { return nil }
        return found.0
    }

    private static func sketch(_ text: String) -> [UInt64] {
        var hashes: Set<UInt64> = []
        var last: UInt64 = 0
        for word in text.utf8.split(whereSeparator: { $0 <= 0x20 }) {
            // The finalizer of MurmurHash3 spreads small hashes evenly.
            var plain = FNVHash()
            plain.add(word)
            var hash = (plain.value ^ plain.value >> 33) &* 0xff51_afd7_ed55_8ccd
            hash ^= hash >> 33
            if last != 0 { hashes.insert((last &* 3 &+ hash) &* 0xc4ce_b9fe_1a85_ec53) }
            last = hash
        }
        return hashes.count < fewest ? [] : Array(hashes.sorted().prefix(size))
    }

    /// Estimates the Jaccard similarity of two texts from their sketches, 0…1.
    private static func similarity(_ a: [UInt64], _ b: [UInt64]) -> Double {
        guard !a.isEmpty, !b.isEmpty else { return 0 }
        let smallest = Set(a).union(b).sorted().prefix(size)
        let both = Set(a).intersection(b)
        return Double(smallest.count { both.contains($0) }) / Double(smallest.count)
    }
}
