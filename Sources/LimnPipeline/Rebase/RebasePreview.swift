// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPictures
internal import LimnRebase
internal import SystemPackage

/// Pictures of a move to a new edition: the old pages with their ink, the new pages with the moved ink, in colors for
/// the certainty, and a page for browsers that shows them side by side.
struct RebasePreview {
    /// The colors of certainty. People with color vision deficiency can distinguish them.
    static let colors: [Placement.Certainty: Color] = [
        .certain: Color(rgba: 0x0f8a_5fff), .likely: Color(rgba: 0xd982_00ff), .leftOver: Color(rgba: 0xc623_5bff),
    ]
    private static let size = RenderSize.dpi(100)

    /// A document and its workers.
    struct Edition {
        let document: OpenDocument
        let client: JobClient
        /// The title, for people.
        let title: String
    }

    let old: Edition
    let new: Edition
    let rebase: Rebase
    /// The old drawings, by page index.
    let drawings: [Drawing]
    /// Who gets the pictures.
    let audience: Drawing.Layer.Audience
    let publisher: Publisher

    /// The placements of the items that the audience may see.
    var placements: [Placement] {
        guard audience == .everyone else { return rebase.placements }
        return rebase.placements.filter { placement in
            let drawing = drawings[placement.oldPage]
            let layer = drawing.items[placement.item].layer
            return !drawing.layers.indices.contains(layer) || drawing.layers[layer].audience == .everyone
        }
    }

    /// Writes `old-<page>.png` for each old page with ink, `new-<page>.png` for each new page with ink, and
    /// `index.html`.
    ///
    /// - Throws: ``LimnError``, or an error of writing. Files that were already published stay.
    func write(to folder: FilePath) throws {
        try Publisher.makeFolder(folder)
        let before = painted(by: \.oldPage) { placement in drawings[placement.oldPage].items[placement.item] }
        let after = painted(by: \.newPage) { placement in
            placement.applied(to: drawings[placement.oldPage].items[placement.item])
        }
        for (page, drawing) in before {
            try draw(drawing, on: page, of: old, to: folder.appending("old-\(page + 1).png"))
        }
        for (page, drawing) in after {
            try draw(drawing, on: page, of: new, to: folder.appending("new-\(page + 1).png"))
        }
        let text = RebasePreviewPage(preview: self, oldPages: before.map(\.page), newPages: after.map(\.page)).html
        try publisher.publish(Array(text.utf8), to: folder.appending("index.html"))
    }

    /// Returns the items of each page in the colors of their certainty, in page order.
    private func painted(
        by page: KeyPath<Placement, Int>, _ item: (Placement) -> Item
    ) -> [(page: Int, drawing: Drawing)] {
        Dictionary(grouping: placements, by: { $0[keyPath: page] }).sorted { $0.key < $1.key }.map {
            number, here in
            (page: number, drawing: Drawing(items: here.flatMap { Self.marked(item($0), $0.certainty) }))
        }
    }

    /// Colors an item. Pictures and texts also get a frame, because they have their own colors.
    private static func marked(_ item: Item, _ certainty: Placement.Certainty) -> [Item] {
        let color = colors[certainty] ?? .black
        var copy = item
        copy.layer = 0
        guard case .stroke(let stroke) = copy else {
            guard let box = item.bounds, box.isFinite else { return [copy] }
            let corners = box.expanded(by: 2).corners
            return [
                copy, .stroke(Stroke(brush: Brush(color: color), points: StrokePoints(corners + corners.prefix(1)))),
            ]
        }
        var marked = stroke
        marked.layer = 0
        marked.brush.color = color
        if stroke.brush.kind != .pen { marked.brush.color.alpha = 0.35 }
        if stroke.brush.kind == .whiteout { marked.brush.kind = .pen }
        return [.stroke(marked)]
    }

    private func draw(_ drawing: Drawing, on page: Int, of edition: Edition, to output: FilePath) throws {
        let file = try publisher.stage(output)
        let job = PictureJob(
            page: page + 1, size: Self.size, lowersResolution: true, form: .file(PictureEncoder()), hasInk: true)
        _ = try edition.client.withNewBudget().picture(
            job, of: edition.document, ink: try drawing.scratch(), into: JobOutput(file))
        if let error = publisher.publish([file])[0] { throw error }
    }
}
