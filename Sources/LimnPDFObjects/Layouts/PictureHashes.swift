// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// Hashes of pictures by their objects, so that a picture on every page is read once.
public struct PictureHashes: Sendable {
    private var known: [ObjectID: String] = [:]
    private var remaining = 512 << 20

    /// Makes an empty list.
    public init() {}

    /// The hash of a picture's data as they are in the file; nil if they cannot be read, or if too much was read.
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
