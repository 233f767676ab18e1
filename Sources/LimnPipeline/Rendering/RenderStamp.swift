// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
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
        // Values are put into words here, because printing them by reflection takes as long as a tenth of a thumbnail.
        let parts = [
            LimnVersion.text, renderer, "\(content)", "\(page)", Self.words(request.size), Self.words(request.layers),
            "\(request.extends.rawValue)", "\(request.isTransparent)", request.quality.rawValue,
            request.encoder.format.rawValue, "\(request.encoder.quality)", ink.map { "\($0)" } ?? "no ink",
        ]
        key = "\(ContentHash(Array(parts.joined(separator: "\n").utf8)))"
    }

    private static func words(_ size: RenderSize) -> String {
        switch size {
        case .dpi(let dpi): "dpi \(dpi)"
        case .longerSide(let side): "longer side \(side)"
        case .width(let width): "width \(width)"
        case .height(let height): "height \(height)"
        case .exactly(let width, let height): "exactly \(width) \(height)"
        }
    }

    private static func words(_ choice: LayerChoice) -> String {
        let layers =
            switch choice.layers {
            case .visible: "visible"
            case .all: "all"
            case .named(let names): "named \(names)"
            }
        return "\(choice.audience.rawValue) \(choice.includesNotes) \(layers)"
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
