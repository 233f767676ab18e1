// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A part of a page as a picture of an exact size, and what is done to that picture.
public struct PageView: Hashable, Sendable, Codable {
    /// How colours are shown.
    public enum Tone: String, Hashable, Sendable, Codable, CaseIterable {
        /// As they are.
        case color
        /// As greys of the same brightness.
        case gray
        /// As black or white.
        case bitonal
    }

    /// The part of the page, in page space.
    public var region: Rect
    /// The width in pixels, before the picture is turned; the part is stretched to fill it.
    public var width: Int
    /// The height in pixels, before the picture is turned.
    public var height: Int
    /// Whether left and right are exchanged, before the picture is turned.
    public var isMirrored: Bool
    /// How many times the picture is turned by 90° clockwise, 0…3.
    public var quarterTurns: Int
    /// How colours are shown.
    public var tone: Tone

    /// Makes a view of a part.
    public init(
        region: Rect, width: Int, height: Int, isMirrored: Bool = false, quarterTurns: Int = 0, tone: Tone = .color
    ) {
        self.region = region
        self.width = width
        self.height = height
        self.isMirrored = isMirrored
        self.quarterTurns = quarterTurns
        self.tone = tone
    }

    /// The width and the height in pixels after the picture was turned.
    public var turnedSize: (width: Int, height: Int) {
        quarterTurns.isMultiple(of: 2) ? (width, height) : (height, width)
    }

    /// The pixels of the part, before they are turned.
    ///
    /// - Throws: ``RenderSizeError``: `unusableSize` where a length is not positive and finite, or the part lies farther
    ///   from the origin than 31 bits count pixels; `tooLarge` where a side does not fit in 31 bits.
    public func grid() throws(RenderSizeError) -> PixelGrid {
        guard width >= 1, height >= 1, (0...3).contains(quarterTurns) else { throw .unusableSize }
        guard width <= 0x7fff_ffff, height <= 0x7fff_ffff else {
            throw .tooLarge(width: Double(width), height: Double(height))
        }
        let scaleX = Double(width) / region.width
        let scaleY = Double(height) / region.height
        let (x, y) = (region.minX * scaleX, region.minY * scaleY)
        guard region.width > 0, region.height > 0, [scaleX, scaleY].allSatisfy({ $0.isFinite && $0 > 0 }),
            [x, y].allSatisfy({ $0.isFinite && $0.magnitude < 0x7fff_ffff })
        else { throw .unusableSize }
        return PixelGrid(
            originX: x, originY: y, width: width, height: height, scaleX: scaleX, scaleY: scaleY)
    }
}
