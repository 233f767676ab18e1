// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import LimnGeometry
public import LimnInk

/// Ink with marks on a layer for the game master, which are found again in every kind of file.
///
/// The page is 200 × 100 pt. The secret items are a magenta stroke, a text, a note, a link and a picture. Nothing else
/// lies where the secret stroke lies, and nothing else is magenta.
public enum MarkedSecret {
    /// The name of the layer for the game master.
    public static let layerName = "Behind the screen"
    /// The words on that layer, its name, and the coordinates of its stroke.
    public static let words = [
        "Xylographer", "Quagmire", "Zephyrine", "hidden.example", layerName, "61.4375", "33.8125", "88.5625",
    ]
    /// The part of the page that the secret stroke crosses, as shares of the page's sides.
    public static let place = (left: 0.36, top: 0.44, right: 0.39, bottom: 0.62)

    /// A picture whose bytes are found again: a red square as JPEG data.
    public static let picture = PictureData(
        Array(
            Data(
                base64Encoded:
                    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwc"
                    + "KDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAA"
                    + "AAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==") ?? Data()), format: .jpeg)

    /// The secret items.
    ///
    /// - Parameter layer: the index of their layer.
    public static func items(layer: Int) -> [Item] {
        let style = TextItem.Style(family: "DejaVu Sans", size: 10)
        let brush = Brush(color: Color(rgba: 0xff00_ffff), width: 6)
        let points = [Point(x: 61.4375, y: 33.8125), Point(x: 88.5625, y: 71.1875)]
        return [
            .stroke(Stroke(brush: brush, points: StrokePoints(points, width: 6), layer: layer)),
            .object(.text(TextItem("Xylographer", style, at: Point(x: 10, y: 40), layer: layer))),
            .object(
                .note(NoteItem(at: Point(x: 150, y: 30), title: "Quagmire", text: "Zephyrine waits.", layer: layer))),
            .object(
                .link(LinkItem(Rect(x0: 1, y0: 1, x1: 9, y1: 9), to: .uri("https://hidden.example/"), layer: layer))),
            .object(.picture(PictureItem(picture, frame: Rect(x0: 150, y0: 60, x1: 170, y1: 80), layer: layer))),
        ]
    }

    /// A page with a stroke, a text and a note for everyone, and the secret items.
    public static let drawing: Drawing = {
        let style = TextItem.Style(family: "DejaVu Sans", size: 10)
        let points = [Point(x: 10, y: 10), Point(x: 40, y: 12)]
        let open: [Item] = [
            .stroke(Stroke(brush: Brush(width: 2), points: StrokePoints(points, width: 2), layer: 0)),
            .object(.text(TextItem("Open words", style, at: Point(x: 10, y: 20)))),
            .object(.note(NoteItem(at: Point(x: 150, y: 5), title: "Rumour", text: "The inn is full."))),
        ]
        return Drawing(
            items: open + items(layer: 1),
            layers: [.init(name: "Table"), .init(name: layerName, audience: .gameMaster)])
    }()

    /// The drawing as native ink.
    public static func ink() throws -> [UInt8] {
        try NativeInk.encode(InkDocument(pages: [.init(drawing: drawing)]), precision: .lossless)
    }

    // MARK: Looking

