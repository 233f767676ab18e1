// SPDX-License-Identifier: GPL-3.0-or-later

/// The parameters of moving ink to a new edition. Lengths are in points.
public struct RebaseParameters: Hashable, Sendable {
    /// How far things on an unchanged page may lie from their old places, 0…1. Ink does not move by less.
    public var stillness = 0.05
    /// How far the place of an anchor may lie from where a motion takes it, 0.1…3.
    public var agreement = 0.75
    /// How similar two pages must be at least, 0…1, to be the same page.
    public var pageSimilarity = 0.25
    /// The gap up to which strokes in one region stay together, 0…30.
    public var groupGap = 6.0
    /// The number of anchors that decide in free space, 4…64.
    public var neighbors = 12
    /// The distance, 10…200, beyond which an anchor is no certain evidence.
    public var reach = 60.0
    /// The certainty from which a place is called certain, 0.5…1.
    public var certain = 0.8
    /// The certainty below which an item is left over, 0…0.5.
    public var leftOver = 0.2

    /// The parameters that were chosen by trying made revisions.
    public init() {}
}
