// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// What the readers of JSON formats begin with.
enum JSONHead {
    /// Whether bytes begin an object and name something early.
    static func names(_ text: String, in bytes: [UInt8]) -> Bool {
        guard let first = bytes.prefix(1024).first(where: { $0 > 32 && $0 < 0x80 }), first == UInt8(ascii: "{") else {
            return false
        }
        return String(decoding: bytes.prefix(4096), as: UTF8.self).contains(text)
    }

    /// The tree of a file within the limits.
    static func tree(_ bytes: [UInt8], limits: InkLimits, as format: InkFormat) throws(InkFormatError) -> TreeValue {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
        }
        return try JSONTree.parse(bytes, as: format)
    }
}

/// Counts strokes and points and holds them to the limits.
struct InkCounter {
    private let limits: InkLimits
    private let format: InkFormat
    private var (strokes, points, pages) = (0, 0, 0)

    init(_ limits: InkLimits, _ format: InkFormat) {
        self.limits = limits
        self.format = format
    }

    mutating func add(_ stroke: Stroke, page: Int = 1) throws(InkFormatError) {
        strokes += 1
        points += stroke.points.count
        guard strokes <= limits.maximumStrokes else { throw tooMany("strokes", limits.maximumStrokes, page) }
        guard points <= limits.maximumPoints else { throw tooMany("points", limits.maximumPoints, page) }
    }

    mutating func addPage() throws(InkFormatError) {
        pages += 1
        guard pages <= limits.maximumPages else { throw tooMany("pages", limits.maximumPages, nil) }
    }

    private func tooMany(_ what: String, _ limit: Int, _ page: Int?) -> InkFormatError {
        InkFormatError(.tooLarge, format: format, at: .init(page: page), "it has more than \(limit) \(what)")
    }
}
