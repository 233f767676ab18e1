// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads `image` and `bookmark` shapes. Records of type `asset` contain the bytes of images as `data:` URLs.
struct TldrawImage {
    let store: TldrawStore
    private var pictures: [String: Result<PictureData, DataURL.Problem>] = [:]

    init(_ store: TldrawStore) { self.store = store }

    /// Reads an image.
    mutating func read(_ placed: TldrawStore.PlacedShape, to canvas: inout CanvasItems) throws(InkFormatError) {
        let paint = TldrawPaint(placed.shape)
        let box = Rect(x0: 0, y0: 0, x1: paint.length("w"), y1: paint.length("h"))
        guard let id = paint.props["assetId"]?.string, let url = store.asset(id)?["props"]?["src"]?.string else {
            return canvas.drop(.image, "its bytes are missing")
        }
        guard !box.isEmpty else { return canvas.drop(.image, "it has no size") }
        let result = pictures[id] ?? Result { () throws(DataURL.Problem) in try DataURL.picture(url) }
        pictures[id] = result
        switch result {
        case .failure(let problem): canvas.drop(.image, problem.text)
        case .success(let data):
            var picture = PictureItem(
                data, frame: box, opacity: paint.opacity, transform: Self.flip(paint.props, box).then(placed.transform),
                alternative: paint.props["altText"]?.string.flatMap { $0.isEmpty ? nil : $0 })
            if let crop = paint.props["crop"], crop.isObject {
                picture.crop = Self.crop(crop) ?? PictureItem.whole
                if crop["isCircle"]?.bool == true { canvas.drop(.attribute, "the round crop of an image") }
            }
            try canvas.add(.picture(picture))
        }
        try canvas.addLink(paint.props["url"]?.string, box, placed.transform)
    }

    /// Reads a bookmark as a linked card with its title and address.
    func readCard(_ placed: TldrawStore.PlacedShape, to canvas: inout CanvasItems) throws(InkFormatError) {
        let paint = TldrawPaint(placed.shape)
        let box = Rect(x0: 0, y0: 0, x1: paint.length("w", 300), y1: paint.length("h", 100))
        let address = paint.props["url"]?.string
        let title = paint.props["assetId"]?.string.flatMap { store.asset($0)?["props"]?["title"]?.string }
        let line = Color(rgba: 0x7178_80ff)
        try canvas.add(ShapeOutline.rectangle(box), ShapePaint(line: line, width: 1, fill: .white), placed.transform)
        let words = [title, address].compactMap { $0.flatMap { $0.isEmpty ? nil : $0 } }.joined(separator: "\n")
        if !words.isEmpty {
            let move = AffineTransform.translation(Vector(dx: 16, dy: 16))
            try canvas.add(
                .text(
                    TextItem(
                        runs: [.init(words, .init(size: 16))], width: max(box.width - 32, 1),
                        transform: move.then(placed.transform))))
        }
        try canvas.addLink(address, box, placed.transform)
    }

    private static func crop(_ value: TreeValue) -> Rect? {
        guard let x0 = value["topLeft"]?["x"]?.number, let y0 = value["topLeft"]?["y"]?.number,
            let x1 = value["bottomRight"]?["x"]?.number, let y1 = value["bottomRight"]?["y"]?.number
        else { return nil }
        let part = Rect(x0: x0, y0: y0, x1: x1, y1: y1)
        return PictureItem.whole.intersection(part).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func flip(_ props: TreeValue, _ box: Rect) -> AffineTransform {
        let x = props["flipX"]?.bool == true
        let y = props["flipY"]?.bool == true
        return AffineTransform(
            a: x ? -1 : 1, b: 0, c: 0, d: y ? -1 : 1, tx: x ? box.width : 0, ty: y ? box.height : 0)
    }
}
