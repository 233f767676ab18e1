// SPDX-License-Identifier: Apache-2.0

/// The widths of a stroke: the nominal one and, when the pen was sensitive to pressure, one for every segment.
///
/// Xournal++ measures a width at every point but the last and draws the segment that begins there with it. Here the
/// same number becomes the width *at* the point, and the last point repeats its neighbour's. The swept area then
/// differs from Xournal++'s steps by at most half the change of width from one segment to the next, and the numbers
/// can be written back exactly.
struct XournalppWidths {
    /// The pen that Xournal++ starts with, for strokes whose own width makes no sense.
    static let usual = 1.41

    /// The nominal width in points.
    var nominal: Double
    /// The widths of segments in points; empty for a stroke of constant width. Each is finite and not negative.
    var segments: [Double]
    /// The number of widths that made no sense; the nominal one stands in for them.
    var unreadable = 0

    /// Reads the attributes `width` and, as MrWriter writes it, `pressures`.
    init(width: String?, pressures: String?) {
        var all = width.map(NumberList.values) ?? []
        if let pressures { all += NumberList.values(of: pressures) }
        nominal = all.first ?? .nan
        segments = Array(all.dropFirst())
        if !Self.isUsable(nominal) {
            nominal = Self.usual
            unreadable += 1
        }
        // Beta versions of 1.2 end the list with the last point's missing pressure (issue 5238).
        if segments.last == -1 { segments.removeLast() }
        for i in segments.indices where !Self.isUsable(segments[i]) {
            segments[i] = nominal
            unreadable += 1
        }
    }

    /// The widths of the first points of a stroke with `count` points, and how many of these points have one; the
    /// others have to go, as in Xournal++.
    func values(forPoints count: Int) -> [Double] {
        guard let last = segments.prefix(max(1, count - 1)).last else {
            return Array(repeating: nominal, count: count)
        }
        return Array((segments.prefix(max(0, count - 1)) + [last]).prefix(count))
    }

    /// How many of the widths belong to no segment of a stroke with `count` points.
    func surplus(forPoints count: Int) -> Int { max(0, segments.count - max(1, count - 1)) }

    private static func isUsable(_ width: Double) -> Bool { width >= 0 && width <= UsableRange.widest }
}
