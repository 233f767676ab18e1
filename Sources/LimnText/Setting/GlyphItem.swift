// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPango
internal import LimnGeometry

/// The glyphs and clusters of one Pango run.
struct GlyphItem {
    var glyphs: [GlyphRun.Glyph] = []
    var clusters: [GlyphRun.Cluster] = []
    /// The texts of clusters for which no font has a glyph.
    var missing: [String] = []
    var width = 0.0
    let isRightToLeft: Bool

    /// Reads a run. `origin` is its left end on the baseline.
    init(_ run: UnsafeMutablePointer<PangoGlyphItem>, at origin: Point, in text: StyledText) {
        let item = run.pointee.item.pointee
        let string = run.pointee.glyphs.pointee
        isRightToLeft = item.analysis.level & 1 == 1
        let infos = UnsafeBufferPointer(start: string.glyphs, count: Int(string.num_glyphs))
        let starts = UnsafeBufferPointer(start: string.log_clusters, count: Int(string.num_glyphs))
        let ends = Self.ends(of: starts, length: item.length)
        glyphs.reserveCapacity(infos.count)

        var first = 0
        while first < infos.count {
            let start = starts[first]
            let last = infos.indices[first...].first { starts[$0] != start } ?? infos.count
            let firstGlyph = glyphs.count
            var isMissing = false
            for info in infos[first..<last] {
                add(info, at: origin)
                isMissing = isMissing || info.isUnknown
            }
            let range = Int(item.offset + start)..<Int(item.offset + (ends[start] ?? item.length))
            let cluster = GlyphRun.Cluster(
                text: text.text(in: range), range: range, glyphs: firstGlyph..<glyphs.count)
            clusters.append(cluster)
            if isMissing { missing.append(cluster.text) }
            first = last
        }
    }

    private mutating func add(_ info: PangoGlyphInfo, at origin: Point) {
        let advance = points(info.geometry.width)
        if info.isVisible {
            let place = Point(
                x: origin.x + width + points(info.geometry.x_offset), y: origin.y + points(info.geometry.y_offset))
            glyphs.append(GlyphRun.Glyph(id: info.glyph, origin: place, advance: advance))
        }
        width += advance
    }

    /// Returns the end of each cluster's text, by its start. Both are byte offsets from the start of the item.
    private static func ends(of starts: UnsafeBufferPointer<Int32>, length: Int32) -> [Int32: Int32] {
        let sorted = Set(starts).sorted()
        return Dictionary(uniqueKeysWithValues: zip(sorted, sorted.dropFirst() + [length]))
    }
}

extension PangoGlyphInfo {
    /// Whether the glyph number denotes a character without a glyph: PANGO_GLYPH_UNKNOWN_FLAG or
    /// PANGO_GLYPH_INVALID_INPUT.
    var isUnknown: Bool { glyph & 0x1000_0000 != 0 }
    /// Whether the glyph can be drawn: it is neither unknown nor PANGO_GLYPH_EMPTY.
    var isVisible: Bool { !isUnknown && glyph != 0x0fff_ffff }
}
