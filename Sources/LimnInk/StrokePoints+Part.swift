// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

extension StrokePoints {
    /// The points from one place to another, with all their channels; a place is a point's index, or lies between two.
    ///
    /// What lies between two points is interpolated linearly; directions take the shorter way round.
    func part(_ range: ClosedRange<Double>) -> StrokePoints {
        let first = Int(range.lowerBound.rounded(.up))
        let last = Int(range.upperBound.rounded(.down))
        var places: [Double] = []
        if Double(first) > range.lowerBound { places.append(range.lowerBound) }
        if first <= last { places += (first...last).map(Double.init) }
        if Double(last) < range.upperBound, places.last != range.upperBound { places.append(range.upperBound) }
        func value(_ values: [Double], _ place: Double) -> Double {
            let index = Int(place)
            let t = place - Double(index)
            return t == 0 ? values[index] : values[index] + (values[index + 1] - values[index]) * t
        }
        func direction(_ values: [Double], _ place: Double) -> Double {
            let index = Int(place)
            let t = place - Double(index)
            guard t > 0 else { return values[index] }
            let turn = (values[index + 1] - values[index]).remainder(dividingBy: 2 * .pi)
            return values[index] + turn * t
        }
        return StrokePoints(
            positions: places.map { place in
                let index = Int(place)
                let t = place - Double(index)
                return t == 0 ? positions[index] : positions[index].interpolated(to: positions[index + 1], at: t)
            },
            widths: places.map { value(widths, $0) },
            channels: Dictionary(
                uniqueKeysWithValues: channels.map { name, values in
                    (name, places.map { name == .azimuth ? direction(values, $0) : value(values, $0) })
                }))
    }
}
