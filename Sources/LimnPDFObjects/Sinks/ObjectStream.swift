// SPDX-License-Identifier: GPL-3.0-or-later

/// An object stream (ISO 32000-2, 7.5.7): objects that are compressed together.
struct ObjectStream {
    /// The objects in it, in their order.
    let members: [ObjectID]
    /// The entries of its dictionary except /Length and /Filter.
    let entries: [PDFEntry]
    let data: StreamData

    /// A reader that wants one object decompresses the stream as far as that, so streams are kept below this size.
    private static let sizeLimit = 256 << 10

    /// Puts objects into as few streams as are quick to read; none where that saves nothing.
    ///
    /// - Parameters:
    ///   - members: the objects, of generation 0.
    ///   - texts: the texts of all objects.
    static func streams(of members: Set<ObjectID>, in texts: [ObjectID: PDFText]) -> [ObjectStream] {
        var streams: [ObjectStream] = []
        var group: [(id: ObjectID, text: PDFText)] = []
        var size = 0
        func finish() {
            if let stream = ObjectStream(group) { streams.append(stream) }
            (group, size) = ([], 0)
        }
        for id in members.sorted(by: { $0.number < $1.number }) {
            guard let text = texts[id] else { continue }
            group.append((id, text))
            size += text.count
            if size > sizeLimit { finish() }
        }
        finish()
        return streams
    }

    /// Nil where the objects take less space outside.
    private init?(_ objects: [(id: ObjectID, text: PDFText)]) {
        var head: PDFText = []
        var body: PDFText = []
        for (id, text) in objects {
            head += PDFText("\(id.number) \(body.count) ".utf8)
            body += text + [10]
        }
        data = StreamData(head + body, level: 12)
        members = objects.map(\.id)
        entries = [
            ("/Type", .text("/ObjStm")), ("/N", .text("\(objects.count)")), ("/First", .text("\(head.count)")),
        ]
        // "12 0 obj", "endobj" and line ends take about 19 bytes, the head of the stream itself about 90.
        guard data.bytes.count + 90 < objects.reduce(0, { $0 + $1.text.count + 19 }) else { return nil }
    }
}
