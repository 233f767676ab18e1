// SPDX-License-Identifier: Apache-2.0

/// The grain that a pencil or a crayon leaves on paper: a small pattern that repeats in both directions.
///
/// The pattern lies still on the page. Strokes uncover it, so it does not move with the zoom, and two strokes of one tool
/// meet the same paper. A cell is either inked or bare. A stroke of little opacity has fewer inked cells.
/// `Studio/ink/grain.js` makes the same patterns.
public struct Grain: Hashable, Sendable {
    /// A tool that leaves grain.
    public enum Texture: String, Hashable, Sendable, CaseIterable {
        /// Fine grain.
        case pencil
        /// Coarse grain.
        case crayon
    }

    /// The number of cells in a row and in a column of the pattern.
    public static let side = 88
    /// The number of levels.
    public static let levels = coverages.count

    /// The tool.
    public let texture: Texture
    /// The density, from 0 (lightest) to ``levels`` − 1.
    public let level: Int

    /// The width and height of a cell in points.
    public var cell: Double { texture == .pencil ? 0.22 : 0.36 }

    /// The inked cells of each level in percent.
    private static let coverages = [50, 62, 75, 88]
    /// The opacities at which the next level starts.
    private static let steps = [0.45, 0.65, 0.85]
    /// The lowest opacity that the lightest level stands for. Below it, the ink is translucent.
    private static let faintest = 0.3

    /// Makes the grain of a level.
    ///
    /// - Precondition: the level is within 0..<``levels``.
    public init(_ texture: Texture, level: Int) {
        precondition((0..<Self.levels).contains(level), "there is no such level")
        (self.texture, self.level) = (texture, level)
    }

    /// Returns the grain for a tool and an opacity, and the opacity with which it is painted; nil if the brush leaves no
    /// grain.
    static func painting(_ brush: Brush, opacity: Double) -> (grain: Grain, opacity: Double)? {
        guard brush.kind == .pen, let tool = brush.tool, let texture = Texture(rawValue: tool.rawValue) else {
            return nil
        }
        return (Grain(texture, level: steps.count(where: { opacity >= $0 })), min(opacity / faintest, 1))
    }

    /// Whether each cell is inked, row by row. The first cell lies at the top left of the page.
    public var cells: [Bool] { Self.strengths(texture).map { Int($0) + level >= Self.levels } }

    /// Returns the number of levels that ink each cell, row by row.
    public static func strengths(_ texture: Texture) -> [UInt8] { texture == .pencil ? pencil : crayon }

    private static let pencil = strengths(seed: 1, [(passes: 0, weight: 3), (1, 16), (4, 24)])
    private static let crayon = strengths(seed: 5, [(passes: 1, weight: 8), (2, 15), (7, 21)])

    /// Returns the strengths of the cells where noise of several sizes adds up. All numbers are whole, so that every
    /// machine gets the same pattern.
    private static func strengths(seed: UInt32, _ parts: [(passes: Int, weight: Int)]) -> [UInt8] {
        var sums = Array(repeating: 0, count: side * side)
        for (index, part) in parts.enumerated() {
            var noise = sums.indices.map { Int(hash(seed &+ UInt32(index * 100_000 + $0)) & 0xffff) }
            for _ in 0..<part.passes { noise = smoothed(noise) }
            for cell in sums.indices { sums[cell] += part.weight * noise[cell] }
        }
        let sorted = sums.sorted()
        let thresholds = coverages.map { sorted[sorted.count - sorted.count * $0 / 100] }
        return sums.map { sum in UInt8(thresholds.count(where: { sum >= $0 })) }
    }

    /// Returns the mean of each cell and its neighbors with the weights 1, 2, 1 in both directions.
    private static func smoothed(_ values: [Int]) -> [Int] {
        func sums(_ values: [Int], _ neighbor: (Int, Int) -> Int) -> [Int] {
            values.indices.map { values[neighbor($0, -1)] + 2 * values[$0] + values[neighbor($0, 1)] }
        }
        let across = sums(values) { cell, step in cell / side * side + (cell % side + step + side) % side }
        return sums(across) { cell, step in (cell + step * side + values.count) % values.count }.map { $0 / 16 }
    }

    private static func hash(_ value: UInt32) -> UInt32 {
        var hash = value
        for _ in 0..<2 { hash = (hash >> 16 ^ hash) &* 0x45d_9f3b }
        return hash >> 16 ^ hash
    }
}
