// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// A picture of a shading that poppler draws wrongly: one that depends on two coordinates, or a radial one whose circles
/// do not contain each other, or that is extended at one end only.
struct ShadingPicture {
    /// The image.
    let image: PDFObject
    /// Maps the image's unit square to the space of the shading.
    let matrix: AffineTransform

    /// The sides of a picture in pixels.
    private static let functionSide = 160, radialSide = 640

    /// Returns whether poppler draws a shading wrongly, and a picture can replace it.
    static func isNeeded(for shading: PDFObject) -> Bool {
        guard shading["/ColorSpace"]?.componentCount != nil else { return false }
        switch shading["/ShadingType"]?.int {
        case 1: return true
        case 3:
            guard let c = shading["/Coords"]?.numbers(6) else { return false }
            let distance = ((c[3] - c[0]) * (c[3] - c[0]) + (c[4] - c[1]) * (c[4] - c[1])).squareRoot()
            if distance > 1e-6, distance + min(c[2], c[5]) > max(c[2], c[5]) - 1e-6 { return true }
            let extend = shading["/Extend"]?.items.map { $0.bool ?? false } ?? []
            return extend.count == 2 && extend[0] != extend[1] && distance + c[2] >= c[5]
        default: return false
        }
    }

    /// Returns whether an axial shading has an axis without a length. Nothing is painted by it (ISO 32000-2, 8.7.4.5.3).
    static func hasNoArea(_ shading: PDFObject) -> Bool {
        guard shading["/ShadingType"]?.int == 2, let c = shading["/Coords"]?.numbers(4) else { return false }
        return c[0] == c[2] && c[1] == c[3]
    }

    /// Returns whether poppler draws a shading only about right: it finds the colors of a mesh at the corners, even where a
    /// function of another shape gives them.
    static func isDoubtful(_ shading: PDFObject) -> Bool {
        guard let type = shading["/ShadingType"]?.int, (4...7).contains(type), let function = shading["/Function"]
        else {
            return false
        }
        let functions = function.isArray ? function.items : [function]
        return functions.contains { $0["/FunctionType"]?.int != 2 || ($0["/N"]?.number ?? 1) != 1 }
    }

    /// Draws a shading; nil if it is malformed, or in a color space that is not supported.
    ///
    /// - Parameter area: the area to fill, in the space of the shading. It is finite.
    init?(of shading: PDFObject, filling area: Rect) {
        guard let space = shading["/ColorSpace"], let count = space.componentCount,
            let function = shading["/Function"].flatMap({ PDFFunction($0) })
        else { return nil }
        let result: (colors: [UInt8], shown: [UInt8]?, width: Int, height: Int, matrix: AffineTransform)?
        if shading["/ShadingType"]?.int == 1 {
            result = Self.functionPixels(shading, function, count)
        } else {
            let box = shading["/BBox"]?.rect.flatMap { area.intersection($0) } ?? area
            result = Self.radialPixels(shading, function, count, box)
        }
        guard let result, result.matrix.isFinite,
            let image = try? Self.image(shading.file, space, result.colors, result.width, result.height)
        else { return nil }
        if let shown = result.shown {
            guard let gray = try? shading.file.newName("/DeviceGray"),
                let mask = try? Self.image(shading.file, gray, shown, result.width, result.height),
                (try? image.set("/SMask", mask)) != nil
            else { return nil }
        }
        self.image = image
        matrix = result.matrix
    }

    private static func image(
        _ file: QPDFHandle, _ space: PDFObject, _ data: [UInt8], _ width: Int, _ height: Int
    ) throws(PDFObjectsError) -> PDFObject {
        let image = try file.newStream(StreamData(data, level: 1))
        try image.set("/Type", try file.newName("/XObject"))
        try image.set("/Subtype", try file.newName("/Image"))
        try image.set("/Width", try file.newInteger(width))
        try image.set("/Height", try file.newInteger(height))
        try image.set("/BitsPerComponent", try file.newInteger(8))
        try image.set("/ColorSpace", space)
        try image.set("/Interpolate", try file.parsed(PDFText("true".utf8)))
        return image
    }

