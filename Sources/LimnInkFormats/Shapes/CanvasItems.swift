// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Collects the items of a page in pixels, counts them against the limits, and records dropped content.
struct CanvasItems {
    /// The page number, from 1.
    let page: Int
    private(set) var items: [Item] = []
    var dropped: DroppedItems
    var counter: InkCounter

    init(page: Int, dropped: DroppedItems, counter: InkCounter) {
        self.page = page
        self.dropped = dropped
        self.counter = counter
    }

    mutating func drop(_ kind: DroppedItem.Kind, _ detail: String = "") {
        dropped.note(kind, page: page, detail: detail)
    }

    mutating func add(_ stroke: Stroke) throws(InkFormatError) {
        try counter.add(stroke, page: page)
        items.append(.stroke(stroke))
    }

    mutating func add(_ object: PageObject) throws(InkFormatError) {
        guard object.isStorable, object.bounds != nil else {
            return drop(.init(of: object), "values that are not usable numbers")
        }
        try counter.addObject(page: page)
        items.append(.object(object))
    }

    /// Adds the strokes of a shape.
    ///
    /// - Parameters:
    ///   - outline: the outline in the shape's own space.
    ///   - transform: the transform from that space to the page.
    mutating func add(
        _ outline: [Point], _ paint: ShapePaint, _ transform: AffineTransform
    ) throws(InkFormatError) {
        for stroke in paint.strokes(outline.map { transform.apply($0) }) { try add(stroke) }
    }

    /// Adds a link over a box, unless the address is nil or empty.
    ///
    /// - Parameters:
    ///   - box: the box in a shape's own space.
    ///   - transform: the transform from that space to the page.
    mutating func addLink(_ address: String?, _ box: Rect, _ transform: AffineTransform) throws(InkFormatError) {
        guard let address, !address.isEmpty else { return }
        try add(.link(LinkItem(transform.apply(box), to: .uri(address))))
    }
}
