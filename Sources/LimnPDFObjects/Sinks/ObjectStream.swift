// SPDX-License-Identifier: GPL-3.0-or-later

/// An object stream (ISO 32000-2, 7.5.7): objects that are compressed together.
struct ObjectStream {
    /// The IDs of the objects in the stream, in order.
    let members: [ObjectID]
    /// The entries of the stream's dictionary except /Length and /Filter.
    let entries: [PDFEntry]
    let data: StreamData

    /// The uncompressed size in bytes above which a stream gets no more objects. To read one object, a reader
    /// decompresses the stream up to it, so streams are kept short.
    private static let sizeLimit = 256 << 10

    /// Distributes objects over as few streams as the size limit allows. A stream that would save no space is left out.
    ///
    /// - Parameters:
    ///   - members: the objects to put into streams. Their generation must be 0.
    ///   - objects: the objects. A stream cannot be a member.
    static func streams(of members: Set<ObjectID>, in objects: [ObjectID: UpdateSink.Object]) -> [ObjectStream] {
        var streams: [ObjectStream] = []
        var group: [(id: ObjectID, text: PDFText)] = []
        var size = 0
        func finish() {
            if let stream = ObjectStream(group) { streams.append(stream) }
            (group, size) = ([], 0)
        }
        for id in members.sorted(by: { $0.number < $1.number }) {
            guard case .value(let text)? = objects[id] else { continue }
            group.append((id, text))
            size += text.count
            if size > sizeLimit { finish() }
        }
        finish()
        return streams
    }

    /// Makes a stream; nil if the objects take less space outside a stream.
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
        // For each object outside a stream, "12 0 obj", "endobj" and line ends take about 19 bytes. The dictionary of
        // the stream takes about 90.
        guard data.bytes.count + 90 < objects.reduce(0, { $0 + $1.text.count + 19 }) else { return nil }
    }
}
