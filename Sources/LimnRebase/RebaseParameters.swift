// SPDX-License-Identifier: GPL-3.0-or-later

/// The parameters for moving ink to a new edition. Lengths are in points.
public struct RebaseParameters: Hashable, Sendable {
    /// The largest distance of things on an unchanged page from their old positions, 0…1. The ink of such a page does
    /// not move.
    public var stillness = 0.05
    /// The largest distance between an anchor's new position and the position that a motion predicts, 0.1…3.
    public var agreement = 0.75
    /// The lowest similarity of two pages that can be counterparts, 0…1.
    public var pageSimilarity = 0.25
    /// The lowest share of pages with counterparts, of the document with fewer pages, 0…1. Blank pages do not count.
    /// Documents of one maker often share a page, such as a license.
    public var commonPages = 0.1
    /// The largest gap between strokes of one group in a region, 0…30.
    public var groupGap = 6.0
    /// The number of nearest anchors that determine the motion in free space, 4…64.
    public var neighbors = 12
    /// The distance to the nearest agreeing anchor above which the score decreases, 10…200.
    public var reach = 60.0
    /// The lowest score of a certain place, 0.5…1.
    public var certain = 0.8
    /// The lowest score of a likely place, 0…0.5. Items with a lower score are left over.
    public var leftOver = 0.2

    /// Creates the default parameters, which were tuned on synthetic revisions.
    public init() {}
}
