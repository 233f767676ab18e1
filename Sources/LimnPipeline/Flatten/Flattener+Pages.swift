// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs

/// Decides which pages of an export are compared, and how.
extension Flattener {
    /// The pages with ink and, if the document was rewritten, a few of the others.
    func pagesToVerify(_ result: FlattenResult, _ report: FlattenReport) -> [PageVerification.Page] {
        var numbers = result.inkedPages
        if result.save != .append, let count = result.pageCount, count > 0 {
            // The other pages are chosen at random, so that no worker knows in advance which ones will be compared.
            let others = Set(1...count).subtracting(numbers)
            numbers += others.shuffled().prefix(Self.sampledPages).sorted()
        }
        // Pages with annotations that burning left out look different.
        let changed = Set(((result.burnt?.leftOut ?? []) + (result.burnt?.doubtful ?? [])).map(\.page))
        // Painted appearances differ from annotations by rounding. So antialiased edges differ a little, and lines of
        // one pixel differ more: poppler moves those to whole pixels, and rounding decides which lines are that thin.
        let painted = Set(result.burnt?.pages ?? [])
        // At such a low resolution, no engine places pictures exactly enough.
        let isCrude = request.mode == .raster && request.resolution < Self.leastResolution
        // The lowered resolutions of large pages.
        let lowered = Set(
            request.mode == .raster && request.lowersResolution ? Array(report.loweredResolutions.keys) : [])
        return numbers.map { number in
            PageVerification.Page(
                number: number,
                strictness: isCrude || changed.contains(number) || lowered.contains(number)
                    ? .none : painted.contains(number) ? .coarse : request.mode.strictness)
        }
    }

    /// The resolution of the comparison in pixels an inch. It is not higher than that of the pages' own pictures.
    var comparedResolution: Double {
        request.mode == .raster
            ? min(request.resolution, VerifyJob.standardResolution) : VerifyJob.standardResolution
    }

    /// The minimum resolution in pixels an inch for comparing more than the ink of pages that became pictures.
    private static let leastResolution = 40.0
    /// The maximum number of pages without ink that are compared.
    private static let sampledPages = 16
}
