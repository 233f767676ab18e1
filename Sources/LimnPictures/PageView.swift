// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A part of a page as a picture of an exact size, with transformations of that picture.
public struct PageView: Hashable, Sendable, Codable {
    /// The color mode.
    public enum Tone: String, Hashable, Sendable, Codable, CaseIterable {
        /// Unchanged colors.
        case color
        /// Shades of gray of the same brightness.
        case gray
        /// Black and white only.
        case bitonal
    }

    /// The part of the page, in page space (points).
    public var region: Rect
    /// The width in pixels before rotation. The part is stretched to fill it.
    public var width: Int
    /// The height in pixels before rotation. The part is stretched to fill it.
    public var height: Int
    /// Whether the picture is mirrored horizontally before rotation.
    public var isMirrored: Bool
    /// The number of clockwise rotations by 90°, 0…3.
    public var quarterTurns: Int
    /// The color mode.
    public var tone: Tone

    /// Makes a view of a part of a page.
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

    /// The width and the height in pixels after rotation.
    public var turnedSize: (width: Int, height: Int) {
        quarterTurns.isMultiple(of: 2) ? (width, height) : (height, width)
    }

    /// Returns the pixel grid of the part, before rotation.
    ///
    /// - Throws: ``RenderSizeError``: `unusableSize` if a length is not finite and positive, `quarterTurns` is not 0…3,
    ///   or the pixel coordinates of the part do not fit in 31 bits; `tooLarge` if a side does not fit in 31 bits.
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
