// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// A cache of picture hashes, so that a picture that appears on every page is read only once.
public struct PictureHashes: Sendable {
    private var known: [ObjectID: String] = [:]
    private var remaining = 512 << 20

    /// Makes an empty cache.
    public init() {}

    /// Returns the hash of a picture's encoded data; nil if the data cannot be read, or if 512 MiB have already been
    /// read.
    mutating func hash(of picture: PDFObject) -> String? {
        let id = picture.identity
        if let id, let hash = known[id] { return hash }
        guard remaining > 0, let data = try? picture.rawData() else { return nil }
        remaining -= data.count
        let hash = QuickHash(data).description
        if let id { known[id] = hash }
        return hash
    }
}
