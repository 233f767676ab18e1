// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn

/// A document for IIIF viewers: a canvas per page, and the outline as ranges (IIIF Presentation API 3.0, 5).
struct Manifest: Encodable, Sendable {
    /// The address of the JSON-LD context.
    static let words = "http://iiif.io/api/presentation/3/context.json"

    /// A page of the document.
    struct Page: Sendable {
        /// The permanent number of the page.
        let number: Int
        /// The position of the page, from 1.
        let position: Int
        let image: PageImage
        /// The version of the page's content.
        let version: String
    }

    typealias Label = [String: [String]]

    struct Canvas: Encodable, Sendable {
        let id: String
        let type = "Canvas"
        let label: Label
        let width: Int
        let height: Int
        let items: [AnnotationPage]
    }

    struct AnnotationPage: Encodable, Sendable {
        let id: String
        let type = "AnnotationPage"
        let items: [Annotation]
    }

    struct Annotation: Encodable, Sendable {
        let id: String
        let type = "Annotation"
        let motivation = "painting"
        let body: Picture
        let target: String
    }

    struct Picture: Encodable, Sendable {
        let id: String
        let type = "Image"
        let format = "image/jpeg"
        let width: Int
        let height: Int
        let service: [Service]
    }

    struct Service: Encodable, Sendable {
        let id: String
        let type = "ImageService3"
        let profile = "level2"
    }

    private let context = Self.words
    let id: String
    let type = "Manifest"
    let label: Label
    let items: [Canvas]
    let thumbnail: [Picture]
    let structures: [Range]?
    let service: [SearchService]

    /// The service that searches in the document (IIIF Content Search API 2.0).
    struct SearchService: Encodable, Sendable {
        let id: String
        let type = "SearchService2"
    }

    init(name: String, id: String, pages: [Page], outline: [OutlineEntry], _ address: IIIFAddress) {
        let root = address.owner(id)
        self.id = "\(root)/manifest.json"
        label = ["none": [name]]
        items = pages.map { page in
            let canvas = "\(root)/canvas/\(page.position)"
            let picture = Self.picture(page, at: address.image("\(id):\(page.number)"), ImageSize.largest)
            let annotation = Annotation(id: "\(canvas)/picture", body: picture, target: canvas)
            return Canvas(
                id: canvas, label: ["none": ["\(page.position)"]], width: page.image.width, height: page.image.height,
                items: [AnnotationPage(id: "\(canvas)/pictures", items: [annotation])])
        }
        thumbnail =
            pages.first.map {
                [Self.picture($0, at: address.image("\(id):\($0.number)"), ImageSize.thumbnail)]
            } ?? []
        let ranges = Range.tree(outline, root: root, pageCount: pages.count)
        structures = ranges.isEmpty ? nil : ranges
        service = [SearchService(id: "\(root)/search")]
    }

    private static func picture(_ page: Page, at address: String, _ size: (text: String, form: ImageSize)) -> Picture {
        let whole = PixelRegion(x: 0, y: 0, width: page.image.width, height: page.image.height)
        // The two sizes below are valid for all images.
        let sides = (try? size.form.resolved(for: whole)) ?? (width: whole.width, height: whole.height)
        return Picture(
            id: "\(address)/full/\(size.text)/0/default.jpg?v=\(page.version)", width: sides.width,
            height: sides.height, service: [Service(id: address)])
    }

    private enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, type, label, items, thumbnail, structures, service
    }
}

extension ImageSize {
    /// The largest size that the limits allow.
    fileprivate static var largest: (text: String, form: ImageSize) { ("max", ImageSize(.max)) }
    /// The size of thumbnails in lists.
    fileprivate static var thumbnail: (text: String, form: ImageSize) {
        ("!256,256", ImageSize(.within(width: 256, height: 256)))
    }
}

extension Manifest {
    /// A part of the document: an outline entry with its descendants.
    struct Range: Encodable, Sendable {
        let id: String
        let type = "Range"
        let label: Label
        var items: [Item]

        /// An item of a range.
        enum Item: Encodable, Sendable {
            case canvas(id: String)
            case range(Range)

            func encode(to encoder: any Encoder) throws {
                switch self {
                case .range(let range): try range.encode(to: encoder)
                case .canvas(let id):
                    var container = encoder.container(keyedBy: Key.self)
                    try container.encode(id, forKey: .id)
                    try container.encode("Canvas", forKey: .type)
                }
            }

            private enum Key: CodingKey { case id, type }
        }

        /// The maximum depth. Deeper entries are moved up to this depth, so that decoders can read the JSON.
        private static let deepest = 16

        /// Returns the ranges of an outline, whose entries are in reading order.
        static func tree(_ outline: [OutlineEntry], root: String, pageCount: Int) -> [Range] {
            var done: [Range] = []
            var open: [Range] = []
            func close() {
                guard let last = open.popLast() else { return }
                if open.isEmpty { done.append(last) } else { open[open.count - 1].items.append(.range(last)) }
            }
            for (index, entry) in outline.enumerated() {
                let level = min(max(0, entry.level), deepest)
                while open.count > level { close() }
                var items: [Item] = []
                if let page = entry.page, (1...max(1, pageCount)).contains(page) {
                    items.append(.canvas(id: "\(root)/canvas/\(page)"))
                }
                open.append(Range(id: "\(root)/range/\(index + 1)", label: ["none": [entry.title]], items: items))
            }
            while !open.isEmpty { close() }
            return done
        }
    }
}
