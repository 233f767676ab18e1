// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// The points of a brush stroke in pixels. Curves become lines.
struct RnotePath {
    private(set) var positions: [Point] = []
    /// The pressures, 0…1, one for each position.
    private(set) var pressures: [Double] = []

    /// The number of lines for a curve.
    private static let pieces = 10

    /// Reads a path: since version 0.5.9 a start and segments that lead on from it, before that a list of segments with
    /// both ends. Nil if a coordinate is unusable.
    init?(_ path: TreeValue) {
        var segments = path["segments"]?.array ?? []
        if let start = path["start"] {
            guard add(start) else { return nil }
        } else if let list = path.array ?? path["inner"]?.array ?? path["path"]?.array {
            segments = list
        }
        for segment in segments {
            guard case .object(let members) = segment, let member = members.first, add(member.key, member.value)
            else { return nil }
        }
    }

    private mutating func add(_ kind: String, _ segment: TreeValue) -> Bool {
        if kind == "dot" { return add(segment["element"] ?? segment) }
        if let start = segment["start"], start.isObject, positions.isEmpty, !add(start) { return false }
        let controls = ["cp", "cp1", "cp2"].compactMap { segment[$0].flatMap(RnoteShape.point) }
        guard let end = segment["end"] else { return true }
        guard !controls.isEmpty, let from = positions.last, let before = pressures.last else { return add(end) }
        guard let (to, after) = Self.element(end) else { return false }
        for step in 1...Self.pieces {
            let t = Double(step) / Double(Self.pieces)
            positions.append(RnoteShape.curve([from] + controls + [to], at: t))
            pressures.append(before + (after - before) * t)
        }
        return true
    }

    private mutating func add(_ value: TreeValue) -> Bool {
        guard let (position, pressure) = Self.element(value) else { return false }
        // The start of a path is usually repeated.
        if positions.last == position, pressures.last == pressure { return true }
        positions.append(position)
        pressures.append(pressure)
        return true
    }

    private static func element(_ value: TreeValue) -> (Point, Double)? {
        guard let position = value["pos"].flatMap(RnoteShape.point) else { return nil }
        return (position, min(max(value["pressure"]?.number ?? 0.5, 0), 1))
    }
}
