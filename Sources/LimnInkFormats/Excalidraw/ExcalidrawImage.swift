// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads image elements. The table `files` contains their bytes as `data:` URLs. Notes of Obsidian name other files.
struct ExcalidrawImage {
    private let files: [String: TreeValue]
    /// The paths of images in other files, by identifier.
    private let paths: [String: String]
    /// The files beside the note.
    private(set) var companions: CompanionFiles
    private var pictures: [String: Result<PictureData, DataURL.Problem>] = [:]

    init(_ files: TreeValue?, paths: [String: String], _ companions: [CompanionFile: [UInt8]]) {
        self.paths = paths
        self.companions = CompanionFiles(companions)
        guard case .object(let pairs)? = files else {
            self.files = [:]
            return
        }
        self.files = Dictionary(pairs.map { ($0.key, $0.value) }) { $1 }
    }

    mutating func read(_ element: ExcalidrawElement, to canvas: inout CanvasItems) throws(InkFormatError) {
        guard let id = element.value["fileId"]?.string else { return canvas.drop(.image, "its bytes are missing") }
        let result: Result<PictureData, DataURL.Problem>
        if let known = pictures[id] {
            result = known
        } else if let url = files[id]?["dataURL"]?.string {
            result = Result { () throws(DataURL.Problem) in try DataURL.picture(url) }
        } else if let path = paths[id] {
            guard let bytes = companions.bytes(of: .file(path)) else {
                return canvas.drop(.image, DataURL.Problem.notHere.text)
            }
            let data = PictureData(bytes).flatMap { $0.format == .pdf ? nil : $0 }
            result = data.map { .success($0) } ?? .failure(.unreadable)
        } else {
            return canvas.drop(.image, "its bytes are missing")
        }
        pictures[id] = result
        let data: PictureData
        switch result {
        case .success(let found): data = found
        case .failure(let problem): return canvas.drop(.image, problem.text)
        }
        guard !element.box.isEmpty else { return canvas.drop(.image, "it has no size") }
        var picture = PictureItem(data, frame: element.box, opacity: element.opacity)
        if let crop = element.value["crop"], crop.isObject { picture.crop = Self.crop(crop) ?? picture.crop }
        picture.transform = Self.flip(element.value["scale"], element.box).then(element.transform)
        try canvas.add(.picture(picture))
        try canvas.addLink(element.value["link"]?.string, element.box, element.transform)
    }

    /// Returns the visible part of the picture as fractions of its width and height; nil if it is invalid or outside
    /// the picture.
    private static func crop(_ value: TreeValue) -> Rect? {
        let numbers = ["x", "y", "width", "height", "naturalWidth", "naturalHeight"].compactMap { value[$0]?.number }
        guard numbers.count == 6, numbers[4] > 0, numbers[5] > 0 else { return nil }
        let part = Rect(
            x0: numbers[0] / numbers[4], y0: numbers[1] / numbers[5], x1: (numbers[0] + numbers[2]) / numbers[4],
            y1: (numbers[1] + numbers[3]) / numbers[5])
        return PictureItem.whole.intersection(part).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the transform that mirrors the box for negative scales.
    private static func flip(_ scale: TreeValue?, _ box: Rect) -> AffineTransform {
        let signs = (scale?.array ?? []).map { ($0.number ?? 1) < 0 ? -1.0 : 1 }
        guard signs.count == 2 else { return .identity }
        return AffineTransform(
            a: signs[0], b: 0, c: 0, d: signs[1], tx: (1 - signs[0]) * box.center.x, ty: (1 - signs[1]) * box.center.y)
    }
}
