// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Counts pages, strokes and points and enforces their limits.
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

    /// Counts an object as a stroke.
    mutating func addObject(page: Int = 1) throws(InkFormatError) {
        strokes += 1
        guard strokes <= limits.maximumStrokes else { throw tooMany("strokes", limits.maximumStrokes, page) }
    }

    mutating func addPage() throws(InkFormatError) {
        pages += 1
        guard pages <= limits.maximumPages else { throw tooMany("pages", limits.maximumPages, nil) }
    }

    private func tooMany(_ what: String, _ limit: Int, _ page: Int?) -> InkFormatError {
        InkFormatError(.tooLarge, format: format, at: .init(page: page), "it has more than \(limit) \(what)")
    }
}
