// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCompression
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Damaged and hostile files give an import or an `InkFormatError`.
@Suite struct PencilKitDamageTests {
    static func code(_ bytes: [UInt8], limits: InkLimits = .standard) -> InkFormatError.Code? {
        do {
            _ = try InkReader.read(bytes, format: .pencilKit, limits: limits)
            return nil
        } catch { return error.code }
    }

    @Test func `The undamaged sample is read`() throws {
        let file = try InkReader.read(pkSample)
        #expect(file.dropped.isEmpty)
        #expect(file.document.strokeCount == 3)
        #expect(file.document.pages[0].drawing.strokes[0].points.channels.count == 4)
    }

    @Test func `A truncated drawing is rejected unless it ends between two fields`() throws {
        // The top-level message may end after each of its 9 fields and before the first.
        var whole = 0
        for length in 0..<pkSample.count {
            let code = Self.code(Array(pkSample[..<length]))
            if code == nil { whole += 1 } else { #expect(code == .corrupt) }
        }
        #expect(whole == 10)
    }

    @Test func `A truncated legacy drawing is rejected unless it ends between two fields`() {
        let bytes = PencilKitNotesTests.drawing
        var whole = 0
        for length in 0..<bytes.count {
            let code = Self.code(Array(bytes[..<length]))
            if code == nil { whole += 1 } else { #expect(code == .corrupt) }
        }
        #expect(whole == 4)
        let packed = Gzip.compress(bytes)
        for length in 0..<packed.count { #expect(Self.code(Array(packed[..<length])) == .corrupt) }
    }

    @Test func `Four thousand files with flipped bits give an import or an InkFormatError`() {
        var generator = SeededGenerator(seed: 7)
        var (read, refused) = (0, 0)
        for source in [pkSample, PencilKitNotesTests.wrapped, Gzip.compress(PencilKitNotesTests.drawing), pkSample] {
            for _ in 0..<1000 {
                do {
                    let file = try InkReader.read(source.flipped(using: &generator), format: .pencilKit)
                    #expect(file.document.pages.allSatisfy { $0.drawing.strokes.allSatisfy { $0.points.isValid } })
                    read += 1
                } catch { refused += 1 }
            }
        }
        #expect(read > 500)
        #expect(refused > 1000)
    }

    @Test func `Random bytes after a header are rejected or read`() {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<200, using: &generator)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = Self.code([0x77, 0x72, 0x64, 0xf0, 1, 0] + noise)
            _ = Self.code([0x08, 0x01] + noise)
        }
    }

    @Test(arguments: [
        [0x0b], [0x0c], [0x06], [0x07], [0x00, 0x01], [0x08], [0x08, 0x80], [0x2a, 0x7f],
        [0x2a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], [0x0d, 0, 0, 0],
        [0x09, 0, 0, 0, 0, 0, 0, 0],
        [0x08] + [UInt8](repeating: 0xff, count: 9) + [0x02], [UInt8](repeating: 0x80, count: 12),
        [0x80, 0x80, 0x80, 0x80, 0x10, 0x00],
    ])
    func `Invalid messages are rejected`(bytes: [UInt8]) {
        #expect(Self.code([0x77, 0x72, 0x64, 0xf0, 1, 0] + bytes) == .corrupt)
    }

    @Test func `Known fields with an unexpected type are rejected`() {
        for stroke in [
            Wire.number(5, 1), Wire.text(4, "x"), Wire.number(11, 1), Wire.number(12, 1), Wire.number(10, 1),
        ] {
            #expect(Self.code(wrd([pkStroke(nil, stroke)])) == .corrupt)
        }
        #expect(Self.code(wrd([], inks: [Wire.number(1, 1)])) == .corrupt)
        #expect(Self.code(wrd([], inks: [Wire.number(2, 1)])) == .corrupt)
    }

    @Test func `Newer versions are rejected with unsupportedVersion`() {
        #expect(Self.code([0x77, 0x72, 0x64, 0xf0, 2, 0]) == .unsupportedVersion)
        #expect(Self.code([0x77, 0x72, 0x64, 0xf0, 1, 0, 8, 1]) == .unsupportedVersion)
        #expect(Self.code([0x77, 0x72, 0x64, 0xf0, 1]) == .corrupt)
    }

    @Test func `Nested fragments are read up to a limit`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            var stroke = pkStroke(pkPath(PencilKitStrokeTests.line))
            for _ in 0..<depth { stroke = Wire.data(11, stroke) }
            return wrd([stroke])
        }
        #expect(try pkStrokes(nested(16)).count == 1)
        #expect(Self.code(nested(17)) == .corrupt)
        #expect(Self.code(nested(2000)) == .corrupt)
        var deep: [UInt8] = []
        for _ in 0..<5000 { deep = Wire.data(11, deep) }
        #expect(Self.code(wrd([deep])) == .corrupt)
    }

    @Test func `Strokes and points are limited`() {
        var limits = InkLimits.standard
        limits.maximumStrokes = 4  // Deleted strokes and fragments count too.
        #expect(Self.code(pkSample, limits: limits) == nil)
        limits.maximumStrokes = 3
        #expect(Self.code(pkSample, limits: limits) == .tooLarge)
        limits = .standard
        limits.maximumPoints = 5
        #expect(Self.code(pkSample, limits: limits) == .tooLarge)
        limits = .standard
        limits.maximumBytes = 100
        #expect(Self.code(pkSample, limits: limits) == .tooLarge)
        limits = .standard
        limits.maximumPages = 0
        #expect(Self.code(pkSample, limits: limits) == .tooLarge)
    }

    @Test func `A small file cannot expand without limit, by any feature of the format`() {
        var limits = InkLimits.standard
        limits.maximumBytes = 1 << 20
        func zigzag(_ count: Int, _ width: Float, _ height: Float) -> [(Float, Float)] {
            (0..<count).map { index in (Float(index % 2) * width, Float(index % 3) * height) }
        }
        let wild = zigzag(3000, 9_000_000, 4_500_000)
        #expect(Self.code(wrd([pkStroke(pkPath(wild))]), limits: limits) == .tooLarge)
        let fragments = (0..<20_000).flatMap { _ in Wire.data(11, []) }
        // Two distinct control points give a straight line, however often they alternate.
        let dull = pkPath(Array(repeating: (0, 0), count: 10_000) + Array(repeating: (9, 0), count: 10_000))
        #expect(Self.code(wrd([pkStroke(dull, fragments)]), limits: limits) == .tooLarge)
        let ranges = Wire.data(12, (0..<20_000).flatMap { _ in Wire.f32(0) + Wire.f32(1) })
        #expect(Self.code(wrd([pkStroke(dull, ranges)]), limits: limits) == .tooLarge)
        #expect(Self.code(wrd([], inks: Array(repeating: [], count: 70_000))) == .tooLarge)
        let bomb = PencilKitNotesTests.drawing + Wire.data(99, [UInt8](repeating: 0, count: 30 << 20))
        #expect(Self.code(Gzip.compress(bomb)) == .tooLarge)
    }

    @Test func `Errors are sentences with the location`() {
        let path = pkPath(count: 3, masks: (0x003, 0x3fc), pkConstants(), [UInt8](repeating: 0, count: 24))
        let error = #expect(throws: InkFormatError.self) { try InkReader.read(wrd([pkStroke(path)])) }
        #expect(
            error?.description
                == "The PencilKit drawing file is damaged: 24 bytes do not hold 3 points of 12 bytes (byte 111).")
    }
}
