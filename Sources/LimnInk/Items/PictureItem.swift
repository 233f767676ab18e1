// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A picture on a page.
public struct PictureItem: Hashable, Sendable {
    /// The picture's file.
    public var data: PictureData
    /// The rectangle that the cropped picture fills, in the item's own space, in points with y down.
    public var frame: Rect
    /// The visible part of the picture, as fractions of its width and height from the top left. The whole picture is
    /// 0…1 in both directions. The Exif orientation is applied first.
    public var crop: Rect
    /// Opacity, 0 (transparent) … 1 (opaque).
    public var opacity: Double
    /// The transform from the item's own space into page space.
    public var transform: AffineTransform
    /// A description of the picture, such as the LaTeX source of a formula; nil if there is none.
    public var alternative: String?
    /// The index of the picture's layer in ``Drawing/layers``.
    public var layer: Int

    /// The crop that shows the whole picture.
    public static let whole = Rect(x0: 0, y0: 0, x1: 1, y1: 1)

    /// Makes a picture.
    public init(
        _ data: PictureData, frame: Rect, crop: Rect = PictureItem.whole, opacity: Double = 1,
        transform: AffineTransform = .identity, alternative: String? = nil, layer: Int = 0
    ) {
        self.data = data
        self.frame = frame
        self.crop = crop
        self.opacity = opacity
        self.transform = transform
        self.alternative = alternative
        self.layer = layer
    }

    /// Whether all numbers are finite and in range and the crop lies inside the picture, as required for storing it.
    var isStorable: Bool {
        transform.isStorable && frame.isStorable && crop.isFinite && (0...1).contains(opacity)
            && crop.minX >= 0 && crop.minY >= 0 && crop.maxX <= 1 && crop.maxY <= 1
    }
}
