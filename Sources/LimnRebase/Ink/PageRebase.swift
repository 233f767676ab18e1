// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// Moves the items of an old page to its counterpart in the new edition.
struct PageRebase {
    /// The new place of a group of items.
    struct Place {
        var transform: AffineTransform
        var score: Double
    }

    /// The share of the page's area above which a box is large.
    private static let largeShare = 0.25

    private let parameters: RebaseParameters
    /// The area of the old page, in square points.
    private let area: Double
    private let turn: AffineTransform
    private let anchors: [Anchor]
    private let regions: [Region]
    /// The rotation of the new page relative to the old one, in degrees clockwise.
    let degrees: Int
    /// Whether both pages show the same things at the same places.
    let isUnchanged: Bool

    init(_ old: PageLayout, _ new: PageLayout, _ parameters: RebaseParameters) {
        self.parameters = parameters
        area = old.size.width * old.size.height
        isUnchanged = old.agrees(with: new, within: parameters.stillness)
        let points = AnchorFinder.wordPairs(old.words.map(\.text), new.words.map(\.text)).map {
            (old: old.words[$0.0].box.center, new: new.words[$0.1].box.center)
        }
        degrees = isUnchanged ? 0 : PageTurn.degrees(points)
        let (turn, size) = PageTurn.transform(degrees, old.size)
        self.turn = turn
        guard !isUnchanged else {
            (anchors, regions) = ([], [])
            return
        }
        let turned = degrees == 0 ? old : old.transformed(by: turn, size: size)
        anchors = AnchorFinder.anchors(turned, new)
        regions = RegionMatcher(parameters: parameters, anchors: anchors).regions(turned, new)
    }

    /// Returns the place of each item of a drawing; nil for an item that no longer has a place.
    func places(of items: [Item]) -> [Place?] {
        guard !isUnchanged else { return items.map { _ in Place(transform: .identity, score: 1) } }
        let turned = degrees == 0 ? items : items.map { $0.transformed(by: turn) }
        var places: [Place?] = Array(repeating: nil, count: items.count)
        for group in InkGroup.groups(of: turned, in: regions.map(\.old), gap: parameters.groupGap) {
            guard var place = place(of: group) else { continue }
            place.transform = turn.then(place.transform)
            for item in group.items { places[item] = place }
        }
        return places
    }

    private func place(of group: InkGroup) -> Place? {
        guard let index = group.region else { return freePlace(of: group, within: nil) }
        let region = regions[index]
        guard let motion = region.motion, region.new != nil || region.anchorCount * 2 >= max(2, region.wordCount) else {
            // The box is gone with most of its contents, or its motion is unknown: its ink has no place.
            return nil
        }
        var score = score(motion)
        if region.new == nil {
            score = min(score, 0.6)
        } else if region.isByContent {
            if motion.agreeing < 0.75 * motion.total { return contestedPlace(of: group, in: region) }
        } else {
            score = min(score, agreesWithSurroundings(motion, group) ? 0.9 : 0.7)
        }
        // If most words of a box were not found again, the new box may be a different one with a similar frame.
        if region.new != nil, (motion.count - region.old.corners.count) * 2 < region.wordCount {
            score = min(score, parameters.certain * 0.9)
        }
        return Place(transform: motion.transform, score: score)
    }

    /// Returns the place of a group in a box if not all contents moved with the box. The place is never certain.
    ///
    /// If the font changed, words shift inside a frame that keeps its size: then the frame decides. The contents of a
    /// large box may have moved in different directions: then the nearest anchors decide.
    private func contestedPlace(of group: InkGroup, in region: Region) -> Place? {
        let limit = parameters.certain * 0.9
        if let shift = region.frameShift, region.old.width * region.old.height <= Self.largeShare * area {
            return Place(transform: shift, score: limit)
        }
        guard var place = freePlace(of: group, within: region) else { return nil }
        place.score = min(place.score, limit)
        return place
    }

    /// Returns the place of a group according to the anchors around it; nil if there are none.
    private func freePlace(of group: InkGroup, within region: Region?) -> Place? {
        var around = anchors
        if let region {
            around = anchors.filter { region.old.expanded(by: 0.5).contains($0.old) }
            if around.count < 3 { around = anchors }
        }
        // The contents of other boxes move with their boxes, so they are weaker evidence for ink outside them.
        let boxed = regions.filter { $0.new != nil && $0.old.intersection(group.box) == nil }
        let evidence = around.map { anchor in
            let isElsewhere = boxed.contains { $0.old.contains(anchor.old) }
            return isElsewhere ? Anchor(old: anchor.old, new: anchor.new, weight: anchor.weight * 0.4) : anchor
        }
        let near = Neighbors.nearest(evidence, to: group.box, parameters.neighbors)
        guard let motion = Motion.consensus(of: near, tolerance: parameters.agreement, scales: true) else { return nil }
        let agreeing = near.filter { motion.transform.apply($0.old).distance(to: $0.new) <= parameters.agreement }
        let distance = agreeing.map { group.box.distance(to: $0.old) }.min() ?? .infinity
        return Place(
            transform: motion.transform,
            score: score(motion) * min(1, parameters.reach / max(distance, 1e-9)))
    }

    /// Returns whether the four anchors nearest to a group moved like its box.
    private func agreesWithSurroundings(_ motion: Motion, _ group: InkGroup) -> Bool {
        let near = Neighbors.nearest(anchors, to: group.box, 4)
        return near.count == 4
            && near.allSatisfy { motion.transform.apply($0.old).distance(to: $0.new) <= parameters.agreement }
    }

    /// Returns the score of a motion, 0…1: the product of terms for the agreement, the number of anchors, the
    /// residuals, and the lead over the second-best motion.
    private func score(_ motion: Motion) -> Double {
        let agreement = motion.agreeing / max(1e-9, motion.total)
        let number = 1 - 0.5 / Double(max(1, motion.count - 1))
        let fit = 1 - 0.5 * min(1, motion.residual / parameters.agreement)
        let lead = 1 - motion.second / max(1e-9, motion.agreeing)
        return max(0, min(1, agreement * number * fit * (0.4 + 0.6 * max(0, lead))))
    }
}
