// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Common checks of readers with damaged files: the result must be an import of valid strokes or an `InkFormatError`.
enum FormatDamage {
    /// The code of the error; nil if the bytes are read.
    static func code(
        _ bytes: [UInt8], _ format: InkFormat, limits: InkLimits = .standard
    ) -> InkFormatError.Code? {
        do {
            let file = try InkReader.read(bytes, format: format, limits: limits)
            #expect(file.document.pages.allSatisfy { $0.drawing.strokes.allSatisfy { $0.points.isValid } })
            #expect(
                file.document.pages.allSatisfy { page in
                    page.drawing.strokes.allSatisfy { page.drawing.layers.indices ~= $0.layer }
                })
            return nil
        } catch {
            #expect(!error.description.isEmpty)
            return error.code
        }
    }

    /// Truncates a file at every byte. Returns how many prefixes are read without an error.
    static func truncate(_ bytes: [UInt8], _ format: InkFormat) -> Int {
        (0..<bytes.count).count { code(Array(bytes[..<$0]), format) == nil }
    }

    /// Flips bits. Returns how many results are rejected.
    static func flip(_ bytes: [UInt8], _ format: InkFormat, rounds: Int = 1000, seed: UInt64 = 7) -> Int {
        var generator = SeededGenerator(seed: seed)
        return (0..<rounds).count { _ in code(bytes.flipped(using: &generator), format) != nil }
    }

    /// Checks the limits for strokes and points.
    static func limit(_ bytes: [UInt8], _ format: InkFormat, points: Int) {
        var limits = InkLimits.standard
        limits.maximumPoints = points
        #expect(code(bytes, format, limits: limits) == nil)
        limits.maximumPoints = points - 1
        #expect(code(bytes, format, limits: limits) == .tooLarge)
        limits = .standard
        limits.maximumStrokes = 0
        #expect(code(bytes, format, limits: limits) == .tooLarge)
        limits = .standard
        limits.maximumBytes = 10
        #expect(code(bytes, format, limits: limits) == .tooLarge)
    }
}
