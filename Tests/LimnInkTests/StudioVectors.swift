// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnGeometry
import LimnInk
import TestSupport

/// Strokes that the studio's JavaScript must smooth, widen and outline as this module does.
///
/// Numbers stand as base64 of zigzag varints of differences, in fractions of a point, so that thousands of strokes
/// stay small. Samples are whole multiples of their unit: both languages read exactly the same values.
struct StudioVectors: Codable, Equatable {
    struct Case: Codable, Equatable {
        var tool: String
        var size: Double
        /// 0xRRGGBBAA.
        var color: UInt32
        var cap: String?
        /// The angle of the nib in radians; nil for the standard.
        var nib: Double?
        var dash: [Double]?
        var fill: Double?
        /// Samples, six numbers each: x and y in 1/64 pt, time in 1/4096 s, pressure in 1/1024, altitude and azimuth in
        /// 1/1024 rad. The last three are 0 where the pen does not report them.
        var samples: String
        var hasPressure: Bool
        var hasTilt: Bool
        /// The stroke: x and y in 1/1000 pt, width in 1/1000 pt, opacity in 1/10000 of each point.
        var points: String
        var marks: [Mark]
    }

    struct Mark: Codable, Equatable {
        /// The width of a stroked line; nil for a filled path.
        var line: Double?
        /// Red, green, blue and alpha in 1/10000.
        var color: [Int]
        var multiplies: Bool
        /// The tool and the level of the grain; nil for none.
        var grain: String?
        /// The commands M, L, C and Z, each with the number of its repetitions.
        var commands: String
        /// x and y of all end points and control points in 1/1000 pt; empty for a line, which leads through the stroke's
        /// points.
        var points: String
    }

    var cases: [Case]
    /// The rows of the grains by tool: for each cell the digit of the number of levels that ink it.
    var grains: [String: [String]]

    /// What LimnInk makes of random strokes of all instruments.
    static func made(count: Int) -> StudioVectors {
        var generator = SeededGenerator(seed: 17)
        let grains = Grain.Texture.allCases.map { texture in
            let digits = Grain.strengths(texture).map(String.init)
            let rows = stride(from: 0, to: digits.count, by: Grain.side).map { start in
                digits[start..<start + Grain.side].joined()
            }
            return (texture.rawValue, rows)
        }
        return StudioVectors(
            cases: (0..<count).map { _ in Case(using: &generator) }, grains: Dictionary(uniqueKeysWithValues: grains))
    }
}