    /// All forms in which the words and the picture can stand in a file whose streams are open.
    private static let marks: [(name: String, bytes: [UInt8])] = {
        var all = [(name: "the picture", bytes: Array(picture.bytes.suffix(60)))]
        all.append(("the picture in Base64", Array(Data(picture.bytes).base64EncodedString().utf8.suffix(60))))
        for word in words {
            let units = Array(word.utf16)
            all.append((word, Array(word.utf8)))
            all.append(("\(word) in UTF-16", units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
            all.append(
                ("\(word) in digits", Array(units.map { String(format: "%04x", Int($0)) }.joined().utf8)))
        }
        return all
    }()

    /// Returns the names of the marks in a file, with everything in it opened: archives and their entries, compressed
    /// streams, embedded files, native ink, pictures, and pictures of the pages of PDFs.
    public static func marks(in bytes: [UInt8]) throws -> [String] {
        var found: Set<String> = []
        try look(into: bytes, depth: 0, &found)
        return found.sorted()
    }

    /// Returns whether a picture of the whole page shows the secret stroke, in whatever color.
    public static func isMarked(page picture: [UInt8]) throws -> Bool {
        let picture = try DecodedPicture(picture)
        func side(_ share: Double, _ length: Int) -> Int { min(length - 1, Int(share * Double(length))) }
        for y in side(place.top, picture.height)...side(place.bottom, picture.height) {
            for x in side(place.left, picture.width)...side(place.right, picture.width)
            where picture[x, y].prefix(3).contains(where: { $0 < 245 }) { return true }
        }
        return false
    }

    private static func look(into bytes: [UInt8], depth: Int, _ found: inout Set<String>) throws {
        guard !bytes.isEmpty else { return }
        for mark in marks where bytes.firstRange(of: mark.bytes) != nil { found.insert(mark.name) }
        guard depth < 4 else { return }
        let folder = try TemporaryFolder()
        func opened(_ arguments: [String]) throws -> Finished {
            try run(try Requirement.tool(arguments[0]), arguments.dropFirst().map { Array($0.utf8) })
        }
        if bytes.starts(with: Array("%PDF".utf8)) {
            let file = try folder.write(bytes, "file.pdf")
            let plain = try opened([
                "qpdf", "--qdf", "--object-streams=disable", "--decode-level=generalized", file, "-",
            ])
            for mark in marks where plain.stdout.firstRange(of: mark.bytes) != nil { found.insert(mark.name) }
            let text = try opened(["pdftotext", file, "-"]).text
            for word in words where text.contains(word) { found.insert(word) }
            try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: true)
            _ = try opened(["pdfdetach", "-saveall", "-o", folder.path("in"), file])
            _ = try opened(["pdftocairo", "-png", "-r", "72", file, folder.path("in/page")])
        } else if bytes.starts(with: Array("PK".utf8)) {
            let file = try folder.write(bytes, "file.zip")
            _ = try python("unzipped", file, folder.path("in"))
        } else if bytes.starts(with: [0x1f, 0x8b]) {
            let file = try folder.write(bytes, "file.gz")
            try look(into: try opened(["gzip", "-dc", file]).stdout, depth: depth + 1, &found)
        } else if NativeInk.recognizes(bytes) {
            if let document = try? NativeInk.decode(bytes) {
                try look(into: try InkJSON.encode(document), depth: depth + 1, &found)
            }
        } else if isPicture(bytes), let picture = try? DecodedPicture(bytes), isMagenta(picture) {
            found.insert("a magenta pixel")
        }
        guard let inner = FileManager.default.enumerator(atPath: folder.path("in")) else { return }
        for case let name as String in inner {
            let url = folder.url.appendingPathComponent("in/\(name)")
            guard let data = try? Data(contentsOf: url) else { continue }
            for mark in marks where name.contains(mark.name) { found.insert(mark.name) }
            try look(into: Array(data), depth: depth + 1, &found)
        }
    }

    private static func isPicture(_ bytes: [UInt8]) -> Bool {
        [[0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff], Array("RIFF".utf8)].contains { bytes.starts(with: $0) }
    }

    private static func isMagenta(_ picture: DecodedPicture) -> Bool {
        guard picture.bytes.count >= 3 * picture.width * picture.height else { return false }
        let channels = picture.bytes.count / (picture.width * picture.height)
        return stride(from: 0, to: picture.bytes.count - channels + 1, by: channels).contains { start in
            picture.bytes[start] > 190 && picture.bytes[start + 1] < 90 && picture.bytes[start + 2] > 190
        }
    }
}
