// SPDX-License-Identifier: GPL-3.0-or-later

/// A file of ink that was made to take long and to become large: one part is repeated between a beginning and an end.
struct SlowInk: Sendable {
    let name: String
    /// The beginning, for a number of parts.
    let start: @Sendable (Int) -> [UInt8]
    let part: [UInt8]
    let end: [UInt8]

    private init(_ name: String, _ start: String, _ part: String, _ end: String) {
        self.init(name, Array(part.utf8), end: Array(end.utf8)) { _ in Array(start.utf8) }
    }

    init(
        _ name: String, _ part: [UInt8], end: [UInt8] = [], start: @escaping @Sendable (Int) -> [UInt8]
    ) {
        (self.name, self.part, self.end, self.start) = (name, part, end, start)
    }

    /// A 32-bit number as bytes, the lowest first.
    private static func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    static let all: [SlowInk] = texts + binaries + natives

    private static let texts = [
        SlowInk(
            "points.excalidraw", #"{"type":"excalidraw","version":2,"elements":[{"type":"freedraw","points":[[1,1]"#,
            ",[1,2]", "]}]}"),
        SlowInk(
            "lists.excalidraw", #"{"type":"excalidraw","version":2,"elements":[{"type":"freedraw"}"#, ",[[],[]]", "]}"),
        SlowInk(
            "strokes.excalidraw", #"{"type":"excalidraw","version":2,"elements":[{}"#, #",{"type":"freedraw"}"#, "]}"),
        SlowInk(
            "shapes.tldr",
            #"{"tldrawFileFormatVersion":1,"records":[{"typeName":"page","id":"page:a","name":"n","index":"a1"}"#,
            #",{"typeName":"shape","type":"draw","id":"s","parentId":"page:a","index":"a","x":0,"y":0,"#
                + #""props":{"segments":[{"type":"free","points":[{"x":1,"y":1}]}]}}"#,
            "]}"),
        SlowInk(
            "points.tldr",
            #"{"tldrawFileFormatVersion":1,"records":[{"typeName":"page","id":"page:a","name":"n","index":"a1"},"#
                + #"{"typeName":"shape","type":"draw","id":"s","parentId":"page:a","index":"a","x":0,"y":0,"#
                + #""props":{"segments":[{"type":"free","points":[{"x":1,"y":1}"#,
            #",{"x":2,"y":1}"#, "]}]}}]}"),
        SlowInk("pages.sbn", #"{"v":19,"ni":0,"z":[{"w":9,"h":9}"#, #",{"w":9,"h":9}"#, "]}"),
        SlowInk(
            "points.sbn", #"{"v":19,"ni":0,"z":[{"w":9,"h":9,"s":[{"p":[{"x":1,"y":1}"#, #",{"x":2,"y":1}"#, "]}]}]}"),
        SlowInk("trace.inkml", #"<ink xmlns="http://www.w3.org/2003/InkML"><trace>1 1"#, ",2 2", "</trace></ink>"),
        SlowInk("traces.inkml", #"<ink xmlns="http://www.w3.org/2003/InkML">"#, "<trace>1 1</trace>", "</ink>"),
        SlowInk(
            "plain.xopp",
            ##"<?xml version="1.0"?><xournal creator="x" fileversion="4"><page width="9" height="9"><layer>"##
                + ##"<stroke tool="pen" color="#000000ff" width="1">1 1"##,
            " 2 2", "</stroke></layer></page></xournal>"),
        SlowInk(
            "strokes.svg",
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" data-limn="1" data-size="9 9">"#
                + #"<g data-layer="1">"#,
            ##"<path fill="none" stroke="#000000" stroke-linejoin="round" stroke-linecap="round" stroke-width="1" data-color="#000000" data-width="1" data-kind="pen" d="M1 1L2 2"/>"##,
            "</g></svg>"),
        SlowInk(
            "points.svg",
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" data-limn="1" data-size="9 9">"#
                + ##"<g data-layer="1"><path fill="none" stroke="#000000" stroke-linejoin="round" stroke-linecap="round" stroke-width="1" data-color="#000000" data-width="1" data-kind="pen" d="M1 1"##,
            "L2 2L3 1", #""/></g></svg>"#),
        SlowInk(
            "strokes.json", #"{"limnInk":3,"pages":[{"strokes":[{"brush":{},"width":1,"xy":[1,1,2,2]}"#,
            #",{"brush":{},"width":1,"xy":[1,1,2,2]}"#, "]}]}"),
        SlowInk("points.json", #"{"limnInk":3,"pages":[{"strokes":[{"brush":{},"width":1,"xy":[1,1"#, ",2,2", "]}]}]}"),
    ]

    private static let binaries = [
        // Pages of Saber as BSON: an array with the elements `0: {}`.
        SlowInk("pages.sbn2", [3, 0x30, 0, 5, 0, 0, 0, 0], end: [0, 0]) { count in
            let pages = 8 * count + 5
            return word(4 + 7 + 3 + pages + 1) + [0x10, 0x76, 0] + word(19) + [4, 0x7a, 0] + word(pages)
        },
        // Strokes without points: the number of the pen, a color, 0, a width, 0 and a count.
        SlowInk("strokes.rm", word(17) + word(0) + word(0) + word(0x4000_0000) + word(0) + word(0)) { count in
            header(5) + word(1) + word(count)
        },
        // Blocks of an unknown type without content.
        SlowInk("blocks.rm", word(0) + [0, 1, 1, 0x7f]) { _ in header(6) },
        // Strokes of PencilKit with nothing in them.
        SlowInk("strokes.drawing", [0x2a, 0]) { _ in
            let ids = [UInt8](repeating: 0, count: 16)
            return [0x77, 0x72, 0x64, 0xf0, 1, 0, 8, 0, 0x12, 16] + ids + [0x12, 16] + ids + [0x22, 0]
        },
    ]

    private static func header(_ version: Int) -> [UInt8] {
        let text = Array("reMarkable .lines file, version=\(version)".utf8)
        return text + [UInt8](repeating: 0x20, count: 43 - text.count)
    }
}
