// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnHandwriting
import LimnReading
import LimnWorker
import Testing
import TestSupport

struct HandwritingReaderTests {
    private static let hello = WrittenHello.lines(x: 0, y: 0)

    private func reader() throws -> HandwritingReader {
        let folder = try Requirement.reading()
        #expect(LoadedLibrary.load(folder.appendingPathComponent("libonnxruntime.so.1").path))
        return try HandwritingReader(model: Array(Data(contentsOf: folder.appendingPathComponent("recognition.onnx"))))
    }

    @Test func `Letters of straight lines are read, in any size and place`() throws {
        let reader = try reader()
        #expect(reader.version.hasPrefix("1."))
        for (scale, x) in [(1.0, 0.0), (40, -300), (0.01, 5)] {
            let lines = Self.hello.map { line in line.map { Point(x: $0.x * scale + x, y: $0.y * scale - x) } }
            let reading = try #require(try reader.read(lines, leastHeight: 0))
            #expect(reading.text == "HELLO")
            #expect(reading.lattice.best == "hello")
            #expect(WordQuery(decomposed: "hello")?.matches(in: reading.lattice, atLeast: 0.9).count == 1)
            #expect(WordQuery(decomposed: "world")?.matches(in: reading.lattice, atLeast: 0.1).isEmpty == true)
        }
    }

    @Test func `Readings are the same each time`() throws {
        let reader = try reader()
        let first = try reader.read(Self.hello, leastHeight: 0)
        _ = try reader.read([[Point(x: 0, y: 0), Point(x: 100, y: 3)]], leastHeight: 10)
        #expect(try reader.read(Self.hello, leastHeight: 0) == first)
    }

    @Test func `Ink of any shape is answered`() throws {
        let reader = try reader()
        #expect(try reader.read([], leastHeight: 1) == nil)
        #expect(try reader.read([[], [Point(x: .nan, y: 0)]], leastHeight: 1) == nil)
        let dot = try reader.read([[Point(x: 5, y: 5)]], leastHeight: 0)
        #expect(dot != nil)
        let wide = try #require(try reader.read([[Point(x: 0, y: 0), Point(x: 1e9, y: 1)]], leastHeight: 0))
        #expect(wide.lattice.steps.count <= Lattice.stepLimit)
        for far in [1e300, -1e300, .greatestFiniteMagnitude] {
            _ = try reader.read([[Point(x: far, y: 0), Point(x: 0, y: far)]], leastHeight: far)
        }
    }

    @Test func `Many long segments are drawn in time that their length tells`() throws {
        let reader = try reader()
        var generator = SeededGenerator(seed: 4)
        let points = (0..<4000).map { index in
            Point(x: index % 2 == 0 ? 0 : 26.0, y: Double.random(in: 0...1, using: &generator))
        }
        let time = try ContinuousClock().measure { _ = try reader.read([points], leastHeight: 1) }
        // A second for the model and a busy machine; it took four when each segment darkened the box around it.
        #expect(time < .seconds(1.5))
    }

    @Test func `A file that is no model is refused`() throws {
        _ = try reader()
        for bytes in [[], Array("no model".utf8), [UInt8](repeating: 0, count: 10_000)] {
            let error = #expect(throws: ReadingError.self) { try HandwritingReader(model: bytes) }
            #expect(error?.code == .unusableModel)
        }
    }
}
