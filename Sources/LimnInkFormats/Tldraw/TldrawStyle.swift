// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// tldraw's colors, sizes and dashes in its light theme, and its settings for perfect-freehand.
///
/// All of these values are from memory and not verified.
enum TldrawStyle {
    static let ink: [String: UInt32] = [
        "black": 0x1d1d_1dff, "grey": 0x9fa8_b2ff, "light-violet": 0xe085_f4ff, "violet": 0xae3e_c9ff,
        "blue": 0x4465_e9ff, "light-blue": 0x4ba1_f1ff, "yellow": 0xf1ac_4bff, "orange": 0xe169_19ff,
        "green": 0x0992_68ff, "light-green": 0x4cb0_5eff, "light-red": 0xf877_77ff, "red": 0xe031_31ff,
        "white": 0xffff_ffff,
    ]

    static let marker: [String: UInt32] = [
        "black": 0xfddd_00ff, "grey": 0xcbe7_f1ff, "light-violet": 0xff88_ffff, "violet": 0xc77c_ffff,
        "blue": 0x10ac_ffff, "light-blue": 0x00f4_ffff, "yellow": 0xfddd_00ff, "orange": 0xffa5_00ff,
        "green": 0x00ff_c8ff, "light-green": 0x65f6_41ff, "light-red": 0xff7f_a3ff, "red": 0xff63_6eff,
        "white": 0xffff_ffff,
    ]

    /// The opacity of markers.
    static let markerOpacity = 0.82

    private static let pens: [String: Double] = ["s": 2, "m": 3.5, "l": 5, "xl": 10]
    private static let markers: [String: Double] = ["s": 18, "m": 24, "l": 36, "xl": 44]

    /// Returns the nominal width in pixels; nil if the size is unknown.
    static func width(_ size: String, isMarker: Bool, scale: Double) -> Double? {
        isMarker ? markers[size].map { $0 * 1.12 * scale } : pens[size].map { ($0 + 1) * scale }
    }

    /// Returns the settings with which the widths of a stroke are computed.
    static func model(width: Double, isMarker: Bool, isPen: Bool, dash: String) -> FreehandWidths {
        // `streamline` increases with the width: 0.64 at width 9, 0.74 at width 16.
        let streamline = 0.64 + min(max((width - 9) / 7, 0), 1) * 0.1
        if isMarker || dash != "draw" {
            return FreehandWidths(size: width, thinning: 0, streamline: streamline, simulatesPressure: false)
        }
        if isPen {
            return FreehandWidths(
                size: 1 + width * 1.2, thinning: 0.62, streamline: 0.62, easing: .pen, simulatesPressure: false)
        }
        return FreehandWidths(
            size: width, thinning: 0.5, streamline: streamline, easing: .sine, simulatesPressure: true)
    }

    /// Returns the dash pattern in pixels; nil if the name is unknown.
    static func dash(_ name: String, width: Double) -> [Double]? {
        switch name {
        case "draw", "solid": []
        case "dashed": [2 * width, 2 * width]
        case "dotted": [0, 2 * width]
        default: nil
        }
    }
}
