// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnPictures
internal import SystemPackage

/// A text in a picture file that identifies everything the picture was made from. It allows an interrupted run to
/// continue: a picture that already has the expected stamp is not made again.
struct RenderStamp {
    /// The maximum size of a document that is hashed if the run does not resume, in bytes. Hashing a larger document
    /// would take longer than drawing a picture.
    static let sizeLimit = 64 << 20

    /// A hash of everything that determines the pixels.
    let key: String

    init(
        content: ContentHash, page: Int, ink: ContentHash?, renderer: String, _ request: RenderRequest
    ) {
        let parts = [
            LimnVersion.text, renderer, "\(content)", "\(page)", "\(request.size)", "\(request.layers)",
            "\(request.extends)",
            "\(request.isTransparent)", "\(request.quality)", "\(request.encoder.format)", "\(request.encoder.quality)",
            ink.map { "\($0)" } ?? "no ink",
        ]
        key = "\(ContentHash(Array(parts.joined(separator: "\n").utf8)))"
    }

    /// Returns the properties of the picture at a path; nil if it does not have this stamp. Published pictures are
    /// always complete.
    func find(at path: FilePath) -> PictureJob.Answer? {
        guard let file = try? InputFile(regularFile: path, followsLinks: true), let head = try? file.head(512),
            let start = head.firstRange(of: Array((key + " ").utf8))?.upperBound
        else { return nil }
        let size = String(decoding: head[start...].prefix { (48...57).contains($0) || $0 == 120 }, as: UTF8.self)
        let numbers = size.split(separator: "x").compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        return PictureJob.Answer(width: numbers[0], height: numbers[1], bytes: file.size)
    }
}