extension StudioVectors.Case {
    init(using generator: inout SeededGenerator) {
        var model = BrushModel(
            Brush.Tool.allCases.randomElement(using: &generator) ?? .fountain,
            size: Double(Int.random(in: 1...48, using: &generator)) / 4)
        let rgba = UInt32.random(in: 0...UInt32.max, using: &generator) | 0x40
        let (reportsPressure, reportsTilt) = (
            Int.random(in: 0..<4, using: &generator) > 0, Bool.random(using: &generator)
        )
        let numbers = Self.samples(using: &generator)
        // Every other calligraphy pen has an angle of its own.
        if model.tool == .calligraphy, numbers[0][0].isMultiple(of: 2) {
            model.nibAngle = Double(numbers[0][1] % 256) / -64
            nib = model.nibAngle
        }
        let samples = numbers.map { n in
            PenSample(
                position: Point(x: Double(n[0]) / 64, y: Double(n[1]) / 64), time: Double(n[2]) / 4096,
                pressure: reportsPressure ? Double(n[3]) / 1024 : nil,
                altitude: reportsTilt ? Double(n[4]) / 1024 : nil,
                azimuth: reportsTilt ? Double(n[5]) / 1024 : nil)
        }
        var stroke = model.stroke(StrokeSmoother().smooth(samples), color: Color(rgba: rgba))
        if Int.random(in: 0..<5, using: &generator) == 0 {
            let lengths = (1...3).map { _ in Double(Int.random(in: 0...24, using: &generator)) / 4 + 0.25 }
            dash = lengths
            stroke.brush.dash = lengths
        }
        if Int.random(in: 0..<8, using: &generator) == 0 {
            fill = 0.5
            stroke.brush.fill = 0.5
        }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            stroke.brush.cap = [.butt, .round, .square].randomElement(using: &generator) ?? .round
            cap = stroke.brush.cap.rawValue
        }
        (hasPressure, hasTilt) = (reportsPressure, reportsTilt)
        tool = model.tool.rawValue
        size = model.size
        color = rgba
        self.samples = Varints.text(numbers, columns: 6)
        let opacities = stroke.points[.opacity] ?? Array(repeating: 1, count: stroke.points.count)
        points = Varints.text(
            stroke.points.positions.indices.map { i in
                let place = stroke.points.positions[i]
                return [
                    Varints.thousandths(place.x), Varints.thousandths(place.y),
                    Varints.thousandths(stroke.points.widths[i]), Varints.thousandths(opacities[i] * 10),
                ]
            }, columns: 4)
        marks = stroke.marks().map { StudioVectors.Mark($0) }
    }

    /// A pen that wanders, rests, turns back and jumps.
    private static func samples(using generator: inout SeededGenerator) -> [[Int]] {
        let count = [1, 2, 3, 6, 10, 16, 1, 2, 3, 6, 10, 16, 75].randomElement(using: &generator) ?? 1
        let reach = [6, 60, 600].randomElement(using: &generator) ?? 60
        var last = [20_000, 24_000, 0, 512, 1000, -600]
        return (0..<count).map { _ in
            last[0] += .random(in: -reach...reach, using: &generator) + reach / 3
            last[1] += .random(in: -reach...reach, using: &generator)
            last[2] += [0, 17, 17, 34, 68].randomElement(using: &generator) ?? 17
            last[3] = min(max(last[3] + .random(in: -160...160, using: &generator), 0), 1024)
            last[4] = min(max(last[4] + .random(in: -90...90, using: &generator), 0), 1608)
            last[5] += .random(in: -200...200, using: &generator)
            return last
        }
    }
}

extension StudioVectors.Mark {
    init(_ mark: LimnInk.Mark) {
        if case .line(let width, _, _) = mark.style { line = width }
        color = [mark.color.red, mark.color.green, mark.color.blue, mark.color.alpha].map {
            Varints.thousandths($0 * 10)
        }
        multiplies = mark.blend == .multiply
        grain = mark.grain.map { "\($0.texture.rawValue)-\($0.level)" }
        var names: [Character] = []
        var points: [[Int]] = []
        for element in mark.path.elements {
            let (name, places): (Character, [Point]) =
                switch element {
                case .move(let p): ("M", [p])
                case .line(let p): ("L", [p])
                case .cubic(let a, let b, let c): ("C", [a, b, c])
                case .close: ("Z", [])
                }
            names.append(name)
            points += places.map { [Varints.thousandths($0.x), Varints.thousandths($0.y)] }
        }
        commands = Self.runs(names)
        self.points = line == nil ? Varints.text(points, columns: 2) : ""
    }

    private static func runs(_ names: [Character]) -> String {
        var text = ""
        var start = names.startIndex
        while start < names.endIndex {
            let end = names[start...].firstIndex { $0 != names[start] } ?? names.endIndex
            text += "\(names[start])\(end - start)"
            start = end
        }
        return text
    }
}

/// Rows of whole numbers as base64 of zigzag varints of the differences between successive rows.
enum Varints {
    static func thousandths(_ value: Double) -> Int { Int(clamping: (value * 1000).rounded()) }

    static func text(_ rows: [[Int]], columns: Int) -> String {
        var bytes: [UInt8] = []
        var last = Array(repeating: 0, count: columns)
        for row in rows {
            for (column, value) in row.enumerated() {
                let difference = value - last[column]
                var left = UInt64(bitPattern: Int64((difference << 1) ^ (difference >> 63)))
                while left > 127 {
                    bytes.append(UInt8(truncatingIfNeeded: left) | 0x80)
                    left >>= 7
                }
                bytes.append(UInt8(truncatingIfNeeded: left))
            }
            last = row
        }
        return Data(bytes).base64EncodedString()
    }
}
