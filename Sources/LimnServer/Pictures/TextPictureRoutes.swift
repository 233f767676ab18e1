// SPDX-License-Identifier: GPL-3.0-or-later

internal import Hummingbird
internal import Limn
internal import LimnFiles
internal import LimnGeometry
internal import LimnInk

/// `/characters/{id}/pages/{n}/items/picture`: a text with the layout of exports, for editors that show it while
/// somebody types.
struct TextPictureRoutes: RouteGroup {
    let services: Services

    var routes: [Route] {
        [Route(.post, "\(Self.base)/characters/{character}/pages/{page}/items/picture", picture)]
    }

    /// The maximum number of pixels of a picture.
    private static let largestArea = 16_000_000.0
    /// The largest absolute coordinate of a region in points, and the largest scale in pixels per point.
    private static let (longestSide, largestScale) = (14_400.0, 32.0)

    /// A request: the region to show, in points of the text's own space, and the scale in pixels per point. The text is
    /// decoded separately.
    private struct Wanted: Decodable {
        let region: [Double]
        let scale: Double
    }

    @Sendable private func picture(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try context.visiblePage()
        let body = Body(request, context)
        try body.requireType("application/json")
        let bytes = try await body.bytes(limit: 1 << 20)
        let wanted = try Body.decode(Wanted.self, bytes)
        let page = try Self.page(wanted)
        let text = try Self.text(bytes, at: page.origin)
        let made = try await services.workshop.pictureTurns.run(for: context.identity.key) {
            try await services.engine(for: context.identity).render(
                .bytes(page.document), size: .exactly(width: page.width, height: page.height),
                as: PictureEncoder(.png), ink: text, isTransparent: true)
        }
        return Answer.bytes(made.bytes, type: PictureFormat.png.mediaType, headers: [.cacheControl: "no-store"])
    }

    /// An empty page with the size of a region.
    private struct BlankPage {
        let document: [UInt8]
        let origin: Vector
        let width: Int
        let height: Int
    }

    /// Returns an empty page for a region.
    ///
    /// - Throws: ``Problem`` with status 422 for a region that is empty or too large.
    private static func page(_ wanted: Wanted) throws(Problem) -> BlankPage {
        let region = wanted.region
        guard region.count == 4, region.allSatisfy({ abs($0) <= longestSide }), region[2] - region[0] >= 1,
            region[3] - region[1] >= 1, wanted.scale > 0, wanted.scale <= largestScale
        else {
            throw Problem.refused(
                "A region must have a left, a top, a right and a bottom, at least a point apart; its scale must be "
                    + "above 0 and at most 32.", field: "region")
        }
        let (width, height) = (region[2] - region[0], region[3] - region[1])
        let (wide, high) = (max(1, width * wanted.scale), max(1, height * wanted.scale))
        guard wide * high <= largestArea else {
            throw Problem.refused("The picture would have more than 16 million pixels.", field: "scale")
        }
        let document = """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]/Resources<<>>>>endobj
            trailer<</Root 1 0 R>>
            """
        return BlankPage(
            document: Array(document.utf8), origin: Vector(dx: -region[0], dy: -region[1]),
            width: Int(clamping: wide.rounded()), height: Int(clamping: high.rounded()))
    }

    /// Returns a drawing with the text in the body, moved so that the region begins at the origin.
    ///
    /// - Throws: ``Problem`` with status 422 if the body does not contain exactly one text.
    private static func text(_ bytes: [UInt8], at origin: Vector) throws -> Drawing {
        let given = try Body.decode(JSONValue.self, bytes)
        guard case .object(let members) = given, let item = members["item"] else {
            throw Problem.refused("The body has no item.", field: "item")
        }
        let words = try Answer.encode(["add": [item]])
        let edits: [EditProposal]
        do throws(InkError) { edits = try EditJSON.decode(words) } catch { throw Problem(ink: error) }
        guard let added = edits.first?.added, added.count == 1, case .object(.text(var text))? = added.first else {
            throw Problem.refused("The item is not a text.", field: "item")
        }
        text.transform = .translation(origin)
        text.layer = 0
        var drawing = Drawing()
        drawing.objects = [PlacedObject(.text(text), above: 0)]
        return drawing
    }
}
