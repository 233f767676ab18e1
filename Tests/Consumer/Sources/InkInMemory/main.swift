// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Limn

let paths = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
let points = StrokePoints([Point(x: 100, y: 100), Point(x: 200, y: 140), Point(x: 300, y: 100)], width: 2)
let brush = Brush(color: Color(rgba: 0x1040_a0ff), width: 2)
let drawing = Drawing(strokes: [Stroke(brush: brush, points: points)])
let pdf = [UInt8](try Data(contentsOf: paths[0]))
let filled = try await Engine().flatten([1: drawing], over: .bytes(pdf), options: FlattenOptions(for: .everyone))
try Data(filled.bytes).write(to: paths[1])
print("\(filled.result.strokes) stroke on pages \(filled.result.inkedPages)")
