// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The pictures, rectangles and lines that a page paints, in page space.
public struct PageMarks: Hashable, Sendable {
    /// A painted picture.
    public struct Picture: Hashable, Sendable {
        /// A hash of the picture's encoded data; empty if no hashes are wanted.
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

    /// A painted part of a path.
    public struct Shape: Hashable, Sendable {
        /// The outlines of shapes.
        public enum Outline: Hashable, Sendable {
            /// A straight line parallel to a side of the page.
            case line
            /// Any other straight line.
            case slantedLine
            /// A rectangle whose sides are parallel to those of the page.
            case rectangle
            /// Any other outline.
            case other
        }

        /// The outline.
        public let outline: Outline
        /// The bounding box without the width of lines, in points.
        public let box: Rect
        /// The width of its lines, in points; nil if no lines are painted.
        public let lineWidth: Double?
        /// Whether its lines are dashed.
        public let isDashed: Bool
        /// The brightness of its lines, from 0 for black to 1 for white.
        public let lineBrightness: Double
        /// The brightness of its inside; nil if the inside is not painted.
        public let fillBrightness: Double?
    }

    /// The pictures in painting order.
    public internal(set) var pictures: [Picture] = []
    /// The rectangles whose sides are parallel to those of the page, in painting order.
    public internal(set) var boxes: [Rect] = []
    /// The straight lines in painting order.
    public internal(set) var lines: [Line] = []

    /// The visible parts of paths in painting order.
    public internal(set) var shapes: [Shape] = []

    /// The maximum number of shapes of a page. Further shapes are left out.
    public static let shapeLimit = 20_000
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
        var reader = MarkReader(hashes: hashes)
        try read(pageAt: index, by: &reader)
        hashes = reader.hashes ?? hashes
        return reader.marks
    }

    /// Returns the pictures, rectangles, lines and shapes of a page. The pictures have no hashes, so that they are not
    /// read. Content that cannot be decoded is skipped.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Throws: ``PDFObjectsError`` if there is no such page.
    public func marks(ofPageAt index: Int) throws(PDFObjectsError) -> PageMarks {
        var reader = MarkReader(hashes: nil)
        try read(pageAt: index, by: &reader)
        return reader.marks
    }

    private func read(pageAt index: Int, by reader: inout MarkReader) throws(PDFObjectsError) {
        let leaf = try tree.leaf(at: index)
        reader.read(
            leaf.page.joinedContent(), resources: leaf.inherited { $0["/Resources"] }, leaf.geometry.userToPage,
            within: leaf.geometry.bounds)
    }
}

extension PDFObject {
    /// Returns the decoded content streams of a page one after the other, without those that cannot be decoded.
    func joinedContent() -> [UInt8] {
        let content = self["/Contents"]
        let streams = content.map { $0.isStream ? [$0] : $0.items.filter(\.isStream) } ?? []
        var data: [UInt8] = []
        for stream in streams where data.count < MarkReader.byteLimit {
            if let bytes = try? stream.decodedData() { data += bytes + [10] }
        }
        return data
    }
}
