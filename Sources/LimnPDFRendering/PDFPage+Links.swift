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
            /// A page, from 1, and the distance of the place from the upper edge of that page in points; nil for the whole page
            /// and for places on pages that lie on their side.
            case page(Int, top: Double?)
        }

        /// The area in page space, in points.
        public let box: Rect
        /// The target.
        public let target: Target
    }

    /// Returns the links of the page that lead to pages or URIs, in painting order.
    ///
    /// - Parameter limit: The maximum number of links. Further links are left out.
    public func links(limit: Int) -> [Link] {
        // "The list must be freed with poppler_page_free_link_mapping()"; the newest annotation is first.
        let list = poppler_page_get_link_mapping(handle)
        defer { poppler_page_free_link_mapping(list) }
        let height = size.height
        var links: [Link] = []
        var entry = g_list_last(list)
        while let current = entry, links.count < limit {
            defer { entry = current.pointee.prev }
            guard let mapping = current.pointee.data?.assumingMemoryBound(to: PopplerLinkMapping.self),
                let action = mapping.pointee.action, let target = target(of: action.pointee)
            else { continue }
            let area = mapping.pointee.area
            let box = Rect(
                x0: area.x1 * userUnit, y0: height - area.y2 * userUnit, x1: area.x2 * userUnit,
                y1: height - area.y1 * userUnit)
            if box.isFinite, !box.isEmpty { links.append(Link(box: box, target: target)) }
        }
        return links
    }

    private func target(of action: PopplerAction) -> Link.Target? {
        switch action.type {
        case POPPLER_ACTION_URI: return action.uri.uri.map { .uri(String(cString: $0)) }
        case POPPLER_ACTION_GOTO_DEST:
            return document.destination(action.goto_dest.dest, userUnit: userUnit).map { .page($0.page, top: $0.top) }
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

extension PDFDocument {
    /// Returns the page of a destination, from 1, and its distance from the upper edge of that page in points; nil if the
    /// destination is not in the document.
    ///
    /// - Parameter userUnit: the number of points per unit of the page's user space.
    func destination(_ destination: UnsafePointer<PopplerDest>?, userUnit: Double = 1) -> (page: Int, top: Double?)? {
        guard let destination else { return nil }
        guard destination.pointee.type == POPPLER_DEST_NAMED else { return place(destination.pointee, userUnit) }
        guard let found = poppler_document_find_dest(handle, destination.pointee.named_dest) else { return nil }
        defer { poppler_dest_free(found) }
        return place(found.pointee, userUnit)
    }

    private func place(_ destination: PopplerDest, _ userUnit: Double) -> (page: Int, top: Double?)? {
        let number = Int(destination.page_num)
        guard (1...max(1, pageCount)).contains(number) else { return nil }
        let hasTop =
            switch destination.type {
            case POPPLER_DEST_FITR: true
            case POPPLER_DEST_XYZ, POPPLER_DEST_FITH, POPPLER_DEST_FITBH: destination.change_top != 0
            default: false
            }
        guard hasTop, destination.top.isFinite, let page = try? page(number, userUnit: userUnit) else {
            return (number, nil)
        }
        return (number, page.distance(fromTopOf: destination.top))
    }
}

extension PDFPage {
    /// Returns the distance of a height in user space from the upper edge of the page, in points; nil if the
    /// page lies on its side.
    fileprivate func distance(fromTopOf y: Double) -> Double? {
        let (box, size) = (cropBox, size)
        guard frame == nil, abs(box.width * userUnit - size.width) < 0.01,
            abs(box.height * userUnit - size.height) < 0.01
        else { return nil }
        return min(max(0, (box.maxY - y) * userUnit), size.height)
    }
}
