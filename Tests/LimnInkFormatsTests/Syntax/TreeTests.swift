// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnInk
import Testing
import TestSupport

@testable import LimnInkFormats

@Suite struct TreeTests {
    static func json(_ text: String) throws -> TreeValue { try JSONTree.parse(Array(text.utf8), as: .json) }
    static func isRefused(_ text: String) -> Bool { (try? json(text)) == nil }

    @Test func `Every kind of JSON value is read`() throws {
        let tree = try Self.json(
            #" {"a" : [1, -2.5e1, 0.1, true, false, null, {}, []] , "b": 2, "b":"x\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud800z", "": {"c":1}} "#
        )
        #expect(tree["a"]?.array?.compactMap(\.number) == [1, -25, 0.1])
        #expect(tree["a"]?.array?.compactMap(\.bool) == [true, false])
        #expect(tree["b"]?.string == "x\"\\/\u{8}\u{c}\n\r\té😀\u{fffd}z")
        #expect(tree[""]?["c"]?.integer == 1)
        #expect(tree["z"] == nil && tree["a"]?["b"] == nil)
        #expect(try Self.json("1e999").number == nil)
        #expect(try Self.json("1.5").integer == nil && Self.json("1e300").integer == nil)
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "tru", "nulL",
        "+", "--1",
        "1 2", "\"a", "\"\\x\"", "\"\\u12\"", "\"a\nb\"", "[}", "NaN", "'a'", "\\", "\"\\",
    ])
    func `Invalid JSON is rejected`(text: String) { #expect(Self.isRefused(text)) }

    @Test func `The nesting depth is limited`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(!Self.isRefused(nested(64)))
        #expect(Self.isRefused(nested(65)) && Self.isRefused(nested(1_000_000)))
        #expect(Self.isRefused(String(repeating: "{\"a\":", count: 1_000_000)))
    }

    @Test func `Foundation rejects the same damaged JSON and reads the same values`() throws {
        let sample = Array(#"{"a":[1,2.5,{"b":"xé\n"}],"c":null,"d":[[],{},true,-1e-3]}"#.utf8)
        var generator = SeededGenerator(seed: 41)
        var same = 0
        for _ in 0..<3000 {
            let damaged = sample.flipped(using: &generator)
            let ours = try? JSONTree.parse(damaged, as: .json)
            let theirs = try? JSONSerialization.jsonObject(with: Data(damaged), options: .fragmentsAllowed)
            // Foundation also rejects invalid UTF-8 and numbers such as 01, which are accepted here.
            if theirs != nil { #expect(ours != nil, "\(String(decoding: damaged, as: UTF8.self))") }
            same += (ours == nil) == (theirs == nil) ? 1 : 0
        }
        #expect(same > 2500)
    }

    /// A BSON document with the given elements.
    static func bson(_ elements: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: Int32(elements.count + 5).littleEndian, Array.init) + elements + [0]
    }

    static func element(_ type: UInt8, _ key: String, _ value: [UInt8]) -> [UInt8] {
        [type] + Array(key.utf8) + [0] + value
    }

    private static func code(_ parse: () throws(InkFormatError) -> TreeValue) -> InkFormatError.Code? {
        do throws(InkFormatError) {
            _ = try parse()
            return nil
        } catch { return error.code }
    }

    @Test func `JSON that would expand to many times its size is rejected`() throws {
        // An array with a value takes four bytes in the file and 64 + 16 + 16 in memory. From 400,000 on, it is
        // rejected.
        func lists(_ count: Int) -> [UInt8] {
            Array(("[" + String(repeating: "[0],", count: count) + "0]").utf8)
        }
        #expect(Self.code { () throws(InkFormatError) in try JSONTree.parse(lists(300_000), as: .json) } == nil)
        #expect(Self.code { () throws(InkFormatError) in try JSONTree.parse(lists(800_000), as: .json) } == .tooLarge)
        let objects = Array(("[" + String(repeating: "{\"\":0},", count: 2_000_000) + "0]").utf8)
        #expect(Self.code { () throws(InkFormatError) in try JSONTree.parse(objects, as: .json) } == .tooLarge)
        // Typical points are far below that limit.
        let points = Array(("[" + String(repeating: "[512.25,1024.5],", count: 400_000) + "0]").utf8)
        #expect(try JSONTree.parse(points, as: .json).array?.count == 400_001)
    }

    @Test func `BSON that would expand to many times its size is rejected`() {
        func nulls(_ count: Int) -> [UInt8] { Self.bson(Array(repeating: [0x0a, 0], count: count).flatMap(\.self)) }
        #expect(Self.code { () throws(InkFormatError) in try BSONTree.parse(nulls(1_000_000), as: .json) } == nil)
        #expect(Self.code { () throws(InkFormatError) in try BSONTree.parse(nulls(5_000_000), as: .json) } == .tooLarge)
    }

    @Test func `The examples of bsonspec.org are read`() throws {
        let hello: [UInt8] =
            [0x16, 0, 0, 0, 2] + Array("hello".utf8) + [0, 6, 0, 0, 0] + Array("world".utf8) + [0, 0]
        #expect(try BSONTree.parse(hello, as: .json)["hello"]?.string == "world")
        let awesome: [UInt8] =
            [0x31, 0, 0, 0, 4] + Array("BSON".utf8) + [0, 0x26, 0, 0, 0, 2, 0x30, 0, 8, 0, 0, 0] + Array("awesome".utf8)
            + [0, 1, 0x31, 0, 0x33, 0x33, 0x33, 0x33, 0x33, 0x33, 0x14, 0x40, 0x10, 0x32, 0, 0xc2, 7, 0, 0, 0, 0]
        let list = try #require(try BSONTree.parse(awesome, as: .json)["BSON"]?.array)
        #expect(list[0].string == "awesome" && list[1].number == 5.05 && list[2].integer == 1986)
    }

    @Test func `Every BSON type is skipped by its length`() throws {
        let elements: [UInt8] =
            Self.element(0x05, "bin", [2, 0, 0, 0, 0, 7, 8]) + Self.element(0x07, "id", Array(repeating: 1, count: 12))
            + Self.element(0x08, "yes", [1]) + Self.element(0x09, "date", [1, 0, 0, 0, 0, 0, 0, 0])
            + Self.element(0x0a, "null", []) + Self.element(0x0b, "regex", [65, 0, 0])
            + Self.element(0x11, "stamp", [0, 0, 0, 0, 0, 0, 0, 0])
            + Self.element(0x12, "big", Array(repeating: 255, count: 8))
            + Self.element(0x13, "decimal", Array(repeating: 0, count: 16)) + Self.element(0xff, "min", [])
            + Self.element(0x10, "last", [255, 255, 255, 255]) + Self.element(0x03, "in", Self.bson([]))
        let bytes = Self.bson(elements)
        let tree = try BSONTree.parse(bytes, as: .json)
        #expect(tree["bin"]?.binary == [7, 8] && tree["yes"]?.bool == true && tree["big"]?.number == -1)
        #expect(tree["last"]?.integer == -1 && tree["in"]?.isObject == true)
        for length in 0..<bytes.count { #expect((try? BSONTree.parse(Array(bytes[..<length]), as: .json)) == nil) }
    }

    @Test func `Wrong lengths, unknown types and deep nesting are rejected`() {
        func isRefused(_ bytes: [UInt8]) -> Bool { (try? BSONTree.parse(bytes, as: .json)) == nil }
        #expect(isRefused(Self.bson(Self.element(0x05, "b", [255, 255, 255, 127, 0]))))
        #expect(isRefused(Self.bson(Self.element(0x05, "b", [255, 255, 255, 255, 0]))))
        #expect(isRefused(Self.bson(Self.element(0x02, "b", [0, 0, 0, 0]))))
        #expect(isRefused(Self.bson(Self.element(0x03, "b", [255, 255, 255, 127, 0]))))
        #expect(isRefused(Self.bson(Self.element(0x03, "b", [0, 0, 0, 128]))))
        #expect(isRefused(Self.bson(Self.element(0x20, "b", []))))
        #expect(isRefused(Self.bson([0x0a, 65])) && isRefused(Self.bson([]) + [0]) && isRefused([4, 0, 0, 0]))
        var deep = Self.bson([])
        for _ in 0..<63 { deep = Self.bson(Self.element(0x03, "a", deep)) }
        #expect(!isRefused(deep))
        for _ in 0..<1000 { deep = Self.bson(Self.element(0x04, "a", deep)) }
        #expect(isRefused(deep))
    }
}
