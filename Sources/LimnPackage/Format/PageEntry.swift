// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// A page of a template in the manifest. Default values are omitted.
package struct PageEntry: Codable {
    /// Left, bottom, right and top in user space.
    package var mediaBox: [Double]
    /// The displayed box in the same order; nil if it equals the MediaBox.
    package var displayBox: [Double]?
    /// The clockwise rotation in degrees; nil for 0.
    package var rotation: Int?
    /// Points per unit of user space; nil for 1.
    package var userUnit: Double?

    package init(_ page: PageGeometry) {
        mediaBox = Self.numbers(page.mediaBox)
        displayBox = page.displayBox == page.mediaBox ? nil : Self.numbers(page.displayBox)
        rotation = page.rotation == .none ? nil : page.rotation.rawValue
        userUnit = page.userUnit == 1 ? nil : page.userUnit
    }

    /// The geometry; nil if the entry is invalid.
    package var geometry: PageGeometry? {
        guard let media = Self.rect(mediaBox), let rotation = PageGeometry.Rotation(rawValue: rotation ?? 0) else {
            return nil
        }
        var display: Rect?
        if let displayBox {
            guard let rect = Self.rect(displayBox) else { return nil }
            display = rect
        }
        let page = PageGeometry(
            mediaBox: media, cropBox: display, rotate: rotation.rawValue, userUnit: userUnit ?? 1)
        // PageGeometry replaces invalid values with defaults, so a difference shows an invalid entry.
        guard page.mediaBox == media, page.displayBox == display ?? media, page.userUnit == userUnit ?? 1 else {
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
