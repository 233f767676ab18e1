// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The pictures, rectangles and lines that a page paints, in page space.
public struct PageMarks: Hashable, Sendable {
    /// A painted picture.
    public struct Picture: Hashable, Sendable {
        /// A hash of the picture's encoded data.
        public let hash: String
        /// The bounding box in page space, in points.
        public let box: Rect
    }

    /// A painted line.
    public struct Line: Hashable, Sendable {
        /// The start of the line, in points.
        public let start: Point
        /// The end of the line, in points.
        public let end: Point
    }

    /// The pictures in painting order.
    public internal(set) var pictures: [Picture] = []
    /// The rectangles whose sides are parallel to those of the page, in painting order.
    public internal(set) var boxes: [Rect] = []
    /// The straight lines in painting order.
    public internal(set) var lines: [Line] = []

    /// The maximum number of marks of each kind on a page. Further marks are left out.
    public static let limit = 4000
}

extension ObjectDocument {
    /// Returns the pictures, rectangles and lines of a page. Content that cannot be decoded is skipped.
    ///
    /// - Parameters:
    ///   - index: the page, counted from 0.
    ///   - hashes: the cache of picture hashes. Pass the same value for all pages of a document.
    /// - Throws: ``PDFObjectsError`` if there is no such page.
    public func marks(ofPageAt index: Int, _ hashes: inout PictureHashes) throws(PDFObjectsError) -> PageMarks {
        let leaf = try tree.leaf(at: index)
        var reader = MarkReader(hashes: hashes)
        let content = leaf.page["/Contents"]
        let streams = content.map { $0.isStream ? [$0] : $0.items.filter(\.isStream) } ?? []
        var data: [UInt8] = []
        for stream in streams where data.count < MarkReader.byteLimit {
            if let bytes = try? stream.decodedData() { data += bytes + [10] }
        }
        reader.read(data, resources: leaf.inherited { $0["/Resources"] }, leaf.geometry.userToPage)
        hashes = reader.hashes
        return reader.marks
    }
}
