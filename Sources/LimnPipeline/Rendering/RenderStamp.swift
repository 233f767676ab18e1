// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import LimnPictures
internal import SystemPackage

/// A text in a picture that identifies everything the picture was made from. An interrupted run can continue: a picture
/// that has the stamp it would get is not made again.
struct RenderStamp {
    /// The maximum size in bytes of a document that is hashed in a run that does not resume. Hashing a larger one costs
    /// more than a picture.
    static let sizeLimit = 64 << 20

    /// A hash of everything that determines the pixels.
    let key: String

    init(
        content: ContentHash, page: Int, ink: ContentHash?, renderer: String, _ request: RenderRequest
    ) {
        let parts = [
            LimnVersion.text, renderer, "\(content)", "\(page)", "\(request.size)", "\(request.layers)",
            "\(request.isTransparent)", "\(request.quality)", "\(request.encoder.format)", "\(request.encoder.quality)",
            ink.map { "\($0)" } ?? "no ink",
        ]
        key = "\(ContentHash(Array(parts.joined(separator: "\n").utf8)))"
    }

    /// The picture at a path if it has this stamp; otherwise nil. Published pictures are always complete.
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
