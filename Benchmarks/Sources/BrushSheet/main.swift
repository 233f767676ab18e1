// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk

// Writes the ink of the picture in LimnInk's article on brushes: a row for each instrument, drawn with rising pressure, with a
// pen that is laid down more and more, and in a loop. BrushSheet FILE.limn.

/// A wavy line from left to right.
func wave(at left: Double, _ y: Double, width: Double, _ change: (Double, inout PenSample) -> Void) -> [PenSample] {
    (0...120).map { step in
        let t = Double(step) / 120
        let position = Point(x: left + t * width, y: y + 7 * UnitVector(angle: t * 4 * .pi).vector.dy)
        var sample = PenSample(position: position, time: t, pressure: 0.5, altitude: .pi / 2)
        change(t, &sample)
        return sample
    }
}

let tools: [Brush.Tool] = [
    .ballpoint, .fineliner, .fountain, .pencil, .marker, .highlighter, .monoline, .calligraphy, .paintbrush, .crayon,
    .watercolor, .shader,
]
var strokes: [Stroke] = []
for (row, tool) in tools.enumerated() {
    let y = 24 + Double(row) * 34
    let size: Double =
        switch tool {
        case .marker, .highlighter, .shader, .watercolor: 9
        case .calligraphy, .paintbrush: 6
        default: 2.5
        }
    let color = tool == .highlighter ? Color(rgba: 0xffd8_00ff) : Color(rgba: 0x1a2b_6dff)
    let model = BrushModel(tool, size: size)
    strokes.append(model.stroke(wave(at: 20, y, width: 150) { t, sample in sample.pressure = t }, color: color))
    let laidDown = wave(at: 190, y, width: 150) { t, sample in
        sample.altitude = .pi / 2 * (1 - 0.9 * t)
        sample.azimuth = -.pi / 4
    }
    strokes.append(model.stroke(laidDown, color: color))
    let loop = (0...120).map { step in
        let angle = Double(step) / 60 * 2 * .pi
        let position = Point(x: 375 + Double(step) / 3, y: y) + UnitVector(angle: angle).vector * 12
        return PenSample(position: position, time: Double(step) / 120, pressure: 0.5)
    }
    strokes.append(model.stroke(loop, color: color))
}
let page = InkDocument.Page(size: Size(width: 440, height: 430), drawing: Drawing(strokes: strokes))
let bytes = try NativeInk.encode(InkDocument(pages: [page]))
try Data(bytes).write(to: URL(fileURLWithPath: CommandLine.arguments[1]))
