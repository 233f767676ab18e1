// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs

/// Decides which pages of an export are compared, and how.
extension Flattener {
    /// Returns the pages with ink and, if the document was rewritten, a few other pages.
    ///
    /// - Parameter isThorough: whether to return all pages of a rewritten document.
    func pagesToVerify(
        _ result: FlattenResult, _ report: FlattenReport, isThorough: Bool
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
                    ? .none : painted.contains(number) ? .coarse : request.mode.strictness)
        }
    }

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
