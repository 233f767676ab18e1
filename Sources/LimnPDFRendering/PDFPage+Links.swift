// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
public import LimnGeometry

extension PDFPage {
    /// A link of the document.
    public struct Link: Hashable, Sendable {
        /// The targets of links.
        public enum Target: Hashable, Sendable {
            /// A URI, unchanged from the file. It is not validated, so programs must ask the user before opening it.
            case uri(String)
            /// A page, from 1, and the distance of the place from the upper edge of that page in points; nil for the whole
            /// page.
            case page(Int, top: Double?)
        }

        /// The area in page space, in points.
        public let box: Rect
        /// The target.
        public let target: Target
    }

    /// Returns the links of the page that lead to pages or URIs, in painting order.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of links. Further links are left out.
    ///   - geometry: Returns the geometry of a page, from 1; nil if it is not known. Poppler does not tell how pages are
    ///     turned.
    public func links(limit: Int, geometry: (Int) -> PageGeometry?) -> [Link] {
        // "The list must be freed with poppler_page_free_link_mapping()"; the newest annotation is first.
        let list = poppler_page_get_link_mapping(handle)
        defer { poppler_page_free_link_mapping(list) }
        let height = size.height
        var links: [Link] = []
        var entry = g_list_last(list)
        while let current = entry, links.count < limit {
            defer { entry = current.pointee.prev }
            guard let mapping = current.pointee.data?.assumingMemoryBound(to: PopplerLinkMapping.self),
                let action = mapping.pointee.action, let target = target(of: action.pointee, geometry)
            else { continue }
            let area = mapping.pointee.area
            let box = Rect(
                x0: area.x1 * userUnit, y0: height - area.y2 * userUnit, x1: area.x2 * userUnit,
                y1: height - area.y1 * userUnit)
            if box.isFinite, !box.isEmpty { links.append(Link(box: box, target: target)) }
        }
        return links
    }

    private func target(of action: PopplerAction, _ geometry: (Int) -> PageGeometry?) -> Link.Target? {
        switch action.type {
        case POPPLER_ACTION_URI: return action.uri.uri.map { .uri(String(cString: $0)) }
        case POPPLER_ACTION_GOTO_DEST:
            guard let found = document.destination(action.goto_dest.dest) else { return nil }
            return .page(found.page, top: geometry(found.page).flatMap(found.top))
        case POPPLER_ACTION_NAMED:
            guard let name = action.named.named_dest else { return nil }
            let page: Int
            switch String(cString: name) {
            case "NextPage": page = number + 1
            case "PrevPage": page = number - 1
            case "FirstPage": page = 1
            case "LastPage": page = document.pageCount
            default: return nil
            }
            return (1...max(1, document.pageCount)).contains(page) ? .page(page, top: nil) : nil
        default: return nil
        }
    }
}

/// A place that a link or an item of the outline leads to.
struct Destination {
    /// The page, from 1.
    let page: Int
    /// The distances of the place, in units of user space, from the lower left corner of the displayed box. Nil where the
    /// destination leaves them open.
    let (left, raised): (Double?, Double?)
    /// The same of the lower right corner of a rectangle. Poppler-glib takes the horizontal coordinate of the box away from
    /// `bottom`, and the vertical one from `right`.
    let (right, bottom): (Double?, Double?)

    /// Returns the distance of the place from the upper edge of the page as it is displayed, in points; nil for the whole
    /// page.
    func top(on geometry: PageGeometry) -> Double? {
        let (toPage, box) = (geometry.userToPage, geometry.displayBox)
        // On a page that lies on its side, the horizontal coordinate says how far down the place is.
        let places =
            abs(toPage.b) > abs(toPage.d)
            ? [left.map { box.minX + $0 }, right.map { box.minY + $0 }].map { $0.map { Point(x: $0, y: box.minY) } }
            : [raised.map { box.minY + $0 }, bottom.map { box.minX + $0 }].map { $0.map { Point(x: box.minX, y: $0) } }
        guard let top = places.compactMap({ $0.map { toPage.apply($0).y } }).min(), top.isFinite else { return nil }
        return min(max(0, top), geometry.size.height)
    }
}

extension PDFDocument {
    /// Returns the place of a destination; nil if its page is not in the document.
    func destination(_ destination: UnsafePointer<PopplerDest>?) -> Destination? {
        guard let destination else { return nil }
        guard destination.pointee.type == POPPLER_DEST_NAMED else { return place(destination.pointee) }
        guard let found = poppler_document_find_dest(handle, destination.pointee.named_dest) else { return nil }
        defer { poppler_dest_free(found) }
        return place(found.pointee)
    }

    private func place(_ destination: PopplerDest) -> Destination? {
        let number = Int(destination.page_num)
        guard (1...max(1, pageCount)).contains(number) else { return nil }
        let (isRectangle, isPoint) = (destination.type == POPPLER_DEST_FITR, destination.type == POPPLER_DEST_XYZ)
        let isRow = [POPPLER_DEST_FITH, POPPLER_DEST_FITBH].contains(destination.type)
        let isColumn = [POPPLER_DEST_FITV, POPPLER_DEST_FITBV].contains(destination.type)
        let hasLeft = isRectangle || (isPoint || isColumn) && destination.change_left != 0
        let hasTop = isRectangle || (isPoint || isRow) && destination.change_top != 0
        return Destination(
            page: number, left: hasLeft ? destination.left : nil, raised: hasTop ? destination.top : nil,
            right: isRectangle ? destination.right : nil, bottom: isRectangle ? destination.bottom : nil)
    }
}
