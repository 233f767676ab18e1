// SPDX-License-Identifier: GPL-3.0-or-later

/// The glyphs of a face that a document uses, with their texts.
public struct FontUse: Hashable, Sendable {
    /// The face.
    public let face: FontFace
    /// The glyphs in use.
    public private(set) var glyphs: Set<UInt32> = []
    /// The text that each glyph represents on its own, for a PDF's /ToUnicode. If a glyph represents several texts, the
    /// first one counts.
    public private(set) var texts: [UInt32: String] = [:]

    /// Makes a use without glyphs.
    public init(_ face: FontFace) { self.face = face }

    /// Returns the uses of all faces that have glyphs in the runs, in order of first occurrence.
    public static func all(in runs: some Sequence<GlyphRun>) -> [FontUse] {
        var uses: [FontUse] = []
        var places: [FontFace: Int] = [:]
        for run in runs where !run.glyphs.isEmpty {
            let place = places[run.face] ?? uses.count
            if place == uses.count {
                places[run.face] = place
                uses.append(FontUse(run.face))
            }
            uses[place].add(run)
        }
        return uses
    }

    /// Adds the glyphs of a run, which must have this face.
    public mutating func add(_ run: GlyphRun) {
        precondition(run.face == face, "a run of another face")
        for cluster in run.clusters {
            glyphs.formUnion(run.glyphs[cluster.glyphs].lazy.map(\.id))
            for (glyph, text) in Self.parts(of: cluster, in: run) where texts[glyph] == nil { texts[glyph] = text }
        }
    }

    /// Whether text extraction requires an /ActualText for a cluster, because the cluster is not a single glyph with
    /// this text.
    ///
    /// It is always false in a right-to-left run, because viewers reverse such runs, including any /ActualText in them.
    public func needsActualText(_ cluster: GlyphRun.Cluster, in run: GlyphRun) -> Bool {
        guard !run.isRightToLeft, !cluster.glyphs.isEmpty else { return false }
        guard cluster.glyphs.count == 1 else { return true }
        return texts[run.glyphs[cluster.glyphs.lowerBound].id] != cluster.text
    }

    /// Returns the glyphs of a cluster that have their own texts.
    ///
    /// A right-to-left cluster with as many characters as glyphs is split; its glyphs are in reverse order. The
    /// characters of a right-to-left ligature are reversed, because viewers reverse such runs character by character.
    private static func parts(of cluster: GlyphRun.Cluster, in run: GlyphRun) -> [(UInt32, String)] {
        let ids = run.glyphs[cluster.glyphs].map(\.id)
        let characters = Array(cluster.text.unicodeScalars)
        if ids.count == 1 {
            let visual = run.isRightToLeft ? String(String.UnicodeScalarView(characters.reversed())) : cluster.text
            return [(ids[0], visual)]
        }
        guard run.isRightToLeft, characters.count == ids.count else { return [] }
        return zip(ids.reversed(), characters).map { ($0, String($1)) }
    }
}
