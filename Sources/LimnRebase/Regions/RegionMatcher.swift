// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// A box on the old page and its counterpart on the new page.
struct Region {
    /// The box on the old page.
    let old: Rect
    /// The counterpart on the new page; nil if the box is gone.
    var new: Rect?
    /// Whether the box was matched by its contents, not by its position alone.
    var isByContent = false
    /// The motion of the contents; nil if it is unknown.
    var motion: Motion?
    /// The numbers of anchors and of words in the old box.
    var anchorCount = 0
    var wordCount = 0

    /// The translation of the box itself; nil if the box is gone or its size changed by more than a point.
    var frameShift: AffineTransform? {
        guard let new, (new.width - old.width).magnitude <= 1, (new.height - old.height).magnitude <= 1 else {
            return nil
        }
        return .translation(new.center - old.center)
    }
}

/// Matches the boxes of two pages: first by their contents, then by the motion of their surroundings.
struct RegionMatcher {
    /// The maximum number of boxes per page.
    private static let limit = 400

    let parameters: RebaseParameters
    let anchors: [Anchor]

    /// Returns the boxes of the old page with their counterparts, in ascending order of area.
    func regions(_ old: PageLayout, _ new: PageLayout) -> [Region] {
        let (olds, news) = (Self.boxes(of: old), Self.boxes(of: new))
        var regions = olds.map { Region(old: $0) }
        var votes: [[Int: Int]] = Array(repeating: [:], count: olds.count)
        var newCounts = Array(repeating: 0, count: news.count)
        for anchor in anchors {
            let places = news.indices.filter { news[$0].expanded(by: 0.5).contains(anchor.new) }
            for place in places { newCounts[place] += 1 }
            for index in olds.indices where olds[index].expanded(by: 0.5).contains(anchor.old) {
                regions[index].anchorCount += 1
                for place in places { votes[index][place, default: 0] += 1 }
            }
        }
        for word in old.words {
            for index in olds.indices where olds[index].contains(word.box.center) { regions[index].wordCount += 1 }
        }
        matchByContent(&regions, news, votes, newCounts)
        let taken = Set(regions.indices.filter { regions[$0].new != nil })
        matchByPlace(&regions, news, taken)
        for index in regions.indices { regions[index].motion = motion(of: regions[index]) }
        return regions
    }

    /// Returns the distinct drawn rectangles and fields that are large enough to hold ink, in ascending order of area.
    private static func boxes(of page: PageLayout) -> [Rect] {
        let all = (page.boxes + page.fields.map(\.box)).filter { $0.isFinite && $0.width >= 8 && $0.height >= 8 }
        let sorted = all.sorted {
            ($0.width * $0.height, $0.minY, $0.minX) < ($1.width * $1.height, $1.minY, $1.minX)
        }
        var kept: [Rect] = []
        for box in sorted.prefix(4 * limit) where kept.count < limit {
            // A frame and its fill, or the two edges of a frame, are one box.
            if !kept.suffix(8).contains(where: { $0.deviation(from: box) < 1 }) { kept.append(box) }
        }
        return kept
    }

    private func matchByContent(
        _ regions: inout [Region], _ news: [Rect], _ votes: [[Int: Int]], _ newCounts: [Int]
    ) {
        var pairs: [(score: Double, old: Int, new: Int)] = []
        for index in regions.indices {
            for (place, count) in votes[index] {
                let share = Double(count) / Double(max(regions[index].anchorCount, newCounts[place]))
                let (a, b) = (regions[index].old, news[place])
                let shape =
                    min(a.width, b.width) / max(a.width, b.width) * min(a.height, b.height) / max(a.height, b.height)
                if share >= 0.5 { pairs.append((share * (0.4 + 0.6 * shape), index, place)) }
            }
        }
        var taken: Set<Int> = []
        pairs.sort { ($1.score, $0.old, $0.new) < ($0.score, $1.old, $1.new) }
        for pair in pairs where regions[pair.old].new == nil && !taken.contains(pair.new) && pair.score >= 0.3 {
            regions[pair.old].new = news[pair.new]
            regions[pair.old].isByContent = true
            taken.insert(pair.new)
        }
    }

    /// Matches boxes of the same size at the positions that the motion of their surroundings predicts.
    private func matchByPlace(_ regions: inout [Region], _ news: [Rect], _ taken: Set<Int>) {
        var free = news.filter { box in !taken.contains { regions[$0].new == box } }
        let known = taken.sorted().compactMap { index in regions[index].new.map { (regions[index].old, $0) } }
        let evidence = anchors + known.flatMap { AnchorFinder.corners($0.0, $0.1, weight: 1) }
        for index in regions.indices where regions[index].new == nil {
            let near = Neighbors.nearest(evidence, to: regions[index].old, parameters.neighbors)
            guard let motion = Motion.consensus(of: near, tolerance: parameters.agreement, scales: false) else {
                continue
            }
            let expected = motion.transform.apply(regions[index].old)
            guard let place = free.firstIndex(where: { $0.deviation(from: expected) <= 1.5 }) else { continue }
            regions[index].new = free.remove(at: place)
        }
    }

    private func motion(of region: Region) -> Motion? {
        let inside = anchors.filter { region.old.expanded(by: 0.5).contains($0.old) }
        guard let new = region.new else {
            return Motion.consensus(of: inside, tolerance: parameters.agreement, scales: true)
        }
        let frame = zip(region.old.corners, new.corners).map { Anchor(old: $0, new: $1, weight: 1) }
        let within = inside.filter { new.expanded(by: 0.5).contains($0.new) }
        return Motion.consensus(of: frame + within, tolerance: parameters.agreement, scales: true)
    }
}

/// Finds the anchors near a place.
enum Neighbors {
    /// Returns the `count` anchors nearest to a box, in ascending order of distance. Their weights decrease with the
    /// distance.
    static func nearest(_ anchors: [Anchor], to box: Rect, _ count: Int) -> [Anchor] {
        let measured = anchors.enumerated().map { (distance: box.distance(to: $1.old), index: $0) }
        return measured.sorted { $0 < $1 }.prefix(count).map { found in
            let anchor = anchors[found.index]
            return Anchor(
                old: anchor.old, new: anchor.new, weight: anchor.weight / (1 + found.distance / 50),
                isLoose: anchor.isLoose)
        }
    }
}

extension Rect {
    /// Returns the greatest distance between corresponding edges of two rectangles, in points.
    func deviation(from other: Rect) -> Double {
        max(
            max((minX - other.minX).magnitude, (maxX - other.maxX).magnitude),
            max((minY - other.minY).magnitude, (maxY - other.maxY).magnitude))
    }

    /// Returns the distance from the rectangle to a point, in points; 0 inside.
    func distance(to p: Point) -> Double {
        let (dx, dy) = (max(minX - p.x, 0, p.x - maxX), max(minY - p.y, 0, p.y - maxY))
        return (dx * dx + dy * dy).squareRoot()
    }
}
