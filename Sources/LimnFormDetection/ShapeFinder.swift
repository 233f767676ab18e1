// SPDX-License-Identifier: Apache-2.0

internal import LimnForms
internal import LimnGeometry

/// Finds places in circles, hexagons, shields and boxes with round corners.
struct ShapeFinder {
    private let page: PrintedPage
    private var unit: Double { page.unit }

    init(_ page: PrintedPage) { self.page = page }

    /// Returns whether words begin or end right beside a circle.
    private func hasWordsBeside(_ box: Rect) -> Bool {
        let line = Rect(x0: box.minX - 12 * unit, y0: box.center.y, x1: box.maxX + 12 * unit, y1: box.center.y)
        return !page.phraseIndex.touching(line).isEmpty
    }

    /// Returns the circles to tick, and the free insides of larger shapes.
    func places() -> [Place] {
        let blobs = page.rules.blobs.filter { blob in
            // What is filled with something dark is a decoration.
            (blob.fillBrightness ?? 1) > 0.8
                && (blob.lineWidth != nil && blob.lineBrightness < 0.9
                    || (blob.fillBrightness ?? 1) - page.rules.brightness(at: blob.box.center) > 0.02)
        }
        guard blobs.count <= 4000 else { return [] }
        let index = BoxIndex(blobs.map(\.box), side: 20 * unit)
        func key(_ box: Rect) -> [Int] { [box.width, box.height].map { Int(clamping: ($0 / unit).rounded()) } }
        let sizes = Dictionary(grouping: blobs) { key($0.box) }.mapValues(\.count)
        let paper = Rect(origin: .zero, size: page.sheet.size).expanded(
            by: -0.06 * min(page.sheet.size.width, page.sheet.size.height))
        return blobs.indices.compactMap { place in
            let box = blobs[place].box
            let inside = index.touching(box).filter { other in
                other != place && box.contains(blobs[other].box.center)
                    && blobs[other].box.width * blobs[other].box.height < 0.95 * box.width * box.height
            }
            guard !page.isPictured(box),
                page.rules.brightness(at: box.center) > 0.6 || blobs[place].fillBrightness != nil
            else { return nil }
            let words = page.phrases(in: box)
            if page.isTickBox(box) {
                guard words.isEmpty, inside.isEmpty else { return nil }
                let small = min(box.width, box.height)
                guard max(box.width, box.height) <= 1.25 * small, small >= 6.5 * unit || hasWordsBeside(box)
                else { return nil }
                return Place(kind: .radio, rect: box, certainty: 0.6)
            }
            guard box.width >= 14 * unit, box.height >= 12 * unit, inside.count <= 1, words.count <= 2,
                box.width * box.height <= 0.25 * page.sheet.size.width * page.sheet.size.height
            else { return nil }
            let inset = min(0.12 * min(box.width, box.height), 5 * unit)
            var field = box.expanded(by: -inset)
            if !words.isEmpty {
                guard let free = page.largestFree(in: field, words.map(\.box)), free.height >= 8 * unit,
                    free.width >= 12 * unit, free.width * free.height >= 0.4 * field.width * field.height
                else { return nil }
                field = free
            }
            // Ornaments are in the corners of the page; what is repeated elsewhere is meant for something.
            let isRepeated = (2...40).contains(sizes[key(box)] ?? 0) && paper.contains(box.center)
            var found = Place(rect: field, certainty: isRepeated ? 0.5 : 0.42)
            found.caption = box
            found.label = words.map(\.text).joined(separator: " ")
            found.isMultiline = field.height >= 30 * unit && field.width >= 80 * unit
            found.isCentered = field.width < 60 * unit && field.height >= 0.35 * field.width
            return found
        }
    }
}
