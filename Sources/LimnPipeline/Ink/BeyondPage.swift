// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
internal import LimnJobs

/// The items of ink that do not fit on a page.
public struct BeyondPage: Hashable, Sendable, Encodable {
    /// The page number, from 1.
    public let page: Int
    /// The number of items that lie beyond the page and do not show.
    public internal(set) var off = 0
    /// The number of items that the edge of the page cuts.
    public internal(set) var cut = 0
    /// The sides beyond which they lie.
    public internal(set) var sides: PageSides = []

    init(page: Int) { self.page = page }

    /// A sentence for the user.
    var sentence: String {
        func count(_ number: Int, _ one: String, _ many: String) -> String? {
            number == 0 ? nil : number == 1 ? "One item \(one)" : "\(number) items \(many)"
        }
        let parts = [
            count(off, "lies beyond the page and does not show", "lie beyond the page and do not show"),
            count(cut, "is cut off by its edge", "are cut off by its edge"),
        ].compactMap(\.self)
        let rest = parts.dropFirst().map { ", and \($0.prefix(1).lowercased())\($0.dropFirst())" }
        return parts.prefix(1).joined() + rest.joined() + " (\(sides.names.joined(separator: ", ")))."
    }

    /// Encodes `page`, `off`, `cut` and the names of the sides.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers(["page": page, "off": off, "cut": cut, "sides": sides.names])
    }
}

/// A page that has grown to hold ink beyond it.
public struct ExtendedPage: Hashable, Sendable, Encodable {
    /// The page number, from 1.
    public let page: Int
    /// The page's new rectangle in the page space of the original, in points.
    public let frame: Rect
    /// The size of the original page in points.
    public let size: Size

    /// Encodes `page` and the growth on each side in points.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "page": page, "left": 0 - frame.minX, "top": 0 - frame.minY, "right": frame.maxX - size.width,
            "bottom": frame.maxY - size.height,
        ])
    }
}
