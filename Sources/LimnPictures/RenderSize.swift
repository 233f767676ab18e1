// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The size of a page's picture.
public enum RenderSize: Hashable, Sendable, Codable {
    /// A resolution in pixels per inch. A partial pixel at the end of a side counts as a whole one.
    case dpi(Double)
    /// The exact length of the longer side in pixels. The other side follows from the page's proportions.
    case longerSide(Int)
    /// The exact width in pixels. The height follows from the page's proportions.
    case width(Int)
    /// The exact height in pixels. The width follows from the page's proportions.
    case height(Int)
    /// Both sides in pixels. The page is stretched to fill them.
    case exactly(width: Int, height: Int)

    /// Returns the pixel grid of a whole page.
    ///
    /// For `dpi`, the scale is exact and sides are rounded up, as in pdftoppm; excess below a millionth of a pixel is
    /// ignored as a rounding error. The page may cover only part of the last column and row. For other sizes, the
    /// computed side is rounded to the nearest integer, at least 1, and the page is scaled separately along each side
    /// to fill the picture exactly.
    ///
    /// - Parameter page: The size of the page in points.
    /// - Throws: ``RenderSizeError``: `unusableSize` if a number or the page's size is not finite and positive;
    ///   `tooLarge` if a side does not fit in 31 bits.
    public func grid(for page: Size) throws(RenderSizeError) -> PixelGrid {
        guard page.width.isFinite, page.height.isFinite, page.width > 0, page.height > 0 else {
            throw .unusableSize
        }
        func follow(_ n: Int, _ given: Double, _ other: Double) -> Double {
            max(1, (other * Double(n) / given).rounded())
        }
        var scale: (x: Double, y: Double)?
        let width: Double
        let height: Double
        switch self {
        case .dpi(let dpi):
            guard dpi.isFinite, dpi > 0 else { throw .unusableSize }
            let s = dpi / 72
            scale = (s, s)
            width = max(1, (page.width * s - 1e-6).rounded(.up))
            height = max(1, (page.height * s - 1e-6).rounded(.up))
        case .longerSide(let n):
            let portrait = page.height >= page.width
            width = portrait ? follow(n, page.height, page.width) : Double(n)
            height = portrait ? Double(n) : follow(n, page.width, page.height)
        case .width(let n):
            (width, height) = (Double(n), follow(n, page.width, page.height))
        case .height(let n):
            (width, height) = (follow(n, page.height, page.width), Double(n))
        case .exactly(let w, let h):
            (width, height) = (Double(w), Double(h))
        }
        guard width >= 1, height >= 1 else { throw .unusableSize }
        guard width <= 0x7fff_ffff, height <= 0x7fff_ffff else {
            throw .tooLarge(width: width, height: height)
        }
        return PixelGrid(
            x: 0, y: 0, width: Int(clamping: width), height: Int(clamping: height),
            scaleX: scale?.x ?? width / page.width, scaleY: scale?.y ?? height / page.height)
    }
}
