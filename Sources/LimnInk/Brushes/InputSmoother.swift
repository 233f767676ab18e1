// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Takes the tremor out of a pen's samples while somebody draws: the one-euro filter.
///
/// A low-pass filter whose cut-off rises with speed: slow movements are calmed, fast ones do not lag (Casiez, Roussel and Vogel,
/// “1 € Filter”, CHI 2012). It is a stage of its own in front of a ``BrushModel``, for live input only: ink that was imported or
/// stored has its shape already and is never smoothed.
public struct InputSmoother: Hashable, Sendable {
    /// How the filter is set.
    public struct Parameters: Hashable, Sendable {
        /// The cut-off for a pen at rest in hertz, above 0: lower is calmer, and lags more.
        public var minimumCutoff: Double
        /// By how much the cut-off rises with speed, in hertz for a point a second; 0 or more. Higher lags less.
        public var speedCoefficient: Double
        /// The cut-off of the speed itself in hertz, above 0.
        public var speedCutoff: Double

        /// Makes parameters; what is out of range is moved to the nearest that makes sense.
        public init(minimumCutoff: Double = 2, speedCoefficient: Double = 0.02, speedCutoff: Double = 1) {
            func positive(_ value: Double) -> Double { value > 1e-6 ? min(value, 1e6) : 1e-6 }
            self.minimumCutoff = positive(minimumCutoff)
            self.speedCoefficient = speedCoefficient > 0 ? min(speedCoefficient, 1e6) : 0
            self.speedCutoff = positive(speedCutoff)
        }
    }

    /// How the filter is set.
    public let parameters: Parameters
    private var last: PenSample?
    private var raw: PenSample?
    private var velocity = Vector(dx: 0, dy: 0)

    /// Makes a smoother for one stroke.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// The sample in place of one that the pen reported; only its position differs. Nil for a sample that is left out: one
    /// that is not finite, or no later than the one before.
    public mutating func smooth(_ sample: PenSample) -> PenSample? {
        guard sample.position.isFinite, sample.time.isFinite else { return nil }
        guard let last, let raw else {
            self.last = sample
            self.raw = sample
            return sample
        }
        let interval = sample.time - raw.time
        guard interval > 0 else {
            // The stroke ends there if nothing comes after it.
            if interval == 0 { self.raw?.position = sample.position }
            return nil
        }
        let speed = (sample.position - raw.position) / interval
        velocity = velocity + (speed - velocity) * Self.share(parameters.speedCutoff, interval)
        let cutoff = parameters.minimumCutoff + parameters.speedCoefficient * velocity.length
        var smooth = sample
        smooth.position = last.position.interpolated(to: sample.position, at: Self.share(cutoff, interval))
        self.last = smooth
        self.raw = sample
        return smooth
    }

    /// What is missing when the pen is lifted: the place where it was, so that the stroke ends where the hand did; nil when it
    /// is there already.
    public func finish() -> PenSample? {
        guard let last, let raw, last.position != raw.position else { return nil }
        return raw
    }

    /// All samples of a stroke, smoothed, with its end.
    public static func smooth(_ samples: [PenSample], _ parameters: Parameters = Parameters()) -> [PenSample] {
        var smoother = InputSmoother(parameters)
        let smooth = samples.compactMap { smoother.smooth($0) }
        return smooth + [smoother.finish()].compactMap { $0 }
    }

    /// How much of a new value a first-order low pass takes over in an interval.
    private static func share(_ cutoff: Double, _ interval: Double) -> Double {
        let ratio = 2 * Double.pi * cutoff * interval
        return ratio / (1 + ratio)
    }
}
