// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPictures
internal import SystemPackage

/// Makes thumbnails in the format that a library stores, PNG.
enum LibraryThumbnail {
    /// The default length of the longer side, in pixels.
    static let standardSize = 256
    /// The maximum size of a thumbnail in bytes. It is enforced, because workers are not trusted.
    private static let byteLimit = 4 << 20

    static func make(
        of document: OpenDocument, page: Int, size: Int, ink: Drawing?, extends: PageSides = [], _ client: JobClient
    ) throws(LimnError) -> [UInt8] {
        do {
            var (ink, frame) = (ink, Rect?.none)
            if !extends.isEmpty, let drawing = ink {
                let placed = try InkPlacement(drawing, on: page, extends: extends) { (pages) throws(LimnError) in
                    try client.sizes(ofPages: pages, of: document)
                }
                (ink, frame) = (placed.drawings[page], placed.frames[page])
            }
            let scratch = try ScratchFile()
            let drawing = try ink.flatMap { drawing in
                drawing.isEmpty
                    ? nil
                    : try ScratchFile(
                        try NativeInk.encode(InkDocument(pages: [.init(drawing: drawing)]), precision: .lossless))
            }
            let job = PictureJob(
                page: page, frame: frame, size: .longerSide(size), form: .file(PictureEncoder()), isTransparent: false,
                hasInk: drawing != nil, sharesPage: ink != nil)
            let done = try client.picture(
                job, of: document, ink: drawing, into: JobOutput(temporary: scratch)
            ).answer
            guard done.bytes <= byteLimit else { throw client.refusal() }
            let sides = 1...size
            let bytes = try scratch.asInput(named: "-").bytes(limit: byteLimit)
            guard sides.contains(done.width), sides.contains(done.height), bytes.count == done.bytes,
                bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
            else { throw client.refusal() }
            return bytes
        } catch { throw LimnError(error) }
    }
}
