// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Gathers strokes into pages and layers.
///
/// InkML has neither. Limn's own files have a group for every page, whose first child is `<annotation type="page">`,
/// and in it a group for each run of strokes of one layer, with `<annotation type="layer">` and the layer's number from
/// 1. All that stands outside such groups is on one page, in one layer.
final class InkMLPages {
    private(set) var title: String?
    private var pages: [InkDocument.Page] = []
    private let limits: InkLimits
    /// How deep the reader is in groups, and at which depths the page and the layer began.
    private var (depth, pageDepth, layerDepth) = (0, Int?.none, Int?.none)
    /// The page that takes what stands outside of pages.
    private var common: Int?
    private var layer = 0
    /// So many layers more may a file claim to have.
    private var layerBudget = 100_000

    init(limits: InkLimits) { self.limits = limits }

    /// The number of the page that is being read, from 1.
    var number: Int { pageDepth == nil ? (common ?? pages.count) + 1 : pages.count }

    /// Whether the place is in a page as only Limn's own files have it.
    var isInPage: Bool { pageDepth != nil }

    var document: InkDocument {
        InkDocument(title: title, pages: pages.isEmpty ? [InkDocument.Page()] : pages)
    }

    func startGroup() { depth += 1 }

    func endGroup() {
        if layerDepth == depth { (layerDepth, layer) = (nil, 0) }
        if pageDepth == depth { pageDepth = nil }
        depth -= 1
    }

    /// Takes an annotation; whether it was understood.
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
            guard sides.count == 2, sides.allSatisfy({ $0 > 0 && $0 <= UsableRange.farthest }) else { return false }
            pages[pages.count - 1].size = Size(width: sides[0], height: sides[1])
        case "limn.layers" where pageDepth == depth:
            guard let count = Int(text), reserve(layers: count) else { return false }
        case "layer" where pageDepth != nil && pageDepth != depth && layerDepth == nil:
            guard let number = Int(text), reserve(layers: number) else { return false }
            (layerDepth, layer) = (depth, number - 1)
        case "limn.layerName" where layerDepth == depth: pages[pages.count - 1].drawing.layers[layer].name = text
        default: return false
        }
        return true
    }

    /// Sees to it that the page has so many layers; false where that is a lie.
    private func reserve(layers count: Int) -> Bool {
        let page = pages.count - 1
        guard count >= 1 else { return false }
        let missing = count - pages[page].drawing.layers.count
        guard missing <= layerBudget else { return false }
        for _ in 0..<max(0, missing) { pages[page].drawing.layers.append(.init()) }
        layerBudget -= max(0, missing)
        return true
    }

    func add(_ strokes: [Stroke]) {
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
            pages[page].drawing.strokes.append(stroke)
        }
    }
}
