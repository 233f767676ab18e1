// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// How large a picture of a page shall be.
public enum RenderSize: Hashable, Sendable, Codable {
    /// Pixels an inch, the same along both sides; a side that ends within a pixel is rounded up to a whole one.
    case dpi(Double)
    /// The longer side in pixels, exactly; the other one follows.
    case longerSide(Int)
    /// The width in pixels, exactly; the height follows.
    case width(Int)
    /// The height in pixels, exactly; the width follows.
    case height(Int)
    /// Both sides in pixels, exactly; the page is stretched to fill them.
    case exactly(width: Int, height: Int)

    /// The pixels of a whole page.
    ///
    /// For `dpi` the scale is exact and sides are rounded up, as pdftoppm does, but for an excess below a millionth of a
    /// pixel, which is rounding noise; the last column and row may be covered in part. Otherwise the side that
    /// follows is rounded to the nearest whole number, at least 1, and the page is scaled along each side so that it
    /// covers the picture exactly.
    ///
    /// - Parameter page: the size of the page in points.
    /// - Throws: ``RenderSizeError``: `unusableSize` when a number is not positive and finite, or the page's size is not;
    ///   `tooLarge` when a side does not fit in 31 bits.
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
