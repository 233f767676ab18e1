// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The pictures, rectangles and lines that a page paints, in page space.
public struct PageMarks: Hashable, Sendable {
    /// A painted picture.
    public struct Picture: Hashable, Sendable {
        /// A hash of its data.
        public let hash: String
        /// Its box, in points.
        public let box: Rect
    }

    /// A painted line.
    public struct Line: Hashable, Sendable {
        /// One end.
        public let start: Point
        /// The other end.
        public let end: Point
    }

    /// The pictures in painting order.
    public internal(set) var pictures: [Picture] = []
    /// The rectangles whose sides are parallel to those of the page, in painting order.
    public internal(set) var boxes: [Rect] = []
    /// The straight lines in painting order.
    public internal(set) var lines: [Line] = []

    /// The maximum number of marks of each kind on a page. More are left out.
    public static let limit = 4000
}

extension ObjectDocument {
    /// The pictures, rectangles and lines of a page. What cannot be decoded is skipped.
    ///
    /// - Parameter index: the page, counted from 0.
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
