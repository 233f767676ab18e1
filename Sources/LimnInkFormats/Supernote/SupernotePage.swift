// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads a page: its paper, and its strokes or the pictures of its layers.
struct SupernotePage {
    private let table: [String: String]
    private let number: Int
    /// The size of the page in pixels.
    private let (width, height): (Int, Int)
    /// The size of a pixel in points.
    private let scale: Double

    /// The names of layers from the bottom, for pages that do not list them.
    private static let layers = ["BGLAYER", "MAINLAYER", "LAYER1", "LAYER2", "LAYER3"]
    /// The value of `ORIENTATION` of a page in landscape format.
    private static let landscape = "1090"

    /// - Parameter device: the name of the tablet: `N5` has 1920 × 2560 pixels, the others 1404 × 1872.
    init(_ table: [String: String], device: String, number: Int) {
        self.table = table
        self.number = number
        let size = device == "N5" ? (1920, 2560) : (1404, 1872)
        (width, height) = table["ORIENTATION"] == Self.landscape ? (size.1, size.0) : size
        // The A5 X has 226 pixels per inch, and the others 300.
        scale = 72 / (["N5", "N6", "A6X", "SN078"].contains(device) ? 300 : 226)
    }

    func read(
        _ file: SupernoteFile, _ pictures: inout SupernotePictures, _ dropped: inout DroppedItems,
        _ counter: inout InkCounter
    ) throws(InkFormatError) -> InkDocument.Page {
        let size = Size(width: Double(width) * scale, height: Double(height) * scale)
        var page = InkDocument.Page(size: size)
        page.drawing.layers = []
        let strokes = SupernoteStrokes(file, at: offset("TOTALPATH"), width: width, height: height, scale: scale)
        for (kind, count, detail) in strokes.dropped { dropped.note(kind, page: number, count: count, detail: detail) }
        let listed = (table["LAYERSEQ"]?.split(separator: ",").map(String.init) ?? []).reversed()
        for name in listed.isEmpty ? Self.layers : Array(listed) {
            let isPaper = name == "BGLAYER"
            guard isPaper ? !isBlank : strokes.strokes.isEmpty, let layer = file.table(at: offset(name)) else {
                continue
            }
            guard let picture = pictures.picture(layer, width: width, height: height) else {
                if layer["LAYERBITMAP"].flatMap({ Int($0) }) ?? 0 > 0, !pictures.isEmpty(layer) {
                    dropped.note(.image, page: number, detail: "the layer \(name)")
                }
                continue
            }
            try counter.addObject(page: number)
            page.drawing.layers.append(Drawing.Layer(name: isPaper ? nil : name, isLocked: isPaper))
            let frame = Rect(x0: 0, y0: 0, x1: size.width, y1: size.height)
            page.drawing.append(
                .object(
                    .picture(PictureItem(picture, frame: frame, layer: page.drawing.layers.count - 1))))
        }
        page.drawing.layers.append(Drawing.Layer())
        for var stroke in strokes.strokes {
            stroke.layer = page.drawing.layers.count - 1
            try counter.add(stroke, page: number)
            page.drawing.append(.stroke(stroke))
        }
        if offset("PAGETEXTBOX") > 0 { dropped.note(.text, page: number, detail: "a text box") }
        return page
    }

    /// Whether the paper is plain white.
    private var isBlank: Bool { table["PAGESTYLE"]?.hasPrefix("style_white") ?? true }

    private func offset(_ key: String) -> Int { table[key].flatMap { Int($0) } ?? 0 }
}
