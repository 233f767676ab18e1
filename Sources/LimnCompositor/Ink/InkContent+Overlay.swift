// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
internal import LimnInk
public import LimnPDFObjects

extension InkContent {
    /// Returns the content as an overlay for a page.
    ///
    /// The overlay's numbers are multiples of the content's unit; its matrix scales them and leads from page space to the
    /// user space of the page, whose rotation and boxes it takes into account.
    ///
    /// - Parameter geometry: the geometry of the page.
    /// - Returns: nil if nothing is painted.
    public func overlay(for geometry: PageGeometry) -> PageOverlay? {
        guard let bounds else { return nil }
        let scale = AffineTransform.scaling(x: unit, y: unit)
        let box = bounds.expanded(by: 2 * unit)
        var overlay = PageOverlay(
            content: bytes,
            bounds: Rect(
                x0: (box.minX / unit).rounded(.down), y0: (box.minY / unit).rounded(.down),
                x1: (box.maxX / unit).rounded(.up), y1: (box.maxY / unit).rounded(.up)),
            matrix: scale.then(geometry.pageToUser),
            graphicsStates: Dictionary(
                uniqueKeysWithValues: states.enumerated().map { index, state in
                    let blend = state.blend == .multiply ? "Multiply" : "Normal"
                    return ("G\(index)", .init(fillAlpha: state.alpha, strokeAlpha: state.alpha, blendMode: blend))
                }),
            fonts: fonts, drawnFonts: drawnFonts, pictures: pictures, pages: pages, layers: layers,
            patterns: Dictionary(
                uniqueKeysWithValues: grains.enumerated().map { ("N\($0)", StencilPattern($1, unit: unit)) }))
        overlay.tags = tags.map { TaggedContent($0.tag, box: geometry.pageToUser.apply($0.box)) }
        return overlay
    }
}

extension StencilPattern {
    /// Makes the pattern of a grain.
    ///
    /// - Parameter unit: the unit of the content that names the pattern, in points.
    fileprivate init(_ grain: Grain, unit: Double) {
        self.init(side: Grain.side, cells: grain.cells, cell: grain.cell / unit)
    }
}
