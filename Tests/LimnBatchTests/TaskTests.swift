// SPDX-License-Identifier: GPL-3.0-or-later

import LimnFiles
import SystemPackage
import Testing

@testable import LimnBatch

@Suite struct TaskTests {
    private let hash = ContentHash("ebd7b2233aea5f320562df9635901bbd8e734cb42c85defa1059163d4b1d6ccb")

    private func read(_ line: String) throws(BatchError) -> BatchTask { try BatchTask.reading(Array(line.utf8)) }

    @Test func `A task is named by its content and its options, wherever the file is`() {
        // Computed with Python's hashlib of {"format":1,"inputs":[{"sha256":"ebd7…"}],"options":{},"verb":"thumbnail"}.
        let name = "3e95d87bc4bbb977b8d62e1d3d3dc8225c59c06c1b4e2e2971cf4b0ce77d1f1d"
        let here = BatchTask(.thumbnail, [TaskInput(path: "a.pdf", sha256: hash)])
        let there = BatchTask(.thumbnail, [TaskInput(path: "/far/b.pdf", bytes: 9, sha256: hash)])
        #expect(here.id.text == name)
        #expect(there.id.text == name)
        #expect(BatchTask(.inspect, here.inputs).id.text != name)
        #expect(BatchTask(.thumbnail, here.inputs, options: TaskOptions(["size": .integer(128)])).id.text != name)
    }

    @Test func `An object is named by its address and its etag, not by where its copy is`() {
        let stored = TaskInput(url: "s3://bucket/a.pdf", etag: "x", bytes: 9)
        var fetched = stored
        fetched.path = "/tmp/copy.pdf"
        #expect(BatchTask(.inspect, [stored]).id == BatchTask(.inspect, [fetched]).id)
        var changed = stored
        changed.etag = "y"
        #expect(BatchTask(.inspect, [stored]).id != BatchTask(.inspect, [changed]).id)
    }

    @Test func `A line reads back as the task that wrote it, also with a name that is not UTF-8`() throws {
        let task = BatchTask(
            .render, [TaskInput(path: FilePath(bytes: [97, 0xff, 47, 98]), bytes: 3, sha256: hash)],
            options: TaskOptions(["dpi": .number(72.5), "transparent": .flag(true), "pages": .text("1-2")]),
            output: TaskOutputName("a/b-{page}.png"), cost: TaskCost(bytes: 3, pages: 2, milliseconds: 7))
        let line = try task.line()
        var read = try BatchTask.reading(line)
        #expect(read.claimed == task.id.text)
        read.claimed = nil
        #expect(read == task)
        #expect(try read.line() == line)
    }

    @Test(arguments: [
        #"{"verb":"thumbnail","inputs":["a.pdf"],"output":"/etc/passwd"}"#,
        #"{"verb":"thumbnail","inputs":["a.pdf"],"output":"a/../../b"}"#,
        #"{"verb":"thumbnail","inputs":["a.pdf"],"output":"a\u0000b"}"#,
        #"{"verb":"thumbnail","inputs":["a.pdf"],"output":""}"#,
        #"{"verb":"thumbnail","inputs":["a\u0000.pdf"]}"#,
        #"{"verb":"thumbnail","inputs":[""]}"#,
        #"{"verb":"thumbnail","inputs":[{}]}"#,
        #"{"verb":"thumbnail","inputs":[]}"#,
        #"{"verb":"thumbnail","inputs":["a","b","c"]}"#,
        #"{"verb":"flatten","inputs":["a"]}"#,
        #"{"verb":"remove","inputs":["a"]}"#,
        #"{"verb":"inspect","inputs":["a"],"task":"0000"}"#,
        #"{"verb":"inspect","inputs":[{"path":"a","sha256":"12"}]}"#,
        "[]", "3", "null", "", "{", "{}",
    ])
    func `A line that is no task is told, and nothing traps`(line: String) {
        #expect(throws: BatchError.self) { try read(line) }
    }

    @Test(arguments: [
        (BatchVerb.thumbnail, ["output": JSONValue.text("/tmp/x.png")]), (.thumbnail, ["size": .integer(0)]),
        (.thumbnail, ["size": .number(1e300)]), (.thumbnail, ["page": .text("1")]), (.thumbnail, ["dpi": .integer(9)]),
        (.render, ["dpi": .number(1e300)]), (.render, ["dpi": .integer(9), "width": .integer(9)]),
        (.render, ["pages": .text("1-")]), (.render, ["format": .text("gif")]), (.render, ["keep": .integer(50)]),
        (.render, ["transparent": .flag(true), "format": .text("jpeg")]),
        (.flatten, ["receipt": .text("/tmp/x.json")]), (.flatten, ["mode": .text("raster"), "save": .text("append")]),
        (.formFill, ["set": .object(["a": .text("@/etc/passwd")])]), (.formFill, ["set": .text("a=b")]),
        (.formDetect, ["pages": .text("1-")]), (.formDetect, ["set": .object([:])]),
        (.inspect, ["dpi": .integer(9)]),
    ])
    func `An option that a verb does not have, or that would write elsewhere, is refused`(
        verb: BatchVerb, options: [String: JSONValue]
    ) {
        let inputs = [TaskInput(path: "a"), TaskInput(path: "b")]
        #expect(throws: BatchError.self) { try TaskRequest(BatchTask(verb, inputs, options: TaskOptions(options))) }
    }

    @Test(arguments: [
        "objects/ab/../../x", "/etc/passwd", "objects/ab/ab.png", "objects/ab", "", "objects/ab/.png",
    ])
    func `What is no name of an object is none`(name: String) { #expect(!BatchFolder.isObject(name)) }
}
