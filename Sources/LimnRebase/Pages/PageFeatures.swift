// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// The features by which a page is recognized, as hashes: words, pairs of words, names of fields, pictures, and sizes
/// of boxes.
struct PageFeatures {
    /// The maximum number of features per page.
    private static let limit = 3000

    /// The distinct hashes in ascending order.
    let hashes: [UInt64]

    init(_ page: PageLayout) {
        var all: Set<UInt64> = []
        func add(_ kind: UInt8, _ text: String) {
            guard all.count < Self.limit else { return }
            all.insert(Self.hash(kind, text))
        }
        for field in page.fields { add(1, field.name) }
        for picture in page.pictures { add(2, picture.hash) }
        let words = page.words.lazy.map { $0.text.lowercased() }
        var last: String?
        for word in words {
            add(3, word)
            if let last { add(4, last + " " + word) }
            last = word
        }
        for box in page.boxes where box.width > 20 && box.height > 8 {
            let (short, long) = (min(box.width, box.height), max(box.width, box.height))
            add(5, "\(Int(clamping: short.rounded())) \(Int(clamping: long.rounded()))")
        }
        hashes = all.sorted()
    }

    /// Returns the hash of a kind and a text.
    private static func hash(_ kind: UInt8, _ text: String) -> UInt64 {
        var hash = FNVHash()
        hash.add(CollectionOfOne(kind))
        hash.add(text.utf8)
        return hash.value
    }
}
