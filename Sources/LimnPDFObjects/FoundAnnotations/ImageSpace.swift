// SPDX-License-Identifier: GPL-3.0-or-later

/// The color space of an image. Calibrated spaces are treated like device spaces.
enum ImageSpace {
    case gray
    case rgb
    case cmyk
    /// A palette with red, green and blue for each entry. There is at least one entry.
    case indexed([UInt8])

    /// Reads a color space; nil if it is not supported.
    init?(_ object: PDFObject?, bits: Int) {
        guard let object else { return nil }
        switch object.name ?? object.item(0)?.name {
        case "DeviceGray", "CalGray", "G": self = .gray
        case "DeviceRGB", "CalRGB", "RGB": self = .rgb
        case "DeviceCMYK", "CMYK": self = .cmyk
        case "ICCBased":
            switch object.item(1)?["/N"]?.int {
            case 1: self = .gray
            case 3: self = .rgb
            case 4: self = .cmyk
            default: return nil
            }
        case "Indexed", "I":
            guard bits <= 8, let palette = Self.palette(object) else { return nil }
            self = .indexed(palette)
        default: return nil
        }
    }

    private static func palette(_ object: PDFObject) -> [UInt8]? {
        // The base of an indexed space must not be indexed.
        guard let base = object.item(1), let highest = object.item(2)?.int, (0...255).contains(highest),
            let space = ImageSpace(base, bits: 16), let table = object.item(3)
        else { return nil }
        guard let bytes = table.stringBytes ?? (table.isStream ? (try? table.decodedData()) ?? nil : nil) else {
            return nil
        }
        let count = min(highest + 1, bytes.count / space.componentCount)
        guard count > 0 else { return nil }
        return (0..<count).flatMap { index -> [UInt8] in
            let parts = bytes[(index * space.componentCount)..<((index + 1) * space.componentCount)].map { Int($0) }
            switch space {
            case .gray: return [UInt8](repeating: UInt8(clamping: parts[0]), count: 3)
            case .cmyk: return parts.prefix(3).map { UInt8(clamping: (255 - $0) * (255 - parts[3]) / 255) }
            default: return parts.prefix(3).map { UInt8(clamping: $0) }
            }
        }
    }

    /// The number of components of a pixel.
    var componentCount: Int {
        switch self {
        case .gray, .indexed: 1
        case .rgb: 3
        case .cmyk: 4
        }
    }

    /// The palette of an indexed space; empty for other spaces.
    var palette: [UInt8] {
        if case .indexed(let palette) = self { palette } else { [] }
    }

    /// Returns the default /Decode array.
    func usualDecode(bits: Int) -> [Double] {
        if case .indexed = self { return [0, Double((1 << bits) - 1)] }
        return (0..<componentCount).flatMap { _ in [0.0, 1.0] }
    }
}
