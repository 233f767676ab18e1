// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry
internal import LimnInk

/// Reads images. An image contains its bytes (`b`) or refers to the note's list of assets (`a`). Newer versions of
/// Saber store assets in separate files.
struct SaberImages {
    private let assets: [TreeValue]
    private var pictures: [Int: PictureData] = [:]

    init(_ root: TreeValue) { assets = root["a"]?.array ?? [] }

    /// Returns the picture of an image, or the reason why there is none.
    ///
    /// - Parameter page: the size of the page if the image is its background; otherwise nil.
    mutating func read(_ image: TreeValue, background page: Size? = nil) -> (picture: PictureItem?, reason: String) {
        let name = image["e"]?.string ?? ".jpg"
        guard ![".pdf", ".svg"].contains(name) else { return (nil, "a \(name.dropFirst()) file") }
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
        if let index = image["a"]?.integer {
            if let known = pictures[index] { return .success(known) }
            guard assets.indices.contains(index) else { return .failure(.notHere) }
            guard let data = Self.data(assets[index]) else { return .failure(.unreadable) }
            pictures[index] = data
            return .success(data)
        }
        return image["b"].flatMap(Self.data).map { .success($0) } ?? .failure(.unreadable)
    }

    /// Decodes a picture from binary data, a list of numbers, or Base64 text.
    private static func data(_ value: TreeValue) -> PictureData? {
        if let bytes = value.binary { return PictureData(bytes) }
        if let text = value.string {
            return Data(base64Encoded: text, options: .ignoreUnknownCharacters).flatMap { PictureData(Array($0)) }
        }
        guard let list = value.array else { return nil }
        let bytes = list.compactMap { $0.integer.flatMap { UInt8(exactly: $0) } }
        return bytes.count == list.count ? PictureData(bytes) : nil
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
