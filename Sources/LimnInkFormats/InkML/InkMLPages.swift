// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Collects strokes into pages and layers.
///
/// InkML has no pages or layers. Limn writes a group for each page, whose first child is `<annotation type="page">`. In
/// it, Limn writes a group for each run of strokes on one layer, with `<annotation type="layer">` and the layer's
/// number from 1. All strokes outside such groups go to one page with one layer. ``InkMLObjects`` describes objects.
final class InkMLPages {
    private(set) var title: String?
    private var pages: [InkDocument.Page] = []
    private let limits: InkLimits
    /// The current depth of nested groups, and the depths of the current page and layer groups.
    private var (depth, pageDepth, layerDepth) = (0, Int?.none, Int?.none)
    /// The depth of the current object's group; nil outside such groups.
    private var objectDepth: Int?
    private var pictures: [PictureData] = []
    /// The index of the page for strokes outside page groups; nil until there are any.
    private var common: Int?
    private var layer = 0
    /// The strokes without a unit of length.
    private var fit = InkMLFit()
    /// The number of layers that the file may still add.
    private var layerBudget = 100_000

    init(limits: InkLimits) { self.limits = limits }

    /// The number of the current page, from 1.
    var number: Int { pageDepth == nil ? (common ?? pages.count) + 1 : pages.count }

    /// Whether the reader is inside a page group. Only Limn writes these.
    var isInPage: Bool { pageDepth != nil }

    var document: InkDocument {
        InkDocument(title: title, pages: pages.isEmpty ? [InkDocument.Page()] : pages)
    }

    func startGroup() { depth += 1 }

    func endGroup() {
        if objectDepth == depth { objectDepth = nil }
        if layerDepth == depth { (layerDepth, layer) = (nil, 0) }
        if pageDepth == depth { pageDepth = nil }
        depth -= 1
    }

    /// Handles an annotation.
    ///
    /// - Returns: whether the annotation was understood.
    func annotate(_ type: String, _ text: String, isAtRoot: Bool) throws(InkFormatError) -> Bool {
        switch type {
        case "title" where isAtRoot && title == nil: title = text
        case "page" where !isAtRoot && pageDepth == nil:
            guard pages.count < limits.maximumPages else {
                throw InkFormatError(.tooLarge, format: .inkml, "it has more than \(limits.maximumPages) pages")
            }
            pages.append(InkDocument.Page())
            (pageDepth, layerDepth, layer) = (depth, nil, 0)
        case "limn.pageSize" where pageDepth == depth:
            let sides = NumberList.values(of: text)
            guard sides.count == 2, sides.allSatisfy({ $0 > 0 && $0 <= ValueLimits.maximumCoordinate }) else {
                return false
            }
            pages[pages.count - 1].size = Size(width: sides[0], height: sides[1])
        case "limn.layers" where pageDepth == depth:
            guard let count = Int(text), reserve(layers: count) else { return false }
        case "layer" where pageDepth != nil && pageDepth != depth && layerDepth == nil:
            guard let number = Int(text), reserve(layers: number) else { return false }
            (layerDepth, layer) = (depth, number - 1)
        case "limn.layerName" where layerDepth == depth: pages[pages.count - 1].drawing.layers[layer].name = text
        case InkMLObjects.layer where layerDepth == depth:
            let page = pages.count - 1
            let name = pages[page].drawing.layers[layer].name
            guard let described = InkMLObjects.layer(named: name, settings: text) else { return false }
            pages[page].drawing.layers[layer] = described
        case InkMLObjects.picture where isAtRoot:
            let picture = DataURL.content(text)
            // An unreadable picture keeps its index, so that the indices of the others stay valid.
            pictures.append(picture ?? PictureData([], format: .png))
            return picture != nil
        case InkMLObjects.object where isInPage && pageDepth != depth && layerDepth != depth:
            guard var object = PageObject(json: text, pictures: pictures) else { return false }
            objectDepth = depth
            object.layer = layer
            pages[pages.count - 1].drawing.append(.object(object))
        case InkMLObjects.words where objectDepth == depth: break
        default: return false
        }
        return true
    }

    /// Adds layers until the page has at least `count`. Returns false if the count is invalid or exceeds the budget.
    private func reserve(layers count: Int) -> Bool {
        let page = pages.count - 1
        guard count >= 1 else { return false }
        let missing = count - pages[page].drawing.layers.count
        guard missing <= layerBudget else { return false }
        for _ in 0..<max(0, missing) { pages[page].drawing.layers.append(.init()) }
        layerBudget -= max(0, missing)
        return true
    }

    /// Whether there is ink without a unit of length, which ``fitToPage()`` places.
    var needsFitting: Bool { !fit.widths.isEmpty }

    /// Fits ink without a unit of length to a page, once all strokes are there.
    func fitToPage() {
        guard let common else { return }
        fit.apply(to: &pages[common].drawing.strokes)
    }

    /// Adds strokes to the current page.
    ///
    /// - Parameter width: how the width of their pen is known if their positions have no unit of length; otherwise nil.
    func add(_ strokes: [Stroke], unitless width: InkMLFit.Width?) {
        guard !strokes.isEmpty else { return }
        let page: Int
        if pageDepth != nil {
            page = pages.count - 1
        } else if let common {
            page = common
        } else {
            page = pages.count
            pages.append(InkDocument.Page())
            common = page
        }
        let layer = pageDepth == nil ? 0 : layer
        for var stroke in strokes {
            stroke.layer = layer
            if let width { fit.add(pages[page].drawing.strokes.count, width) }
            pages[page].drawing.strokes.append(stroke)
        }
    }
}
