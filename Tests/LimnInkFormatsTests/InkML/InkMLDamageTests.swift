// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnInk
import Testing
import TestSupport

@testable import LimnInkFormats

@Suite struct InkMLDamageTests {
    static func sample() throws -> [UInt8] {
        var document = InkMLWriterTests.everything()
        document.pages[0].drawing.strokes.removeSubrange(2..<61)
        document.pages[2].drawing.strokes.removeLast(8)
        return try InkWriter.write(document, as: .inkml).bytes
    }

    @Test func `Every truncation is rejected`() throws {
        let sample = try Self.sample()
        #expect(FormatDamage.truncate(Array(sample.dropLast()), .inkml) == 0)
    }

    @Test func `Flipped bits give an import or an InkFormatError`() throws {
        let refused = FormatDamage.flip(try Self.sample(), .inkml, rounds: 1000)
        #expect((100..<1000).contains(refused))
    }

    @Test func `Strokes and points are limited`() throws {
        FormatDamage.limit(InkMLTests.points("", "<trace>0 0,1 1,2 2</trace>"), .inkml, points: 3)
        var limits = InkLimits.standard
        limits.maximumPages = 1
        #expect(FormatDamage.code(try Self.sample(), .inkml, limits: limits) == .tooLarge)
    }

    @Test func `Deep nesting, too many channels and wrong layer numbers are detected`() throws {
        let deep =
            String(repeating: "<traceGroup>", count: 100_000) + String(repeating: "</traceGroup>", count: 100_000)
        #expect(FormatDamage.code(InkMLTests.file(deep), .inkml) == .corrupt)
        let many = String(repeating: "<channel name='X'/>", count: 65)
        #expect(FormatDamage.code(InkMLTests.points(many, ""), .inkml) == .corrupt)
        let group = """
            <traceGroup><annotation type="page">1</annotation><annotation type="limn.layers">90000</annotation>
            <traceGroup><annotation type="layer">99999999999</annotation><trace>0 0</trace></traceGroup></traceGroup>
            """
        let file = try InkReader.read(InkMLTests.points("", group + group))
        #expect(file.document.pages.map(\.drawing.layers.count) == [90_000, 1])
        #expect(file.dropped.map(\.kind) == [.unknownElement, .unknownElement, .unknownElement])
    }

    @Test(arguments: [Int.min, -1, 0, .max]) func `Invalid layer numbers are listed`(number: Int) throws {
        let layer = "<traceGroup><annotation type='layer'>\(number)</annotation><trace>0 0</trace></traceGroup>"
        let file = try InkReader.read(
            InkMLTests.points(
                "",
                "<traceGroup><annotation type='page'>1</annotation>"
                    + "<annotation type='limn.layers'>\(number)</annotation>\(layer)</traceGroup>"))
        #expect(file.document.pages.map(\.drawing.layers.count) == [1])
        #expect(file.document.pages[0].drawing.strokes.count == 1)
        #expect(
            file.dropped.map(\.description) == [
                "page 1: 1 × unknown element (annotation limn.layers)",
                "page 1: 1 × unknown element (annotation layer)",
            ])
    }

    @Test func `The memory for omitted values is limited`() throws {
        func file(_ points: Int) -> [UInt8] {
            let channels = (0..<62).map { "<channel name='C\($0)'/>" }.joined()
            let trace = "<trace>" + String(repeating: "0 0,", count: points) + "</trace>"
            return InkMLTests.points("<intermittentChannels>\(channels)</intermittentChannels>", trace)
        }
        #expect(try InkReader.read(file(10_000)).document.pages[0].drawing.pointCount == 10_000)
        #expect(FormatDamage.code(file(100_000), .inkml) == .tooLarge)
    }

    @Test func `A trace with too many points is not read to its end`() {
        let text = Array(String(repeating: "0 0,", count: 1000).utf8)
        let trace = InkMLTrace(text, regular: 2, optional: 1, maximumPoints: 10)
        #expect(trace.excess == .points && trace.columns.map(\.count) == [10, 10, 10])
        #expect(InkMLTrace(text, regular: 2, optional: 1, maximumPoints: 1000).excess == nil)
    }

    @Test func `Every property of derived brushes is listed once`() throws {
        let chain = (0..<5000).map { i in
            "<brush xml:id='b\(i)' brushRef='#b\(i - 1)'><brushProperty name='glow' value='1'/>"
                + "<brushProperty name='width' value='wide'/></brush>"
        }
        let file = try InkReader.read(InkMLTests.file(chain.joined()))
        #expect(
            file.dropped.map(\.description) == [
                "5000 × unreadable attribute (width=wide)", "5000 × setting of a stroke (brush property glow)",
            ])
    }

    @Test func `A trace is not split into more strokes than allowed`() throws {
        func file(_ cuts: Int) -> [UInt8] {
            let trace = "<trace>" + String(repeating: "0 0 1,0 0 0,", count: cuts) + "</trace>"
            return InkMLTests.points("<channel name='S' type='boolean'/>", trace)
        }
        FormatDamage.limit(file(3), .inkml, points: 6)
        var limits = InkLimits.standard
        limits.maximumStrokes = 2
        #expect(FormatDamage.code(file(1000), .inkml, limits: limits) == .tooLarge)
        #expect(try InkReader.read(file(10_000)).document.pages[0].drawing.strokes.count == 10_000)
        // A stroke takes twelve bytes in the file and hundreds in memory.
        #expect(FormatDamage.code(file(100_000), .inkml) == .tooLarge)
    }

    @Test(arguments: [
        "<context xml:id='x'/>", "<brush xml:id='x'/>", "<traceFormat xml:id='x'><channel name='X'/></traceFormat>",
    ]) func `Definitions that would take many times their size are rejected`(element: String) {
        func file(_ count: Int) -> [UInt8] {
            let parts = element.components(separatedBy: "'x'")
            let all = (0..<count).map { "\(parts[0])'\($0)'\(parts[1])" }
            return InkMLTests.file("<definitions>\(all.joined())</definitions>")
        }
        #expect(FormatDamage.code(file(1000), .inkml) == nil)
        #expect(FormatDamage.code(file(150_000), .inkml) == .tooLarge)
    }

    @Test(arguments: [
        ("", InkFormatError.Code.corrupt), ("<svg/>", .corrupt), ("<ink>", .corrupt),
        ("<!DOCTYPE ink><ink/>", .unsupported),
        ("<?xml version='1.0' encoding='UTF-7'?><ink/>", .unsupported), ("<ink><trace>&x;</trace></ink>", .corrupt),
    ])
    func `Files that violate the format are rejected`(text: String, code: InkFormatError.Code) {
        #expect(FormatDamage.code(Array(text.utf8), .inkml) == code)
    }

    @Test func `A file as Office writes it survives every flip`() throws {
        let sample = try InkMLTests.office.bytes
        _ = FormatDamage.flip(sample, .inkml, rounds: 100)
        _ = FormatDamage.truncate(Array(sample.prefix(3000)), .inkml)
    }
}
