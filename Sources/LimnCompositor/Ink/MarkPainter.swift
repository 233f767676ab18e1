// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
internal import LimnGeometry
internal import LimnInk
internal import LimnPDFRendering
internal import LimnRaster

/// Paints marks into a cairo context.
final class MarkPainter {
    /// A grain in a color.
    private struct Tile: Hashable {
        var grain: Grain
        var color: Color
    }

    /// The most tiles that are kept.
    private static let mostTiles = 64

    private let context: CairoContext
    private var tiles: [Tile: ImageSurface] = [:]

    /// Makes a painter. One unit of the context must be one point of page space.
    init(context: CairoContext) { self.context = context }

    /// Paints a mark in one operation. Without memory for its grain, it is solid.
    func paint(_ mark: Mark) {
        let color = mark.color
        if let grain = mark.grain, let tile = surface(Tile(grain: grain, color: color)) {
            context.setSource(repeating: tile, pixel: grain.cell)
        } else {
            context.setSource(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
        }
        context.setBlend(mark.blend == .multiply ? .multiply : .over)
        context.append(mark.path)
        switch mark.style {
        case .fill: context.fill()
        case .line(let width, let cap, let dash):
            context.stroke(StrokeStyle(width: width, cap: cap.cairo, dash: dash))
        }
    }

    private func surface(_ tile: Tile) -> ImageSurface? {
        if let known = tiles[tile] { return known }
        let side = Grain.side
        guard let buffer = try? PixelBuffer(width: side, height: side, hasAlpha: true) else { return nil }
        let color = tile.color
        func byte(_ part: Double) -> UInt8 {
            UInt8(exactly: min(max(part * color.alpha * 255, 0), 255).rounded()) ?? 0
        }
        let ink = (blue: byte(color.blue), green: byte(color.green), red: byte(color.red), alpha: byte(1))
        for (index, isInked) in tile.grain.cells.enumerated() where isInked {
            buffer[index % side, index / side] = ink
        }
        let surface = try? ImageSurface(drawingInto: buffer)
        // Ink of many colors needs no more memory than ink of some.
        if tiles.count >= Self.mostTiles { tiles = [:] }
        tiles[tile] = surface
        return surface
    }
}

extension Brush.Cap {
    fileprivate var cairo: StrokeStyle.Cap {
        switch self {
        case .round: .round
        case .butt: .butt
        case .square: .square
        }
    }
}
