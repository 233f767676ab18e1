// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Builds a document from the XML events of a Xournal++ file.
final class XournalppDocument: XMLHandler {
    static let rootNames: Set<String> = ["xournal", "MrWriter"]
    /// The newest known `fileversion`.
    private static let newestVersion = 5

    /// The supported elements. Other elements and their content are skipped.
    private enum Element { case root, title, page, layer, stroke, object }

    var result = InkDocument()
    var dropped = DroppedItems()
    private(set) var backgrounds: XournalppBackground

    private let limits: InkLimits
    private let objectReader: XournalppObjects
    private let isArchive: Bool
    private var element: XournalppObjects.Element?
    private var open: [Element] = []
    /// The nesting depth inside a skipped element.
    private var skipping = 0
    private var page = InkDocument.Page()
    private var layers: [Drawing.Layer] = []
    private var drawing = Drawing()
    private var strokesOnPage = 0
    private var attributes: [String: String] = [:]
    private var coordinates = CoordinateText()
    private var title: [UInt8] = []
    private var (strokeCount, pointCount) = (0, 0)

    init(_ package: XournalppPackage, _ companions: [CompanionFile: [UInt8]], limits: InkLimits) {
        self.limits = limits
        backgrounds = XournalppBackground(companions)
        objectReader = XournalppObjects(package)
        isArchive = package.archive != nil
    }

    /// The number of the current page, from 1; nil outside pages.
    private var pageNumber: Int? { open.contains(.page) ? result.pages.count + 1 : nil }

    var wantsText: Bool { skipping == 0 && ([.stroke, .title, .object].contains(open.last)) }

    func start(
        _ name: String, _ attributes: [String: String], at tag: Range<Int>
    ) throws(InkFormatError) {
        if skipping > 0 {
            skipping += 1
            return
        }
        switch (open.last, name) {
        case (nil, _): startRoot(attributes)
        case (.root, "title"): open.append(.title)
        case (.root, "page"): try startPage(attributes)
        case (.page, "layer"): try startLayer(attributes)
        case (.layer, "stroke"): try startStroke(attributes)
        case (.layer, "text"), (.layer, "image"), (.layer, "teximage"), (.layer, "link"):
            try countStroke()
            open.append(.object)
            element = XournalppObjects.Element(name, attributes)
        case (.object, "attachment"):
            skipping = 1
            element?.attach(attributes["path"] ?? "")
        case (.object, _): skipping = 1
        case (.page, "background"):
            skipping = 1
            let read = backgrounds.read(attributes, page: result.pages.count, isArchive: isArchive)
            page.background = read.background
            for (kind, detail) in read.dropped { dropped.note(kind, page: pageNumber, detail: detail) }
            if let picture = read.picture { try paint(picture) }
        case (let parent, let name): skip(name, in: parent)
        }
    }

    func end(at tag: Range<Int>) throws(InkFormatError) {
        if skipping > 0 {
            skipping -= 1
            return
        }
        switch open.last {
        case .stroke: try endStroke()
        case .object: try endObject()
        case .page: endPage()
        case .title:
            // Xournal and Xournal++ write a fixed title, which is ignored.
            let text = String(decoding: title, as: UTF8.self)
            if !text.isEmpty, !text.hasPrefix("Xournal") { result.title = text }
        case .root, .layer, nil: break
        }
        open.removeLast()
    }

    func text(_ utf8: UnsafeBufferPointer<UInt8>) {
        if open.last == .stroke {
            coordinates.append(utf8)
        } else if open.last == .object {
            element?.append(utf8)
        } else if title.count < 4096 {
            title.append(contentsOf: utf8.prefix(4096))
        }
    }

    private func startRoot(_ attributes: [String: String]) {
        open.append(.root)
        if let version = attributes["fileversion"].flatMap({ Int($0) }), version > Self.newestVersion {
            dropped.note(.newerVersion, page: nil, detail: "fileversion \(version)")
        }
    }

