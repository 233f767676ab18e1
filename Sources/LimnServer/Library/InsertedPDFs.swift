// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnGeometry

/// Turns PDFs that a person inserts as pictures into pictures, once, before they are stored.
///
/// Afterwards, no worker that draws a character parses a PDF from another person: a worker that a hostile PDF has taken
/// over has seen only documents of the person who sent it.
struct InsertedPDFs: Sendable {
    let services: Services
    /// The person who inserts the PDFs.
    let identity: Identity

    /// The resolution in pixels per point, at the size at which the picture is inserted, and the limits on the longer
    /// side in pixels.
    private static let (resolution, sides) = (300.0 / 72, 64.0...4096.0)
    /// The maximum number of different PDFs in a request.
    private static let limit = 50

    /// Returns proposals without PDFs.
    ///
    /// - Throws: ``Problem`` with status 422 if a PDF cannot be drawn, or if there are too many.
    func drawn(_ proposals: [EditProposal]) async throws -> [EditProposal] {
        var proposals = proposals
        var known: [PictureData: PictureData] = [:]
        for index in proposals.indices {
            for place in proposals[index].replaced.indices {
                try await draw(&proposals[index].replaced[place].item, &known)
            }
            for place in proposals[index].inserted.indices {
                try await draw(&proposals[index].inserted[place].item, &known)
            }
            for place in proposals[index].added.indices { try await draw(&proposals[index].added[place], &known) }
        }
        return proposals
    }

    /// Returns an edit that inserts no PDFs.
    ///
    /// - Throws: ``Problem`` with status 422 if a PDF cannot be drawn, or if there are too many.
    func drawn(_ edit: Edit) async throws -> Edit {
        var edit = edit
        var known: [PictureData: PictureData] = [:]
        for index in edit.inserted.indices { try await draw(&edit.inserted[index].item, &known) }
        return edit
    }

    private func draw(_ item: inout Item, _ known: inout [PictureData: PictureData]) async throws {
        guard case .object(.picture(var picture)) = item, picture.data.format == .pdf else { return }
        if known[picture.data] == nil {
            guard known.count < Self.limit else {
                throw Problem.refused("At most \(Self.limit) different PDFs can be inserted at once.")
            }
            known[picture.data] = try await drawn(picture)
        }
        guard let data = known[picture.data] else { return }
        picture.data = data
        item = .object(.picture(picture))
    }

    private func drawn(_ picture: PictureItem) async throws -> PictureData {
        let t = picture.transform
        let (wide, high) = (Vector(dx: t.a, dy: t.b).length, Vector(dx: t.c, dy: t.d).length)
        let longer = max(picture.frame.width * wide, picture.frame.height * high) * Self.resolution
        let side = longer.isFinite ? min(max(longer, Self.sides.lowerBound), Self.sides.upperBound) : 1024
        let bytes = picture.data.bytes
        let made = try await services.workshop.pictureTurns.run(for: identity.key) {
            try await services.engine(for: identity).render(
                .bytes(bytes), size: .longerSide(Int(clamping: side.rounded())), as: PictureEncoder(.png),
                isTransparent: true)
        }
        return PictureData(made.bytes, format: .png)
    }
}
