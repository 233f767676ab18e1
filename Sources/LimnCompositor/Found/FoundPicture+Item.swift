// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
package import LimnInk
package import LimnPDFObjects
internal import LimnRaster

extension FoundPicture {
    /// Returns the picture as a file: JPEG data unchanged, pixels as PNG, and everything else as PDF.
    ///
    /// - Throws: ``ReadingFailure`` for a picture that is too large.
    package func file() throws(ReadingFailure) -> PictureData {
        switch source {
        case .jpeg(let bytes): return PictureData(bytes, format: .jpeg)
        case .pdf(let bytes): return PictureData(bytes, format: .pdf)
        case .pixels(let width, let height, let rgba):
            let hasAlpha = stride(from: 3, to: rgba.count, by: 4).contains { rgba[$0] != 255 }
            do throws(RasterError) {
                let buffer = try PixelBuffer(width: width, height: height, hasAlpha: hasAlpha)
                buffer.fill(with: rgba)
                return PictureData(try PNGEncoder().encode(buffer), format: .png)
            } catch { throw ReadingFailure("shows a picture of \(width) × \(height) pixels, which is too large") }
        }
    }

    /// Returns the picture as an item; nil if it has no area.
    func item(_ data: PictureData, alternative: String, on geometry: PageGeometry) -> PictureItem? {
        // `stored` maps the unit square of the stored pixels, with y down, to the page. `place` does the same for the
        // picture as displayed.
        let flip = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
        let stored = flip.then(matrix).then(geometry.userToPage)
        let unit = PictureItem(data, frame: PictureItem.whole)
        let turn = unit.placement(orientation: PictureHead(data)?.orientation ?? 1)
        guard let back = turn.inverted, stored.isFinite, stored.determinant != 0 else { return nil }
        let place = back.then(stored)
        let storedPart = Rect(x0: shown.minX, y0: 1 - shown.maxY, x1: shown.maxX, y1: 1 - shown.minY)
        let crop = turn.apply(storedPart)
        let isUpright = place.b.magnitude + place.c.magnitude < 1e-9 * (place.a.magnitude + place.d.magnitude)
        let (frame, transform): (Rect, AffineTransform)
        if isUpright, place.a > 0, place.d > 0 {
            (frame, transform) = (place.apply(crop), .identity)
        } else {
            let (x, y) = (Vector(dx: place.a, dy: place.b).length, Vector(dx: place.c, dy: place.d).length)
            frame = AffineTransform.scaling(x: x, y: y).apply(crop)
            transform = AffineTransform.scaling(x: 1 / x, y: 1 / y).then(place).rounded
        }
        func short(_ value: Double) -> Double { max(0, min(1, (value * 1e5).rounded() / 1e5)) }
        return PictureItem(
            data,
            frame: Rect(
                x0: frame.minX.rounded4, y0: frame.minY.rounded4, x1: frame.maxX.rounded4, y1: frame.maxY.rounded4),
            crop: Rect(
                x0: short(crop.minX), y0: short(crop.minY), x1: short(crop.maxX), y1: short(crop.maxY)),
            opacity: opacity, transform: transform, alternative: alternative.isEmpty ? nil : alternative)
    }
}

extension PixelBuffer {
    /// Sets all pixels from red, green, blue and straight alpha. The buffer stores premultiplied colors.
    fileprivate func fill(with rgba: [UInt8]) {
        withUnsafeMutableBytes { bytes in
            for place in Swift.stride(from: 0, to: min(bytes.count, rgba.count), by: 4) {
                let alpha = Int(rgba[place + 3])
                for part in 0..<3 {
                    bytes[place + part] = UInt8(clamping: (Int(rgba[place + 2 - part]) * alpha + 127) / 255)
                }
                bytes[place + 3] = rgba[place + 3]
            }
        }
    }
}
