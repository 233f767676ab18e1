// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// A color in sRGB with straight (not premultiplied) alpha; every component is in 0…1.
public struct Color: Hashable, Sendable, Codable {
    /// Red, 0…1.
    public var red: Double
    /// Green, 0…1.
    public var green: Double
    /// Blue, 0…1.
    public var blue: Double
    /// Opacity, 0 (transparent) … 1 (opaque).
    public var alpha: Double

    /// Makes a color. Components are clamped to 0…1; NaN becomes 0.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        func clamp(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
        self.red = clamp(red)
        self.green = clamp(green)
        self.blue = clamp(blue)
        self.alpha = clamp(alpha)
    }

    /// Makes a color from 0xRRGGBBAA, with 8 bits per component.
    public init(rgba: UInt32) {
        func part(_ shift: UInt32) -> Double { Double((rgba >> shift) & 0xff) / 255 }
        self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
    }

    /// The nearest 8-bit form, 0xRRGGBBAA. It yields the same color again only if all components are multiples of
    /// 1/255.
    public var rgba: UInt32 {
        func byte(_ v: Double) -> UInt32 { UInt32(clamping: (v * 255).rounded()) }
        return byte(red) << 24 | byte(green) << 16 | byte(blue) << 8 | byte(alpha)
    }

    /// Opaque black.
    public static let black = Color(rgba: 0x0000_00ff)
    /// Opaque white.
    public static let white = Color(rgba: 0xffff_ffff)

    /// Decodes a color. Components are clamped to 0…1.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            red: try container.decode(Double.self, forKey: .red),
            green: try container.decode(Double.self, forKey: .green),
            blue: try container.decode(Double.self, forKey: .blue),
            alpha: try container.decodeIfPresent(Double.self, forKey: .alpha) ?? 1)
    }
}
