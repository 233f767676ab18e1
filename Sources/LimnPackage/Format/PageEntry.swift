// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// A page of a template in the manifest; what is as on most pages is left out.
struct PageEntry: Codable {
    /// Left, bottom, right and top in user space.
    var mediaBox: [Double]
    /// What is displayed, in the same order; the MediaBox where it is missing.
    var displayBox: [Double]?
    /// The rotation in degrees, clockwise; 0 where it is missing.
    var rotation: Int?
    /// Points per unit of user space; 1 where it is missing.
    var userUnit: Double?

    init(_ page: PageGeometry) {
        mediaBox = Self.numbers(page.mediaBox)
        displayBox = page.displayBox == page.mediaBox ? nil : Self.numbers(page.displayBox)
        rotation = page.rotation == .none ? nil : page.rotation.rawValue
        userUnit = page.userUnit == 1 ? nil : page.userUnit
    }

    /// The geometry; nil where the entry is none that ``init(_:)`` makes.
    var geometry: PageGeometry? {
        guard let media = Self.rect(mediaBox), let rotation = PageGeometry.Rotation(rawValue: rotation ?? 0) else {
            return nil
        }
        var shown: Rect?
        if let displayBox {
            guard let rect = Self.rect(displayBox) else { return nil }
            shown = rect
        }
        let page = PageGeometry(
            mediaBox: media, cropBox: shown, rotate: rotation.rawValue, userUnit: userUnit ?? 1)
        // A geometry replaces what makes no sense; then it is not the one that was packed.
        guard page.mediaBox == media, page.displayBox == shown ?? media, page.userUnit == userUnit ?? 1 else {
            return nil
        }
        return page
    }

    private static func numbers(_ rect: Rect) -> [Double] { [rect.minX, rect.minY, rect.maxX, rect.maxY] }

    private static func rect(_ numbers: [Double]) -> Rect? {
        guard numbers.count == 4 else { return nil }
        return Rect(x0: numbers[0], y0: numbers[1], x1: numbers[2], y1: numbers[3])
    }
}
