// SPDX-License-Identifier: GPL-3.0-or-later
import Limn

let paths = CommandLine.arguments.dropFirst().map { FilePath($0) }
let (engine, library) = (Engine(), try Library(at: paths[0]))
let sheet = try await engine.importTemplate(.path(paths[1]), into: library)
let maren = try library.createCharacter(NewCharacter(name: "Maren Ashwick", template: sheet.id))
let points = StrokePoints([Point(x: 205, y: 90), Point(x: 385, y: 90)], width: 2)
try library.append([Stroke(brush: Brush(width: 2), points: points)], to: CharacterPage(maren.id, page: 1))
let export = try await engine.export(
    maren.id, from: library, options: FlattenOptions(for: .everyone), to: .path(paths[2]))
print("\(export.result.strokes) stroke on pages \(export.result.inkedPages)")
