// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnGeometry

/// The requested rotation of an image (IIIF Image API 3.0, 4.3). Only multiples of 90° are supported.
struct ImageRotation: Hashable, Sendable {
    /// Whether the image is mirrored horizontally before the rotation.
    let isMirrored: Bool
    /// The number of clockwise quarter turns, 0…3.
    let quarterTurns: Int

    /// Parses a rotation.
    ///
    /// - Throws: ``Problem`` with status 400.
    init(_ text: String) throws(Problem) {
        isMirrored = text.hasPrefix("!")
        guard let degrees = ImageNumber.decimal(isMirrored ? text.dropFirst() : text[...]), degrees <= 360 else {
            throw .picture("The rotation must be a number from 0 to 360, with or without ! in front.", "rotation")
        }
        guard let turns = [0, 90, 180, 270, 360].firstIndex(of: degrees) else {
            throw .picture("A picture can be turned by 0, 90, 180 or 270 degrees.", "rotation")
        }
        quarterTurns = turns % 4
    }

    /// The canonical form of the parameter.
    var canonical: String { "\(isMirrored ? "!" : "")\(quarterTurns * 90)" }
}

/// An image request: region, size, rotation, quality and format (IIIF Image API 3.0, 2.1).
struct ImageRequest: Hashable, Sendable {
    let region: ImageRegion
    let size: ImageSize
    let rotation: ImageRotation
    let tone: PageView.Tone
    /// `default`, `color`, `gray` or `bitonal`.
    let quality: String
    let format: PictureFormat

    /// Parses the segments of an image request.
    ///
    /// - Parameter file: the last segment, such as `default.jpg`.
    /// - Throws: ``Problem`` with status 400.
    init(region: String, size: String, rotation: String, file: String) throws(Problem) {
        self.region = try ImageRegion(region)
        self.size = try ImageSize(size)
        self.rotation = try ImageRotation(rotation)
        let sides = file.split(separator: ".", omittingEmptySubsequences: false)
        guard sides.count == 2 else {
            throw .picture("The address must end in a quality, a dot and a format.", "quality")
        }
        quality = String(sides[0])
        switch quality {
        case "default", "color": tone = .color
        case "gray": tone = .gray
        case "bitonal": tone = .bitonal
        default: throw .picture("The quality must be default, color, gray or bitonal.", "quality")
        }
        switch sides[1] {
        case "jpg": format = .jpeg
        case "png": format = .png
        case "webp": format = .webp
        default: throw .picture("The format must be jpg, png or webp.", "format")
        }
    }

    /// Returns the view of the page to draw.
    ///
    /// - Parameter image: the whole page as an image.
    /// - Throws: ``Problem`` with status 400.
    func view(of image: PageImage) throws(Problem) -> PageView {
        let region = try region.resolved(width: image.width, height: image.height)
        let size = try size.resolved(for: region)
        let across = image.page.width / Double(image.width)
        let down = image.page.height / Double(image.height)
        return PageView(
            region: Rect(
                x0: Double(region.x) * across, y0: Double(region.y) * down,
                x1: Double(region.x + region.width) * across, y1: Double(region.y + region.height) * down),
            width: size.width, height: size.height, isMirrored: rotation.isMirrored,
            quarterTurns: rotation.quarterTurns, tone: tone)
    }
}

/// A page as an image of a fixed size. Requests give regions in its pixels.
struct PageImage: Hashable, Sendable {
    /// The width in pixels.
    let width: Int
    /// The height in pixels.
    let height: Int
    /// The page's size in points.
    let page: Size

    /// The resolution of the whole image, in pixels per inch.
    static let resolution = 300.0
    /// The longest side of the whole image, in pixels. Larger pages have a lower resolution.
    static let longestSide = 100_000.0

    /// Computes the size of the image of a page.
    ///
    /// - Throws: ``Problem`` with status 422 for a page without a size.
    init(of page: Size) throws(Problem) {
        guard page.width.isFinite, page.height.isFinite, page.width > 0, page.height > 0 else {
            throw .refused("The page has no size.")
        }
        let scale = min(Self.resolution / 72, Self.longestSide / max(page.width, page.height))
        self.page = page
        width = max(1, Int(clamping: (page.width * scale).rounded()))
        height = max(1, Int(clamping: (page.height * scale).rounded()))
    }
}
