// SPDX-License-Identifier: Apache-2.0

/// The widths of a stroke: the nominal width and, for pressure-sensitive pens, the width of every segment.
///
/// In Xournal++, the width at a point applies to the segment that starts there. Here, the same number becomes the width
/// *at* the point, and the last point repeats the width of its neighbor. The painted area differs from the steps in
/// Xournal++ by at most half the change of width between segments. The numbers can be written back exactly.
struct XournalppWidths {
    /// The width of Xournal++'s default pen in points. It applies to strokes with an invalid width.
    static let defaultWidth = 1.41

    /// The nominal width in points.
    var nominal: Double
    /// The widths of the segments in points, finite and not negative; empty for a stroke of constant width.
    var segments: [Double]
    /// The number of invalid widths, which were replaced by the nominal width.
    var unreadable = 0

    /// Parses the attributes `width` and `pressures`. MrWriter writes the latter.
    init(width: String?, pressures: String?) {
        var all = width.map(NumberList.values) ?? []
        if let pressures { all += NumberList.values(of: pressures) }
        nominal = all.first ?? .nan
        segments = Array(all.dropFirst())
        if !Self.isUsable(nominal) {
            nominal = Self.defaultWidth
            unreadable += 1
        }
        // Beta versions of Xournal++ 1.2 append −1 as the missing pressure of the last point (issue 5238).
        if segments.last == -1 { segments.removeLast() }
        for i in segments.indices where !Self.isUsable(segments[i]) {
            segments[i] = nominal
            unreadable += 1
        }
    }

    /// Returns the widths for a stroke with `count` points. The result may be shorter. Points without a width must then
    /// be removed, as in Xournal++.
    func values(forPoints count: Int) -> [Double] {
        guard let last = segments.prefix(max(1, count - 1)).last else {
            return Array(repeating: nominal, count: count)
        }
        return Array((segments.prefix(max(0, count - 1)) + [last]).prefix(count))
    }

    /// Returns the number of surplus widths for a stroke with `count` points.
    func surplus(forPoints count: Int) -> Int { max(0, segments.count - max(1, count - 1)) }

    private static func isUsable(_ width: Double) -> Bool { width >= 0 && width <= ValueLimits.maximumWidth }
}
