// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// Moves the items of an old page to its counterpart in the new edition.
struct PageRebase {
    /// The new place of a group of items.
    struct Place {
        var transform: AffineTransform
        var score: Double
        /// The new pieces of lines of a mark whose words did not all move alike; nil for everything else.
        var quads: [Quad]?
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
    /// Whether the new page is the old one, rotated.
    private let isOnlyTurned: Bool

    /// The words of the old page near ink, and what became of them.
    private let evidence: WordEvidence
    /// Moves marks with their words; nil if the page only turned, or not even that.
    private let marks: MarkedWords?

    /// Compares two pages.
    ///
    /// - Parameters:
    ///   - knownTurn: the rotation of the new page relative to the old one, in degrees; nil to find it.
    ///   - claimed: the indices of new words that belong to another old page.
    init(
        _ old: PageLayout, _ new: PageLayout, _ parameters: RebaseParameters, knownTurn: Int? = nil,
        claimed: Set<Int> = []
    ) {
        self.parameters = parameters
        area = old.size.width * old.size.height
        isUnchanged = old.agrees(with: new, within: parameters.stillness)
        let pairs = isUnchanged ? [] : AnchorFinder.wordPairs(old, new).filter { !claimed.contains($0.1) }
        degrees =
            knownTurn ?? PageTurn.degrees(pairs.map { (old.words[$0.0].box.center, new.words[$0.1].box.center) })
        let (turn, size) = PageTurn.transform(degrees, old.size)
        self.turn = turn
        let turned = degrees == 0 ? old : old.transformed(by: turn, size: size)
        isOnlyTurned = degrees != 0 && turned.showsSame(as: new, within: parameters.agreement)
        guard !isUnchanged, !isOnlyTurned else {
            (anchors, regions, evidence, marks) = ([], [], WordEvidence(turned, new, []), nil)
            return
        }
        evidence = WordEvidence(turned, new, pairs)
        marks = degrees == 0 ? MarkedWords(old, new, pairs) : nil
        anchors = AnchorFinder.anchors(turned, new, pairs)
        regions = RegionMatcher(parameters: parameters, anchors: anchors).regions(turned, new)
    }

    /// Returns the groups of items that move together.
    func groups(of items: [Item]) -> [InkGroup] {
        guard !isUnchanged, !isOnlyTurned else {
            return items.indices.map {
                let box = items[$0].bounds ?? Rect(x0: 0, y0: 0, x1: 0, y1: 0)
                return InkGroup(items: [$0], boxes: [box], box: box, region: nil)
            }
        }
        let turned = degrees == 0 ? items : items.map { $0.transformed(by: turn) }
        return InkGroup.groups(of: turned, in: regions.map(\.old), gap: parameters.groupGap)
    }

    /// Returns the place of a group; nil if it no longer has a place.
    func place(of group: InkGroup) -> Place? {
        if isUnchanged || isOnlyTurned { return Place(transform: turn, score: 1) }
        guard var place = found(group) else { return nil }
        switch evidence.fate(of: group.box, place.transform) {
        case .kept, .unknown: break
        case .replaced: place.score = min(place.score, parameters.certain * 0.9)
        case .gone: return nil
        }
        // Strokes on several lines of text may form a group, and one of the lines may have moved alone.
        if group.boxes.contains(where: { evidence.contradicts(place.transform, under: $0) }) {
            place.score = min(place.score, parameters.certain * 0.9)
        }
        place.transform = turn.then(place.transform)
        return place
    }

    /// Returns the place of a mark on words, and the share of its words that the new page shows, greater than 0 and up to
    /// 1; nil if that is not known.
    func place(of markup: MarkupItem) -> (place: Place, share: Double)? {
        guard let found = marks?.place(of: markup, within: parameters.stillness) else { return nil }
        let isCertain = found.share == 1 && found.isInOrder
        let moved = markup.quads.map { $0.mapped { $0 + found.shift } }
        let isShift =
            moved.count == found.quads.count
            && zip(moved, found.quads).allSatisfy { old, new in
                zip(old.corners, new.corners).allSatisfy { $0.distance(to: $1) <= parameters.stillness }
            }
        let isStill = isShift && found.shift.length <= parameters.stillness
        let place = Place(
            transform: isStill ? .identity : .translation(found.shift),
            score: isCertain ? 1 : parameters.certain * 0.9 * found.share, quads: isShift ? nil : found.quads)
        return (place, found.share)
    }

    /// Returns whether the new page shows text again that the group touches.
    func keepsText(under group: InkGroup) -> Bool { evidence.keepsText(under: group.box) }

    /// Returns whether the new page shows a word again that the group touches.
    func keepsWord(under group: InkGroup) -> Bool { evidence.keepsWord(under: group.box) }

    /// Returns how much text near a group the new page shows again, as a sum of weights.
    func support(of group: InkGroup) -> Double { evidence.support(of: group.box) }

    private func found(_ group: InkGroup) -> Place? {
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
            guard isElsewhere else { return anchor }
            return Anchor(old: anchor.old, new: anchor.new, weight: anchor.weight * 0.4, isLoose: anchor.isLoose)
        }
        // Words of another font shift along their lines, so the first words of the lines decide.
        let firm = evidence.filter { !$0.isLoose && group.box.distance(to: $0.old) <= 3 * parameters.reach }
        let near = Neighbors.nearest(firm.count >= 4 ? firm : evidence, to: group.box, parameters.neighbors)
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
        let score = max(0, min(1, agreement * number * fit * (0.4 + 0.6 * max(0, lead))))
        return motion.isSupported ? score : min(score, parameters.certain * 0.9)
    }
}
