// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnInkFormats
import Testing
import TestSupport

/// Damaged and hostile pages give an import or an `InkFormatError`.
@Suite struct RemarkableDamageTests {
    typealias Build = RemarkableBuilder

    static let old = Build.layers(
        version: 5,
        [
            [Build.stroke(version: 5, RemarkablePageTests.dash)],
            [Build.stroke(version: 5, pen: 18, RemarkablePageTests.dash)],
        ])
    static let new = Build.scene(
        layers: [(11, "One", true), (12, "Two", false)],
        [
            Build.text("a\nb", id: 50, styles: [(51, 2)]), Build.line(parent: 11, id: 20, RemarkablePageTests.dash),
            Build.line(parent: 12, id: 21, version: 1, RemarkablePageTests.dash), Build.group(13, anchor: (51, 4)),
            Build.item(4, parent: 11, id: 22, left: 20, value: [2] + Build.id(2, 13)),
            Build.line(parent: 13, id: 23, own: 0x8000_00ff, RemarkablePageTests.dash),
        ])

    static func error(_ bytes: [UInt8], limits: InkLimits = .standard) -> InkFormatError? {
        do {
            _ = try InkReader.read(bytes, format: .remarkable, limits: limits)
            return nil
        } catch { return error }
    }

    @Test func `Pages are recognized by their header, and unsupported versions are named`() {
        #expect(InkReader.format(of: Self.old) == .remarkable)
        #expect(InkReader.format(of: Self.new) == .remarkable)
        let ancient = Array("reMarkable lines with selections and layers".utf8) + [1, 0, 0, 0]
        #expect(InkReader.format(of: ancient) == .remarkable)
        #expect(Self.error(ancient)?.code == .unsupported)
        #expect(
            Self.error(ancient)?.description
                == "The reMarkable file uses something that is not supported: it has version 1 or 2, from before 2018; "
                + "open it on a tablet to convert it.")
        #expect(Self.error(Build(version: 4).bytes)?.code == .unsupported)
        #expect(Self.error(Build(version: 7).bytes)?.code == .unsupportedVersion)
        #expect(Self.error(Array("reMarkable .lines file, version=x          ".utf8))?.code == .corrupt)
        #expect(Self.error(Array("reMarkable .lines file, version=99999999999".utf8))?.code == .unsupportedVersion)
        #expect(Self.error(Array("%PDF-1.7".utf8))?.code == .corrupt)
        #expect(Self.error(Build(version: 6).bytes) == nil)
    }

    @Test func `A truncated page of version 3 or 5 is rejected`() {
        for length in 0..<Self.old.count { #expect(Self.error(Array(Self.old[..<length]))?.code == .corrupt) }
        #expect(Self.error(Self.old) == nil)
    }

    @Test func `A page of version 6 is rejected if cut inside a block, and keeps the ink before a cut between blocks`()
        throws
    {
        var ends: Set<Int> = [43]
        var at = 43
        while at < Self.new.count {
            at += 8 + (0..<4).reduce(0) { $0 | Int(Self.new[at + $1]) << (8 * $1) }
            ends.insert(at)
        }
        for length in 0...Self.new.count {
            let cut = Array(Self.new[..<length])
            #expect((Self.error(cut) == nil) == ends.contains(length))
        }
        #expect(ends.count == 11)
        #expect(try InkReader.read(Self.new).document.strokeCount == 3)
    }

    @Test func `Four thousand pages with flipped bits give an import or an InkFormatError`() throws {
        var generator = SeededGenerator(seed: 11)
        let sample = try ForeignFile.made(.ink, "rmscene-deleted.rm").bytes
        var (read, refused) = (0, 0)
        for source in [Self.old, Self.new, sample, Array(Self.new[43...])] {
            for _ in 0..<1000 {
                do {
                    let bytes = source.flipped(using: &generator)
                    let file = try InkReader.read(bytes, format: .remarkable)
                    #expect(file.document.pages.allSatisfy { $0.drawing.strokes.allSatisfy { $0.points.isValid } })
                    let layers = file.document.pages[0].drawing.layers.count
                    #expect(file.document.pages[0].drawing.strokes.allSatisfy { $0.layer < layers })
                    read += 1
                } catch { refused += 1 }
            }
        }
        #expect(read > 500 && refused > 1200)
    }

    @Test func `Wrong counts are detected before memory is allocated`() {
        for count in [2, 1000, Int(Int32.max), Int(UInt32.max)] {
            let one = Build.layers(version: 3, [[Build.stroke(version: 3, [.init(x: 0, y: 0)], count: count)]])
            #expect(Self.error(one)?.code == .corrupt)
            #expect(Self.error(Build(version: 5).bytes + Build.word(UInt32(count)))?.code == .corrupt)
            let strokes = Build(version: 5).bytes + Build.word(1) + Build.word(UInt32(count))
            #expect(Self.error(strokes)?.code == .corrupt)
            #expect(Self.error(Build(version: 6).bytes + Build.word(UInt32(count)) + [0, 1, 1, 5])?.code == .corrupt)
        }
        let glyphs: [UInt8] = [1] + Build.sub(6, Build.variable(.max) + [UInt8](repeating: 0, count: 64))
        let text = Build.sub(2, Build.sub(1, Build.sub(1, Build.variable(.max))))
        let deleted = Build.sub(0, Build.id(2, 1) + Build.tag(5, 4) + Build.word(.max))
        let many = Build.sub(2, Build.sub(1, Build.sub(1, Build.variable(1) + deleted)))
        let label = Build.id(1, 5) + Build.sub(2, Build.id(1, 0) + Build.sub(2, Build.variable(.max) + [1]))
        let page = Build.scene(
            layers: [(11, "", true)],
            [Build.item(3, parent: 11, id: 20, value: glyphs), Build.block(7, text), Build.block(2, label)])
        #expect(throws: Never.self) { try InkReader.read(page) }
        #expect(throws: Never.self) { try InkReader.read(Build.scene(layers: [], [Build.block(7, many)])) }
    }

    @Test func `Groups in cycles are visited once`() throws {
        func child(_ parent: UInt64, _ id: UInt64, of group: UInt64) -> [UInt8] {
            Build.item(4, parent: parent, id: id, value: [2] + Build.id(2, group))
        }
        let page = Build.scene(
            layers: [(11, "", true)],
            [
                child(11, 30, of: 11), child(11, 31, of: 12), child(12, 32, of: 11), child(12, 33, of: 1),
                Build.line(parent: 12, id: 34, RemarkablePageTests.dash), child(11, 35, of: 12),
            ])
        let read = try InkReader.read(page)
        #expect(read.document.strokeCount == 1)
        #expect(
            read.dropped.map(\.description)
                == ["page 1: 4 × unknown element (a group that contains itself or is in two places)"])
    }

    @Test func `Elements in a cycle are drawn in file order`() throws {
        let dash = RemarkablePageTests.dash
        let page = Build.scene(
            layers: [(11, "", true)],
            [
                Build.line(parent: 11, id: 20, left: 21, dash), Build.line(parent: 11, id: 21, left: 20, dash),
                Build.line(parent: 11, id: 22, left: 22, dash), Build.line(parent: 11, id: 20, dash),
                Build.line(parent: 11, id: 0, right: 20, dash),
            ])
        #expect(try InkReader.read(page).document.strokeCount == 5)
    }

    @Test func `A tree of 100,000 nested groups is read`() throws {
        var blocks: [[UInt8]] = []
        for id in UInt64(11)..<100_011 {
            blocks.append(Build.item(4, parent: id, id: id, value: [2] + Build.id(2, id + 1)))
        }
        blocks.append(Build.line(parent: 100_011, id: 7, RemarkablePageTests.dash))
        let read = try InkReader.read(Build.scene(layers: [(11, "", true)], blocks))
        #expect(read.document.strokeCount == 1)
    }

    @Test func `Strokes and points are limited`() {
        func code(_ bytes: [UInt8], _ change: (inout InkLimits) -> Void) -> InkFormatError.Code? {
            var limits = InkLimits.standard
            change(&limits)
            return Self.error(bytes, limits: limits)?.code
        }
        for (bytes, strokes, points) in [(Self.old, 4, 4), (Self.new, 7, 6)] {
            #expect(code(bytes) { $0.maximumPoints = points } == nil)
            #expect(code(bytes) { $0.maximumPoints = points - 1 } == .tooLarge)
            #expect(code(bytes) { $0.maximumStrokes = strokes } == nil)
            #expect(code(bytes) { $0.maximumStrokes = strokes - 1 } == .tooLarge)
            #expect(code(bytes) { $0.maximumPages = 0 } == .tooLarge)
            #expect(code(bytes) { $0.maximumBytes = 100 } == .tooLarge)
        }
    }
}
