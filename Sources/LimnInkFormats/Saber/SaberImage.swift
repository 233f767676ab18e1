// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry
internal import LimnInk

/// Reads images. An image contains its bytes (`b`) or refers to one of the note's assets (`a`).
struct SaberImages {
    /// The note's assets.
    var assets: SaberAssets
    /// The asset that is the note's PDF; nil until a page shows one.
    private(set) var pdf: Int?
    /// The note's PDF.
    private(set) var template: InkDocument.Template?

    init(_ assets: SaberAssets) { self.assets = assets }

    /// Returns the page of the note's PDF that is the background of a page, and how the ink is placed on it; nil with
    /// the reason if there is none.
    mutating func pdfPage(
        _ image: TreeValue
    ) -> (page: (number: Int, placement: InkDocument.Placement)?, reason: String) {
        guard let index = image["a"]?.integer, let number = image["pdfi"]?.integer,
            (0..<Int(Int32.max)).contains(number)
        else { return (nil, "a page of a PDF without a number") }
        if pdf == nil {
            template = assets.template(index)
            if template != nil { pdf = index }
        }
        guard template != nil else { return (nil, DataURL.Problem.notHere.text) }
        guard pdf == index else { return (nil, "a page of a second PDF") }
        return ((number + 1, image["f"]?.integer == 0 ? .stretched : .fitted), "")
    }

    /// Returns the picture of an image, or the reason why there is none.
    ///
    /// - Parameter page: the size of the page if the image is its background; otherwise nil.
    mutating func read(_ image: TreeValue, background page: Size? = nil) -> (picture: PictureItem?, reason: String) {
        let name = image["e"]?.string ?? ".jpg"
        // A picture shows the first page of a PDF.
        let isLaterPage = name == ".pdf" && (page != nil || image["pdfi"]?.integer ?? 0 != 0)
        guard name != ".svg", !isLaterPage else { return (nil, "a \(name.dropFirst()) file") }
        let data: PictureData
        switch bytes(image) {
        case .success(let found): data = found
        case .failure(let problem): return (nil, problem.text)
        }
        let natural = Size(width: number(image, "nw") ?? 0, height: number(image, "nh") ?? 0)
        let frame: Rect
        if let page {
            frame = Self.fitted(natural, page, mode: image["f"]?.integer ?? 1)
        } else {
            guard let width = number(image, "w"), let height = number(image, "h"), width > 0, height > 0 else {
                return (nil, "it has no size")
            }
            frame = Rect(
                origin: Point(x: number(image, "x") ?? 0, y: number(image, "y") ?? 0),
                size: Size(width: width, height: height))
        }
        return (PictureItem(data, frame: frame, crop: crop(image, natural)), "")
    }

    private mutating func bytes(_ image: TreeValue) -> Result<PictureData, DataURL.Problem> {
        if let index = image["a"]?.integer { return assets.picture(index) }
        let data = image["b"].flatMap(SaberAssets.bytes).flatMap { PictureData($0) }
        return data.map { .success($0) } ?? .failure(.unreadable)
    }

    private func number(_ image: TreeValue, _ key: String) -> Double? {
        image[key]?.number.flatMap { $0.magnitude <= ValueLimits.maximumCoordinate ? $0 : nil }
    }

    private func crop(_ image: TreeValue, _ natural: Size) -> Rect {
        guard natural.width > 0, natural.height > 0, let width = number(image, "sw"), let height = number(image, "sh"),
            width > 0, height > 0
        else { return PictureItem.whole }
        let (x, y) = (number(image, "sx") ?? 0, number(image, "sy") ?? 0)
        let part = Rect(
            x0: x / natural.width, y0: y / natural.height, x1: (x + width) / natural.width,
            y1: (y + height) / natural.height)
        return PictureItem.whole.intersection(part).flatMap { $0.isEmpty ? nil : $0 } ?? PictureItem.whole
    }

    /// Returns the frame of a background image. Mode 0 stretches the image to the page. All other modes keep the aspect
    /// ratio and show the whole image.
    private static func fitted(_ natural: Size, _ page: Size, mode: Int) -> Rect {
        let whole = Rect(x0: 0, y0: 0, x1: page.width, y1: page.height)
        guard mode != 0, natural.width > 0, natural.height > 0 else { return whole }
        let factor = min(page.width / natural.width, page.height / natural.height)
        let (width, height) = (natural.width * factor, natural.height * factor)
        return Rect(
            origin: Point(x: (page.width - width) / 2, y: (page.height - height) / 2),
            size: Size(width: width, height: height))
    }
}
