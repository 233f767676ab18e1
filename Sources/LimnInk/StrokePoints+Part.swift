// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

extension StrokePoints {
    /// Returns the part of the polyline in a parameter range, with all channels.
    ///
    /// An integer parameter is the index of a point. Values between two points are interpolated linearly; the azimuth
    /// turns in the shorter direction.
    func part(_ range: ClosedRange<Double>) -> StrokePoints {
        let first = Int(clamping: range.lowerBound.rounded(.up))
        let last = Int(clamping: range.upperBound.rounded(.down))
        var parameters: [Double] = []
        if Double(first) > range.lowerBound { parameters.append(range.lowerBound) }
        if first <= last { parameters += (first...last).map(Double.init) }
        if Double(last) < range.upperBound, parameters.last != range.upperBound { parameters.append(range.upperBound) }
        func value(_ values: [Double], _ parameter: Double) -> Double {
            let index = Int(clamping: parameter)
            let t = parameter - Double(index)
            return t == 0 ? values[index] : values[index] + (values[index + 1] - values[index]) * t
        }
        func direction(_ values: [Double], _ parameter: Double) -> Double {
            let index = Int(clamping: parameter)
            let t = parameter - Double(index)
            guard t > 0 else { return values[index] }
            let turn = (values[index + 1] - values[index]).remainder(dividingBy: 2 * .pi)
            return values[index] + turn * t
        }
        return StrokePoints(
            positions: parameters.map { parameter in
                let index = Int(clamping: parameter)
                let t = parameter - Double(index)
                return t == 0 ? positions[index] : positions[index].interpolated(to: positions[index + 1], at: t)
            },
            widths: parameters.map { value(widths, $0) },
            channels: Dictionary(
                uniqueKeysWithValues: channels.map { name, values in
                    (name, parameters.map { name == .azimuth ? direction(values, $0) : value(values, $0) })
                }))
    }
}