    private static func bytes(_ color: [Double], _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < color.count ? UInt8(clamping: max(0, min(1, color[$0])) * 255 + 0.5) : 0 }
    }

    private static func functionPixels(
        _ shading: PDFObject, _ function: PDFFunction, _ count: Int
    ) -> (colors: [UInt8], shown: [UInt8]?, width: Int, height: Int, matrix: AffineTransform)? {
        let domain = shading["/Domain"]?.numbers(4) ?? [0, 1, 0, 1]
        let (width, height) = (domain[1] - domain[0], domain[3] - domain[2])
        guard width > 0, height > 0 else { return nil }
        var colors: [UInt8] = []
        colors.reserveCapacity(functionSide * functionSide * count)
        for row in 0..<functionSide {
            let y = domain[3] - (Double(row) + 0.5) / Double(functionSide) * height
            for column in 0..<functionSide {
                let x = domain[0] + (Double(column) + 0.5) / Double(functionSide) * width
                colors += bytes(function([x, y]), count)
            }
        }
        let square = AffineTransform(a: width, b: 0, c: 0, d: height, tx: domain[0], ty: domain[2])
        return (colors, nil, functionSide, functionSide, square.then(shading.formMatrix))
    }

    private static func radialPixels(
        _ shading: PDFObject, _ function: PDFFunction, _ count: Int, _ area: Rect
    ) -> (colors: [UInt8], shown: [UInt8]?, width: Int, height: Int, matrix: AffineTransform)? {
        guard let c = shading["/Coords"]?.numbers(6), area.width > 0, area.height > 0, c[2] >= 0, c[5] >= 0 else {
            return nil
        }
        let domain = shading["/Domain"]?.numbers(2) ?? [0, 1]
        let extend = (shading["/Extend"]?.items ?? []).map { $0.bool ?? false }
        let extends = extend.count == 2 ? extend : [false, false]
        let table = (0...1023).map { bytes(function([domain[0] + Double($0) / 1023 * (domain[1] - domain[0])]), count) }
        let longest = max(area.width, area.height)
        let width = max(1, Int(clamping: (area.width / longest * Double(radialSide)).rounded(.up)))
        let height = max(1, Int(clamping: (area.height / longest * Double(radialSide)).rounded(.up)))
        let (dx, dy, dr) = (c[3] - c[0], c[4] - c[1], c[5] - c[2])
        let a = dx * dx + dy * dy - dr * dr
        func isPainted(_ s: Double) -> Bool {
            c[2] + s * dr >= 0 && (s >= 0 || extends[0]) && (s <= 1 || extends[1])
        }
        var colors = [UInt8](repeating: 0, count: width * height * count)
        var shown = [UInt8](repeating: 0, count: width * height)
        for row in 0..<height {
            let y = area.maxY - (Double(row) + 0.5) / Double(height) * area.height - c[1]
            for column in 0..<width {
                let x = area.minX + (Double(column) + 0.5) / Double(width) * area.width - c[0]
                // The circle with parameter s goes through the point if a s² - 2 b s + e = 0.
                let (b, e) = (x * dx + y * dy + c[2] * dr, x * x + y * y - c[2] * c[2])
                var found: Double?
                if abs(a) < 1e-9 {
                    if b != 0 { found = e / (2 * b) }
                    if let s = found, !isPainted(s) { found = nil }
                } else if b * b >= a * e {
                    let root = (b * b - a * e).squareRoot()
                    let (first, second) = ((b + root) / a, (b - root) / a)
                    found = [max(first, second), min(first, second)].first(where: isPainted)
                }
                guard let found else { continue }
                let place = row * width + column
                shown[place] = 255
                let color = table[min(1023, Int(clamping: max(0, min(1, found)) * 1023 + 0.5))]
                for index in 0..<count { colors[place * count + index] = color[index] }
            }
        }
        let matrix = AffineTransform(a: area.width, b: 0, c: 0, d: area.height, tx: area.minX, ty: area.minY)
        return (colors, shown, width, height, matrix)
    }
}

extension PDFObject {
    /// The number of components of a color space whose components range from 0 to 1; nil for other objects.
    var componentCount: Int? {
        switch name ?? item(0)?.name {
        case "DeviceGray", "CalGray", "G", "Separation": 1
        case "DeviceRGB", "CalRGB", "RGB": 3
        case "DeviceCMYK", "CMYK": 4
        case "ICCBased": item(1)?["/N"]?.int.flatMap { [1, 3, 4].contains($0) ? $0 : nil }
        case "DeviceN": item(1).map(\.count).flatMap { (1...32).contains($0) ? $0 : nil }
        default: nil
        }
    }
}
