// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Fits ink without a unit of length to a page.
///
/// Files of handwriting recognition have the steps of some tablet or whiteboard, from a fraction to thousands of steps
/// for a letter, and no width of the pen.
struct InkMLFit {
    /// How the width of a stroke's pen is known.
    enum Width {
        /// It is not given.
        case none
        /// It is in the same unknown unit as the positions.
        case steps
        /// It has a unit of length.
        case points
    }

    /// A sheet of A4 without its margins, in points.
    private static let sheet = Rect(x0: 18, y0: 18, x1: 577, y1: 824)
    /// The tallest usual stroke, in points. A page with a single letter is not filled by it.
    private static let tallest = 60.0
    /// The share of a usual stroke's size that is the width of the pen, and its limits in points.
    private static let (share, thinnest, thickest) = (1 / 14.0, 0.6, 3.0)

    /// The strokes that have no unit, by their index, with how their width is known.
    private(set) var widths: [Int: Width] = [:]

    mutating func add(_ index: Int, _ width: Width) { widths[index] = width }

    /// Fits the strokes, whose positions are in steps. Strokes with a unit of length stay as they are.
    func apply(to strokes: inout [Stroke]) {
        var box: Rect?
        var extents: [Double] = []
        for index in widths.keys where strokes.indices.contains(index) {
            guard let own = Rect(containing: strokes[index].points.positions), own.isFinite else { continue }
            box = box?.union(own) ?? own
            extents.append(max(own.width, own.height))
        }
        guard let box else { return }
        extents.sort()
        let usual = extents[extents.count / 2]
        var scale = min(Self.sheet.width / box.width, Self.sheet.height / box.height)
        if usual > 0 { scale = min(scale, Self.tallest / usual) }
        if !scale.isFinite || scale <= 0 { scale = 1 }
        let pen = min(max(usual * scale * Self.share, Self.thinnest), Self.thickest)
        let transform = AffineTransform.scaling(x: scale, y: scale).then(
            .translation(Vector(dx: Self.sheet.minX - box.minX * scale, dy: Self.sheet.minY - box.minY * scale)))
        for (index, width) in widths where strokes.indices.contains(index) {
            let given = strokes[index].brush.width
            strokes[index] = strokes[index].transformed(by: transform)
            let wanted: Double
            switch width {
            case .steps: continue
            case .none: wanted = pen
            case .points: wanted = given
            }
            let factor = wanted / max(strokes[index].brush.width, 1e-9)
            strokes[index].points.mapWidths { $0 * factor }
            strokes[index].brush.width = wanted
        }
    }
}
