// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnGeometry
public import LimnInk
package import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

extension PageVerifier {
    /// The papers on which ink is compared, as pixels. Covering and multiplying are linear in the color of the paper, so what
    /// looks alike on both looks alike on any.
    private static let proofPapers: [UInt32] = [0xffff_ffff, 0xff00_0000, 0xffc8_d0b8]
    /// The margin around ink in which it is compared, in pixels.
    private static let proofMargin = 4.0
    /// Colors of the ink and of the paths may differ by so many levels of 255, apart from edges.
    private static let proofLevels = 96

    /// Compares ink with the paths that an export paints for it, on blank paper instead of the page.
    ///
    /// - Parameters:
    ///   - paths: the paths in page space, as ``OverlayPath`` says.
    ///   - ink: the ink that was laid over the page.
    ///   - size: the size of the page.
    /// - Returns: nil if the paths are not clearly the ink, or if this cannot be judged in so small a picture. Then the page
    ///   must be drawn.
    /// - Throws: `CairoError`, `RasterError`.
    package func finding(of paths: [OverlayPath], ink: Drawing, on size: Size) throws -> Finding? {
        guard strictness == .exact, let page = try? pixels(of: size, ink).grid(for: size), !isTooSmallForInk(page),
            let box = paths.compactMap(\.bounds).reduce(ink.shown.bounds, { $0?.union($1) ?? $1 }),
            // Neither ink nor paths are beyond this part of the page, or else neither shows there.
            let grid = page.covering(box.expanded(by: Self.proofMargin / min(page.scaleX, page.scaleY)))
        else { return nil }
        var all = Finding()
        for paper in Self.proofPapers {
            guard let finding = try finding(of: paths, ink, grid, paper) else { return nil }
            if finding.expected > all.expected { all = finding }
        }
        return all.expected > 0 ? all : nil
    }

    /// Compares ink with paths on one paper; nil if they look different.
    private func finding(
        of paths: [OverlayPath], _ ink: Drawing, _ grid: PixelGrid, _ paper: UInt32
    ) throws -> Finding? {
        let blank = try PixelBuffer(width: grid.width, height: grid.height, hasAlpha: false)
        blank.withUnsafeMutableBytes { $0.bindMemory(to: UInt32.self).update(repeating: paper) }
        let (wanted, shown) = (try PixelBuffer(copying: blank), try PixelBuffer(copying: blank))
        try paint(ink, into: wanted, grid)
        try paint(paths, into: shown, grid)
        var comparison = InkComparison(
            before: blank, wanted: wanted, after: shown,
            tolerance: tolerance.points * max(grid.scaleX, grid.scaleY))
        comparison.countInk()
        let finding = Finding(expected: comparison.expected, changed: comparison.changed)
        guard finding.share >= Self.leastShare, comparison.changeElsewhere() == nil else { return nil }
        var others = 0
        for y in 0..<grid.height {
            let (ink, new) = (wanted.pixels(y), shown.pixels(y))
            for x in 0..<grid.width where ink[x] != new[x] {
                if InkComparison.levels(ink[x], new[x]) > Self.proofLevels { others += 1 }
            }
        }
        // On some paper the ink cannot be seen. Then nothing else can be seen either, but for the edges of what is below.
        return Double(others) <= (1 - Self.leastShare) * Double(max(finding.expected, 1)) ? finding : nil
    }

    private func paint(_ paths: [OverlayPath], into picture: PixelBuffer, _ grid: PixelGrid) throws {
        let surface = try ImageSurface(drawingInto: picture)
        let context = try CairoContext(surface)
        context.transform(grid.pageToPixels)
        let painter = MarkPainter(context: context)
        // Engines draw lines at least one pixel wide, so a line of no width shows.
        let pixel = 1 / min(grid.scaleX, grid.scaleY)
        for path in paths {
            var path = path
            if case .line(let width, let cap, let dash) = path.style, width < pixel / 4 {
                path.style = .line(width: pixel, cap: cap, dash: dash)
            }
            painter.paint(Mark(path))
        }
        try context.check()
        try surface.flush()
    }
}

extension Mark {
    fileprivate init(_ path: OverlayPath) {
        let style: Style =
            switch path.style {
            case .fill: .fill
            case .line(let width, let cap, let dash):
                .line(width: width, cap: cap == 0 ? .butt : cap == 1 ? .round : .square, dash: dash)
            }
        self.init(
            path: path.path, style: style,
            color: Color(
                red: path.color.red, green: path.color.green, blue: path.color.blue, alpha: path.alpha),
            blend: path.multiplies ? .multiply : .normal)
    }
}
