// SPDX-License-Identifier: GPL-3.0-or-later

/// An object stream (ISO 32000-2, 7.5.7): objects that are compressed together.
struct ObjectStream {
    /// The objects in it, in their order.
    let members: [ObjectID]
    /// The entries of its dictionary except /Length and /Filter.
    let entries: [PDFEntry]
    let data: StreamData

    /// The maximum size of a stream in bytes. A reader that needs one object decompresses the stream up to it, so
    /// streams are kept short.
    private static let sizeLimit = 256 << 10

    /// Distributes objects over as few streams as the size limit allows; none if that saves nothing.
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

    /// Returns nil if the objects take less space outside a stream.
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
        // "12 0 obj", "endobj" and line ends take about 19 bytes for each object; the dictionary of the stream takes
        // about 90.
        guard data.bytes.count + 90 < objects.reduce(0, { $0 + $1.text.count + 19 }) else { return nil }
    }
}
