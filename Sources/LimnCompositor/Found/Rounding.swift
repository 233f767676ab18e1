// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

// PDF files store numbers with few decimals. Rounding restores values such as 12.5, which a conversion to user space
// and back has changed slightly.

extension Double {
    /// The number rounded to four decimals.
    var rounded4: Double { magnitude < 1e9 ? (self * 1e4).rounded() / 1e4 : self }
}

extension Point {
    /// The point with coordinates rounded to four decimals.
    var rounded: Point { Point(x: x.rounded4, y: y.rounded4) }
}

extension AffineTransform {
    /// The transform with its offset rounded to four decimals and its other components to eight.
    var rounded: AffineTransform {
        func short(_ value: Double) -> Double { value.magnitude < 1e6 ? (value * 1e8).rounded() / 1e8 + 0 : value }
        return AffineTransform(
            a: short(a), b: short(b), c: short(c), d: short(d), tx: tx.rounded4 + 0, ty: ty.rounded4 + 0)
    }
}

extension Color {
    /// Makes a color. Components that are almost multiples of 1/255 become exact.
    init(_ color: RGBColor, opacity: Double) {
        func snap(_ value: Double) -> Double {
            let near = (value * 255).rounded() / 255
            return (near - value).magnitude < 0.0006 ? near : value
        }
        self.init(red: snap(color.red), green: snap(color.green), blue: snap(color.blue), alpha: snap(opacity))
    }
}
