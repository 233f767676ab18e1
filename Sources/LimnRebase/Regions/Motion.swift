// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// The motion of the contents of a region: a translation, or a scaling with a translation, with the evidence for it.
struct Motion {
    /// The transform.
    var transform: AffineTransform
    /// The total weight of the anchors that agree.
    var agreeing: Double
    /// The number of anchors that agree.
    var count: Int
    /// The total weight of all anchors.
    var total: Double
    /// The total weight of the anchors that agree with the second-best motion.
    var second: Double
    /// The mean distance of the agreeing anchors from their predicted positions, in points.
    var residual: Double
    /// Whether a scaling is more than a guess: along each scaled axis, the agreeing anchors have at least three positions.
    /// Any two positions fit some scaling. A translation is always supported.
    var isSupported: Bool

    /// Returns the motion with which most anchors agree, by weight; nil if there are no anchors.
    ///
    /// Loose anchors count only if there are fewer than four others.
    ///
    /// - Parameters:
    ///   - tolerance: the largest distance of an agreeing anchor from its predicted position, in points.
    ///   - scales: whether the region may have been scaled.
    static func consensus(of all: [Anchor], tolerance: Double, scales: Bool) -> Motion? {
        let firm = all.filter { !$0.isLoose }
        let anchors = firm.count >= 4 ? firm : all
        let total = anchors.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return nil }
        // The candidates come from an even sample of the anchors, which bounds the running time.
        let step = max(1, anchors.count / 48)
        let samples = stride(from: 0, to: anchors.count, by: step).map { anchors[$0] }
        var best: (transform: AffineTransform, weight: Double) = (.identity, weight(.identity, anchors, tolerance))
        for sample in samples {
            let candidate = AffineTransform.translation(sample.shift)
            let sum = weight(candidate, anchors, tolerance)
            if sum > best.weight + 1e-9 { best = (candidate, sum) }
        }
        if scales, anchors.count >= 3 {
            var scaled = (transform: best.transform, weight: best.weight * 1.2 + 0.5)
            for (index, a) in samples.enumerated() {
                for b in samples[(index + 1)...] {
                    guard let candidate = scaling(a, b) else { continue }
                    let sum = weight(candidate, anchors, tolerance)
                    if sum > scaled.weight + 1e-9 { scaled = (candidate, sum) }
                }
            }
            if scaled.transform != best.transform { best = scaled }
        }
        let agreeing = anchors.filter { distance($0, best.transform) <= tolerance }
        let others = anchors.filter { distance($0, best.transform) > 2 * tolerance }
        let second = others.prefix(48).map { weight(.translation($0.shift), others, tolerance) }.max() ?? 0
        let refined = refine(best.transform, agreeing)
        let sum = agreeing.reduce(0) { $0 + $1.weight }
        return Motion(
            transform: refined, agreeing: sum, count: agreeing.count, total: total, second: second,
            residual: agreeing.reduce(0) { $0 + distance($1, refined) } / Double(max(1, agreeing.count)),
            isSupported: isSupported(refined, by: agreeing))
    }

    private static func isSupported(_ t: AffineTransform, by anchors: [Anchor]) -> Bool {
        (t.a == 1 || positions(anchors.map(\.old.x)) >= 3) && (t.d == 1 || positions(anchors.map(\.old.y)) >= 3)
    }

    /// Returns the number of positions along an axis that are at least 3 points apart.
    private static func positions(_ values: [Double]) -> Int {
        var (count, last) = (0, -Double.infinity)
        for value in values.sorted() where value - last >= 3 { (count, last) = (count + 1, value) }
        return count
    }

    private static func distance(_ anchor: Anchor, _ t: AffineTransform) -> Double {
        t.apply(anchor.old).distance(to: anchor.new)
    }

    private static func weight(_ t: AffineTransform, _ anchors: [Anchor], _ tolerance: Double) -> Double {
        anchors.reduce(0) { $0 + (distance($1, t) <= tolerance ? $1.weight : 0) }
    }

    /// Returns the scaling and translation that map two anchors; nil if the anchors are at most 15 points apart in both
    /// directions, or if the scale factors are close to 1 or outside 0.2…5.
    private static func scaling(_ a: Anchor, _ b: Anchor) -> AffineTransform? {
        let (before, after) = (b.old - a.old, b.new - a.new)
        let (wide, high) = (before.dx.magnitude > 15, before.dy.magnitude > 15)
        guard wide || high else { return nil }
        let (x, y) = (wide ? after.dx / before.dx : 0, high ? after.dy / before.dy : 0)
        let scale = (x: wide ? x : y, y: high ? y : x)
        guard (0.2...5).contains(scale.x), (0.2...5).contains(scale.y),
            (scale.x - 1).magnitude > 0.004 || (scale.y - 1).magnitude > 0.004
        else { return nil }
        return AffineTransform(
            a: scale.x, b: 0, c: 0, d: scale.y, tx: a.new.x - scale.x * a.old.x, ty: a.new.y - scale.y * a.old.y)
    }

    /// Corrects a transform by the mean error of the agreeing anchors. A translation of less than 0.05 points in both
    /// directions becomes the identity.
    private static func refine(_ t: AffineTransform, _ anchors: [Anchor]) -> AffineTransform {
        let sum = anchors.reduce(0) { $0 + $1.weight }
        guard sum > 0 else { return t }
        let error = anchors.reduce(Vector(dx: 0, dy: 0)) { $0 + ($1.new - t.apply($1.old)) * $1.weight } / sum
        let moved = t.then(.translation(error))
        let isNone = t.a == 1 && t.d == 1 && moved.tx.magnitude < 0.05 && moved.ty.magnitude < 0.05
        return isNone ? .identity : moved
    }
}