    private func startPage(_ attributes: [String: String]) throws(InkFormatError) {
        guard result.pages.count < limits.maximumPages else { throw tooMany("pages", limits.maximumPages) }
        open.append(.page)
        (page, layers, drawing, strokesOnPage) = (InkDocument.Page(), [], Drawing(), 0)
        let sides = ["width", "height"].map { name -> Double? in
            let side = attributes[name].flatMap(NumberList.single)
            if let side, side > 0, side <= ValueLimits.maximumCoordinate { return side }
            dropped.note(.attribute, page: pageNumber, detail: "page \(name)=\(attributes[name] ?? "missing")")
            return nil
        }
        if let width = sides[0], let height = sides[1] { page.size = Size(width: width, height: height) }
        if attributes["bookmark"] != nil { dropped.note(.bookmark, page: pageNumber) }
    }

    /// Shows a picture as the paper of the page, on a layer of its own below all others.
    private func paint(_ picture: XournalppBackground.Picture) throws(InkFormatError) {
        let data: PictureData?
        var reason = "it is not a PNG or JPEG"
        switch picture {
        case .entry(let name):
            data = try objectReader.attachment(name)
            if data == nil { reason = "missing, or no PNG or JPEG" }
        case .bytes(let bytes): data = PictureData(bytes)
        }
        guard let data, data.format != .pdf, let size = page.size, layers.isEmpty,
            case .image(let name) = page.background
        else {
            if case .image(let name) = page.background {
                dropped.note(.backgroundImage, page: pageNumber, detail: "\(name): \(reason)")
            }
            return
        }
        try countStroke()
        layers.append(Drawing.Layer(name: name, isLocked: true))
        let frame = Rect(x0: 0, y0: 0, x1: size.width, y1: size.height)
        drawing.append(.object(.picture(PictureItem(data, frame: frame))))
        page.background = .paper(style: "plain", color: .white)
    }

    private func endPage() {
        if !layers.isEmpty { drawing.layers = layers }
        page.drawing = drawing
        result.pages.append(page)
        drawing = Drawing()
    }

    private func startLayer(_ attributes: [String: String]) throws(InkFormatError) {
        try countStroke()
        open.append(.layer)
        layers.append(Drawing.Layer(name: attributes["name"]))
    }

    private func startStroke(_ attributes: [String: String]) throws(InkFormatError) {
        try countStroke()
        open.append(.stroke)
        strokesOnPage += 1
        self.attributes = attributes
        coordinates.removeAll()
        if attributes["fn"]?.isEmpty == false { dropped.note(.audio, page: pageNumber, detail: "tied to a stroke") }
    }

    private func endStroke() throws(InkFormatError) {
        let values = coordinates.finish()
        pointCount += values.count / 2
        guard pointCount <= limits.maximumPoints else { throw tooMany("points", limits.maximumPoints) }
        let read = XournalppStroke(attributes, values)
        for (kind, count, detail) in read.dropped {
            dropped.note(kind, page: pageNumber, count: count, detail: detail)
        }
        guard var stroke = read.stroke else { return }
        stroke.layer = layers.count - 1
        drawing.strokes.append(stroke)
    }

    private func endObject() throws(InkFormatError) {
        guard let element else { return }
        self.element = nil
        switch try objectReader.read(element, layer: layers.count - 1) {
        case .objects(let objects): for object in objects { drawing.append(.object(object)) }
        case .dropped(let reason): dropped.note(element.kind, page: pageNumber, detail: reason)
        }
    }

    private func countStroke() throws(InkFormatError) {
        strokeCount += 1
        guard strokeCount <= limits.maximumStrokes else { throw tooMany("strokes", limits.maximumStrokes) }
    }

    private func tooMany(_ what: String, _ limit: Int) -> InkFormatError {
        InkFormatError(
            .tooLarge, format: .xournalpp,
            at: .init(page: pageNumber, stroke: open.last == .stroke ? strokesOnPage : nil),
            "it has more than \(limit) \(what)")
    }

    /// Skips an element and its content.
    private func skip(_ name: String, in parent: Element?) {
        skipping = 1
        switch (parent, name) {
        case (.root, "preview"): break
        case (.root, "audio"), (.layer, "timestamp"): dropped.note(.audio, page: pageNumber, detail: "recording")
        default: dropped.note(.unknownElement, page: pageNumber, detail: name)
        }
    }
}
