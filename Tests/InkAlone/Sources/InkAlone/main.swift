// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompression
import LimnGeometry
import LimnInk
import LimnInkFormats

// Reads ink of any format, makes it smaller, writes it natively, and tells how much there is of it.
let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
var document = try InkReader.read(bytes).document
for index in document.pages.indices {
    document.pages[index].drawing = Compactor(tolerance: .storage).compact(document.pages[index].drawing).drawing
}
let stored = try NativeInk.encode(document)
let strokes = try NativeInk.decode(stored).strokeCount
print("\(strokes) strokes, gzip: \(Gzip.recognizes(bytes)), tolerance: \(Tolerance.storage.points)")
