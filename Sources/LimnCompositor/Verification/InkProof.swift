// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnGeometry
public import LimnInk
package import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

/// Compares ink with the paths that an export paints for it, on blank paper instead of the page.
package struct InkProof {
    /// The papers on which ink is compared, as pixels. Covering and multiplying are linear in the color of the paper, so what
    /// looks alike on white and on black looks alike on every paper. Gray ink is clearly seen on green.
    private static let papers: [UInt32] = [0xffff_ffff, 0xff00_0000, 0xffc8_d0b8]
    /// The margin around ink in which it is compared, in pixels.
    private static let margin = 4.0
    /// The largest difference between colors of the ink and of the paths, in levels of 255. Edges may differ by more.
    private static let levels = 96

    /// The resolution and the tolerance of the comparison. Only exact comparisons can be proven.
    private let verifier: PageVerifier

    /// Makes a proof by the terms of a verifier.
    package init(_ verifier: PageVerifier) { self.verifier = verifier }

    /// Compares ink with the paths that an export paints for it.
    ///
    /// - Parameters:
    ///   - paths: the paths in page space, as ``OverlayPath`` says.
    ///   - ink: the ink that was laid over the page.
    ///   - size: the size of the page.
    /// - Returns: nil if the paths are not clearly the ink, or if this cannot be judged in so small a picture. Then the page
    ///   must be drawn.
    /// - Throws: `CairoError`, `RasterError`.
    package func finding(
        of paths: [OverlayPath], ink: Drawing, on size: Size
    ) throws -> PageVerifier.Finding? {
        guard verifier.strictness == .exact, let page = try? verifier.pixels(of: size, ink).grid(for: size),
            !verifier.isTooSmallForInk(page),
            let box = paths.compactMap(\.bounds).reduce(ink.shown.bounds, { $0?.union($1) ?? $1 }),
            // Neither ink nor paths are beyond this part of the page, or else neither shows there.
            let grid = page.covering(box.expanded(by: Self.margin / min(page.scaleX, page.scaleY)))
        else { return nil }
        var all = PageVerifier.Finding()
        for paper in Self.papers {
            guard let finding = try finding(of: paths, ink, grid, paper) else { return nil }
            if finding.expected > all.expected { all = finding }
        }
        return all.expected > 0 ? all : nil
    }

    /// Compares ink with paths on one paper; nil if they look different.
    private func finding(
        of paths: [OverlayPath], _ ink: Drawing, _ grid: PixelGrid, _ paper: UInt32
    ) throws -> PageVerifier.Finding? {
        let blank = try PixelBuffer(width: grid.width, height: grid.height, hasAlpha: false)
        blank.withUnsafeMutableBytes { $0.bindMemory(to: UInt32.self).update(repeating: paper) }
        let (wanted, shown) = (try PixelBuffer(copying: blank), try PixelBuffer(copying: blank))
        try verifier.paint(ink, into: wanted, grid)
        try paint(paths, into: shown, grid)
        var comparison = InkComparison(
            before: blank, wanted: wanted, after: shown,
            tolerance: verifier.tolerance.points * max(grid.scaleX, grid.scaleY))
        comparison.countInk()
        let finding = PageVerifier.Finding(expected: comparison.expected, changed: comparison.changed)
        guard finding.share >= PageVerifier.leastShare, comparison.changeElsewhere() == nil else { return nil }
        var others = 0
        for y in 0..<grid.height {
            let (ink, new) = (wanted.pixels(y), shown.pixels(y))
            for x in 0..<grid.width where ink[x] != new[x] {
                if InkComparison.levels(ink[x], new[x]) > Self.levels { others += 1 }
            }
        }
        // Where the ink has the color of the paper, no pixel may differ.
        return Double(others) <= (1 - PageVerifier.leastShare) * Double(max(finding.expected, 1)) ? finding : nil
    }

    private func paint(_ paths: [OverlayPath], into picture: PixelBuffer, _ grid: PixelGrid) throws {
        // Engines draw lines at least one pixel wide, so a line of no width shows.
        let pixel = 1 / min(grid.scaleX, grid.scaleY)
        try PageVerifier.paint(into: picture, grid) { context in
            let painter = MarkPainter(context: context)
            for path in paths {
                var path = path
                if case .line(let width, let cap, let dash) = path.style, width < pixel / 4 {
                    path.style = .line(width: pixel, cap: cap, dash: dash)
                }
                painter.paint(Mark(path))
            }
        }
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
