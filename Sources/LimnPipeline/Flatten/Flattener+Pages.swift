// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnJobs

/// Decides which pages of an export are compared, and how.
extension Flattener {
    /// Returns the pages with ink and, if the document was rewritten, a few other pages.
    ///
    /// - Parameters:
    ///   - sampled: the pages that are drawn, whatever the bytes of the export prove.
    ///   - isThorough: whether to return all pages of a rewritten document.
    func pagesToVerify(
        _ result: FlattenResult, _ report: FlattenReport, drawing sampled: Set<Int>, isThorough: Bool
    ) -> [PageVerification.Page] {
        var numbers = result.inkedPages
        if result.save != .append, let count = result.pageCount, count > 0 {
            // The other pages are chosen at random, so that no worker knows in advance which ones are compared.
            let others = Set(1...count).subtracting(numbers)
            numbers += isThorough ? others.sorted() : others.shuffled().prefix(Self.sampledPages).sorted()
        }
        // Pages look different if burning left out annotations or painted doubtful ones.
        let changed = Set(((result.burnt?.leftOut ?? []) + (result.burnt?.doubtful ?? [])).map(\.page))
        // Rounding makes painted appearances differ slightly from annotations at antialiased edges. Lines one pixel
        // wide differ more: poppler snaps them to whole pixels, and rounding decides which lines are that thin.
        let painted = Set(result.burnt?.pages ?? [])
        // At such a low resolution, no renderer positions images exactly enough.
        let isCrude = request.mode == .raster && request.resolution < Self.leastResolution
        // The large pages that got a lower resolution.
        let lowered = Set(
            request.mode == .raster && request.lowersResolution ? Array(report.loweredResolutions.keys) : [])
        return numbers.map { number in
            PageVerification.Page(
                number: number,
                strictness: isCrude || changed.contains(number) || lowered.contains(number)
                    ? .none : painted.contains(number) ? .coarse : request.mode.strictness,
                mayProve: provesPages && result.save == .append && !sampled.contains(number))
        }
    }

    /// Whether the bytes of the export may prove what would else be compared in pictures.
    var provesPages: Bool { request.mode == .overlay && request.verifiedPages == .sample && !request.switchesLayers }

    /// Returns pages of every weight, from that with most ink to that with least. Their number grows with the root of the
    /// number of pages; a few pages are all drawn.
    static func sample(of drawings: [Int: Drawing]) -> Set<Int> {
        let ordered = drawings.map { (page: $0.key, points: $0.value.pointCount) }.sorted {
            ($1.points, $0.page) < ($0.points, $1.page)
        }
        let count = max(Double(leastSample), Double(ordered.count).squareRoot().rounded(.up))
        guard Double(ordered.count) > count else { return Set(drawings.keys) }
        let step = Double(ordered.count - 1) / (count - 1)
        return Set(
            (0..<Int(clamping: count)).map { ordered[min(Int(clamping: Double($0) * step), ordered.count - 1)].page })
    }

    /// The least number of pages that are drawn.
    private static let leastSample = 4

    /// The resolution of the comparison in pixels per inch. It is at most the resolution of rasterized pages.
    var comparedResolution: Double {
        request.mode == .raster
            ? min(request.resolution, VerifyJob.standardResolution) : VerifyJob.standardResolution
    }

    /// The minimum resolution, in pixels per inch, for a full comparison of rasterized pages. Below it, only ink is
    /// compared.
    private static let leastResolution = 40.0
    /// The maximum number of pages without ink that are compared.
    private static let sampledPages = 16
}
