// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// Smooths pen samples during live input with the 1€ filter.
///
/// The filter is a low-pass filter whose cutoff frequency rises with speed. It removes jitter from slow movements and
/// adds little lag to fast ones (Casiez, Roussel and Vogel, “1 € Filter”, CHI 2012). Apply it before a ``BrushModel``.
/// Imported and stored ink is never smoothed.
///
/// A low-pass filter flattens the ups and downs of handwriting. ``StrokeSmoother`` keeps them; prefer it.
public struct InputSmoother: Hashable, Sendable {
    /// The filter's parameters.
    public struct Parameters: Hashable, Sendable {
        /// The cutoff frequency for a pen at rest, in hertz, above 0. A lower value smooths more and lags more.
        public var minimumCutoff: Double
        /// The increase of the cutoff with the pen's speed, in hertz per point per second; 0 or more. A higher value
        /// lags less.
        public var speedCoefficient: Double
        /// The cutoff of the low-pass filter for the speed, in hertz, above 0.
        public var speedCutoff: Double

        /// Makes parameters. Values out of range are clamped.
        public init(minimumCutoff: Double = 2, speedCoefficient: Double = 0.02, speedCutoff: Double = 1) {
            func positive(_ value: Double) -> Double { value > 1e-6 ? min(value, 1e6) : 1e-6 }
            self.minimumCutoff = positive(minimumCutoff)
            self.speedCoefficient = speedCoefficient > 0 ? min(speedCoefficient, 1e6) : 0
            self.speedCutoff = positive(speedCutoff)
        }
    }

    /// The filter's parameters, the same for the whole stroke.
    public let parameters: Parameters
    private var last: PenSample?
    private var raw: PenSample?
    private var velocity = Vector(dx: 0, dy: 0)

    /// Makes a smoother for one stroke.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Smooths the position of the next sample.
    ///
    /// If a sample has the same time as the previous one, its position is kept for ``finish()``.
    ///
    /// - Returns: the smoothed sample; nil if the position or time is not finite, or if the time is not later than that
    ///   of the previous sample.
    public mutating func smooth(_ sample: PenSample) -> PenSample? {
        guard sample.position.isFinite, sample.time.isFinite else { return nil }
        guard let last, let raw else {
            self.last = sample
            self.raw = sample
            return sample
        }
        let interval = sample.time - raw.time
        guard interval > 0 else {
            // If no later sample follows, the stroke ends at this position.
            if interval == 0 { self.raw?.position = sample.position }
            return nil
        }
        let speed = (sample.position - raw.position) / interval
        velocity = velocity + (speed - velocity) * Self.smoothingFactor(parameters.speedCutoff, interval)
        let cutoff = parameters.minimumCutoff + parameters.speedCoefficient * velocity.length
        var smooth = sample
        smooth.position = last.position.interpolated(to: sample.position, at: Self.smoothingFactor(cutoff, interval))
        self.last = smooth
        self.raw = sample
        return smooth
    }

    /// Returns a final sample at the pen's last reported position, or nil if the smoothed stroke already ends there.
    ///
    /// Append this sample to the stroke so that smoothing does not shorten it.
    public func finish() -> PenSample? {
        guard let last, let raw, last.position != raw.position else { return nil }
        return raw
    }

    /// Smooths all samples of a stroke and appends the final sample if needed.
    public static func smooth(_ samples: [PenSample], _ parameters: Parameters = Parameters()) -> [PenSample] {
        var smoother = InputSmoother(parameters)
        let smooth = samples.compactMap { smoother.smooth($0) }
        return smooth + [smoother.finish()].compactMap { $0 }
    }

    /// Returns the smoothing factor of a first-order low-pass filter, for a cutoff in hertz and an interval in seconds.
    private static func smoothingFactor(_ cutoff: Double, _ interval: Double) -> Double {
        let ratio = 2 * Double.pi * cutoff * interval
        return ratio / (1 + ratio)
    }
}
