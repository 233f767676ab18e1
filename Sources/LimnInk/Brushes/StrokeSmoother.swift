// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Takes the noise of a pen out of a stroke and leaves the handwriting.
///
/// A curve is fitted to the samples. The samples around each place say how stiff it is there: restricted maximum
/// likelihood (Wahba, The Annals of Statistics 13, 1985) tells noise, which changes from sample to sample, from the
/// movement of a hand, which does not. So there is no cutoff to set. A stroke at 60 or 240 Hz, written fast or slowly,
/// keeps its shape; jitter of ± 0.3 pixels on a slow line falls to about a third.
///
/// Smooth a stroke when the pen lifts. While it grows, smooth its end anew with each sample. Stored and imported ink is
/// never smoothed. The studio's `ink/smoother.js` does the same.
public struct StrokeSmoother: Hashable, Sendable {
    /// How much is smoothed, 0…1.
    ///
    /// 0 keeps every sample where it is. Up to ½, only noise is taken away: up to 0.2 pixels of standard deviation at
    /// ½. Above ½, the hand's own tremor goes, too, and by and by the handwriting.
    public let strength: Double
    /// The size of a pixel of the digitizer in points, above 0.
    public let pixel: Double

    /// The number of samples that the noise is estimated from.
    private static let windowLength = 48
    /// The number of samples from one estimate to the next.
    private static let hop = 12
    /// The decimal exponents of the stiffness that are tried.
    private static let exponents = (-4...5).map { Double($0) }
    /// The largest exponent of the stiffness: above, doubles are too coarse.
    private static let stiffest = 8.0
    /// By how much twice the logarithm of the likelihood may be below the best one's, for a softer curve.
    private static let evidence = 12.0
    /// The largest noise of a pen in pixels: the standard deviation along an axis.
    private static let largestNoise = 0.2
    /// The number of standard deviations by which a sample may be moved.
    private static let reach = 2.5
    /// The number of standard deviations by which a run of samples may lie to one side of the curve.
    private static let bias = 3.0
    /// The numbers of samples that may lie to one side.
    private static let runs = [1, 3, 5]
    /// The number of times that the curve is softened where it does not follow the samples.
    private static let rounds = 4
    /// What is taken off the exponent of the stiffness each time.
    private static let softening = 2.0
    /// The weight of the first and the last sample: the curve begins and ends where the pen did.
    private static let endWeight = 1e4
    /// A sample stays in the box of this many neighbors on each side.
    private static let neighbors = 3

    /// Makes a smoother. Values out of range are clamped; NaN counts as the default.
    public init(strength: Double = 0.5, pixel: Double = 1) {
        self.strength = strength.isNaN ? 0.5 : min(max(strength, 0), 1)
        self.pixel = pixel.isNaN ? 1 : min(max(pixel, 1e-3), 1e3)
    }

    /// Returns the samples of a stroke, smoothed. Only positions change.
    ///
    /// Samples that are not finite, or not later than the one before, are left out. The stroke ends where the last one
    /// was. The time is linear in the number of samples.
    public func smooth(_ samples: [PenSample]) -> [PenSample] {
        let kept = Self.inOrder(samples)
        guard kept.count > PenalizedFit.order + 1, strength > 0 else { return kept }
        let beyond = max(2 * strength - 1, 0)
        let allowance = 2 * beyond * pixel
        let (xs, ys) = (kept.map(\.position.x), kept.map(\.position.y))
        var (stiffness, noise) = estimates(xs, ys, largest: Self.largestNoise * min(2 * strength, 1) * pixel)
        for i in stiffness.indices { stiffness[i] = min(stiffness[i] + 6 * beyond, Self.stiffest) }
        var weights = Array(repeating: 1.0, count: kept.count)
        weights[0] = Self.endWeight
        weights[kept.count - 1] = Self.endWeight
        var (fx, fy) = (xs, ys)
        for round in 0...Self.rounds {
            let penalties = (0..<kept.count - PenalizedFit.order).map { j in
                pow(10, min(stiffness[j], stiffness[j + 1], stiffness[j + 2], stiffness[j + 3]))
            }
            let fit = PenalizedFit(weights: weights, penalties: penalties)
            (fx, fy) = (fit.fitted(xs), fit.fitted(ys))
            if round == Self.rounds { break }
            let residuals = kept.indices.map { Vector(dx: xs[$0] - fx[$0], dy: ys[$0] - fy[$0]) }
            if !Self.soften(&stiffness, residuals: residuals, noise: noise, allowance: allowance) { break }
        }
        let radius = Self.neighbors + Int(clamping: (9 * beyond).rounded(.toNearestOrAwayFromZero))
        return kept.indices.map { i in
            var sample = kept[i]
            if i == 0 || i == kept.count - 1 { return sample }
            let place = Point(
                x: Self.withinNeighbors(fx[i], xs, i, radius: radius),
                y: Self.withinNeighbors(fy[i], ys, i, radius: radius))
            let way = (place - sample.position).length
            guard way.isFinite else { return sample }
            let limit = Self.reach * noise[i] + allowance
            sample.position = sample.position.interpolated(to: place, at: way > limit ? limit / way : 1)
            return sample
        }
    }

