// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture that content paints with `/name Do`. Equal pictures are written to a document only once.
public struct EmbeddedPicture: Hashable, Sendable {
    /// The colors, not premultiplied by the opacity.
    public var color: PagePicture
    /// The opacity of each pixel as a gray picture in which black is transparent; nil for an opaque picture.
    public var alpha: PagePicture?

    /// Makes a picture.
    ///
    /// - Parameters:
    ///   - color: the colors.
    ///   - alpha: the opacity as a gray picture; nil for an opaque picture.
    public init(color: PagePicture, alpha: PagePicture? = nil) {
        self.color = color
        self.alpha = alpha
    }

    /// Hashes only the size and both ends of the data, because pictures are large and their ends usually differ.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(color.width)
        hasher.combine(color.height)
        hasher.combine(color.data.count)
        hasher.combine(color.data.prefix(64))
        hasher.combine(color.data.suffix(64))
    }
}

extension ChangeWriter {
    /// Returns the object of a picture. It is written on first use and then shared.
    mutating func object(of picture: EmbeddedPicture) throws(PDFObjectsError) -> ObjectID {
        if let known = shared.pictures[picture] { return known }
        var entries = picture.color.imageEntries
        if let alpha = picture.alpha {
            entries.append(("/SMask", .reference(try sink.add(stream: alpha.stream, alpha.imageEntries))))
        }
        let id = try sink.add(stream: picture.color.stream, entries)
        shared.pictures[picture] = id
        return id
    }
}