    private static func inOrder(_ samples: [PenSample]) -> [PenSample] {
        var kept: [PenSample] = []
        var end: Point?
        for sample in samples where sample.position.isFinite && sample.time.isFinite {
            guard let last = kept.last, sample.time <= last.time else {
                kept.append(sample)
                end = nil
                continue
            }
            if sample.time == last.time { end = sample.position }
        }
        if let end { kept[kept.count - 1].position = end }
        return kept
    }

    /// Returns, for each sample, the exponent of the stiffness and the standard deviation of the noise along an axis in
    /// points: the least of all windows around it.
    private func estimates(_ xs: [Double], _ ys: [Double], largest: Double) -> (stiffness: [Double], noise: [Double]) {
        let length = min(Self.windowLength, xs.count)
        let fits = Self.exponents.map { exponent in
            PenalizedFit(
                weights: Array(repeating: 1, count: length),
                penalties: Array(repeating: pow(10, exponent), count: length - PenalizedFit.order))
        }
        var stiffness = Array(repeating: Double.infinity, count: xs.count)
        var noise = stiffness
        var start = 0
        while true {
            let window = start..<start + length
            let found = Self.estimate(
                xs[window].map { $0 - xs[start] }, ys[window].map { $0 - ys[start] }, fits, largest: largest)
            for i in window {
                stiffness[i] = min(stiffness[i], found.exponent)
                noise[i] = min(noise[i], found.noise)
            }
            if window.upperBound == xs.count { return (stiffness, noise) }
            start = min(start + Self.hop, xs.count - length)
        }
    }

    /// Returns the softest curve that the samples of a window do not contradict.
    private static func estimate(
        _ x: [Double], _ y: [Double], _ fits: [PenalizedFit], largest: Double
    ) -> (exponent: Double, noise: Double) {
        let freedom = Double(2 * (x.count - PenalizedFit.order))
        let found = zip(fits, exponents).map { fit, exponent in
            let (fx, fy) = (fit.fitted(x), fit.fitted(y))
            var misfit = 0.0
            for i in x.indices { misfit += x[i] * (x[i] - fx[i]) + y[i] * (y[i] - fy[i]) }
            misfit = max(misfit, 1e-12)
            let variance = min(misfit / freedom, largest * largest)
            // Twice the negative logarithm of the restricted likelihood.
            let surprise =
                freedom * log(variance) + misfit / variance + 2 * fit.logDeterminant - freedom * exponent * log(10)
            return (exponent: exponent, noise: variance.squareRoot(), surprise: surprise)
        }
        let best = found.map(\.surprise).min() ?? 0
        let softest = found.first { $0.surprise <= best + evidence } ?? found[0]
        return (softest.exponent, softest.noise)
    }

    /// Softens the curve where samples lie farther to one side of it than noise does.
    ///
    /// - Returns: whether there was such a place.
    private static func soften(
        _ stiffness: inout [Double], residuals: [Vector], noise: [Double], allowance: Double
    ) -> Bool {
        var isSoftened = Array(repeating: false, count: residuals.count)
        for run in runs {
            for start in stride(from: 0, through: residuals.count - run, by: 1) {
                let sum = residuals[start..<start + run].reduce(Vector(dx: 0, dy: 0), +)
                let limit = bias * noise[start + run / 2] * Double(run).squareRoot() + allowance * Double(run)
                guard sum.squaredLength > limit * limit else { continue }
                for i in max(start - 1, 0)..<min(start + run + 1, residuals.count)
                where stiffness[i] > exponents[0] {
                    isSoftened[i] = true
                }
            }
        }
        for i in stiffness.indices where isSoftened[i] { stiffness[i] -= softening }
        return isSoftened.contains(true)
    }

    private static func withinNeighbors(_ value: Double, _ values: [Double], _ index: Int, radius: Int) -> Double {
        let around = values[max(index - radius, 0)...min(index + radius, values.count - 1)]
        return min(max(value, around.min() ?? value), around.max() ?? value)
    }
}
