// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs

/// Which pages of an export are compared, and how.
extension Flattener {
    /// The pages with ink, and where the document was written anew a few of the others.
    func pagesToVerify(_ result: FlattenResult, _ report: FlattenReport) -> [PageVerification.Page] {
        var numbers = result.inkedPages
        if result.save != .append, let count = result.pageCount, count > 0 {
            // By chance, so that no worker knows beforehand which pages will be looked at.
            let others = Set(1...count).subtracting(numbers)
            numbers += others.shuffled().prefix(Self.sampledPages).sorted()
        }
        // Where burning left something out, the page looks different.
        let changed = Set(((result.burnt?.leftOut ?? []) + (result.burnt?.doubtful ?? [])).map(\.page))
        // As content, appearances lie on the same place but for rounding, so that smooth edges differ a little, and lines
        // of one pixel more: poppler moves those to whole pixels, and rounding decides whether they are of one.
        let painted = Set(result.burnt?.pages ?? [])
        // Pictures of so few pixels are not placed closely enough by any engine.
        let isCrude = request.mode == .raster && request.resolution < Self.leastResolution
        // What a page too large for the resolution was drawn with instead.
        let lowered = Set(
            request.mode == .raster && request.lowersResolution ? Array(report.loweredResolutions.keys) : [])
        return numbers.map { number in
            PageVerification.Page(
                number: number,
                strictness: isCrude || changed.contains(number) || lowered.contains(number)
                    ? .none : painted.contains(number) ? .coarse : request.mode.strictness)
        }
    }

    /// The pixels an inch at which pages are compared: what has fewer is not looked at with more.
    var comparedResolution: Double {
        request.mode == .raster
            ? min(request.resolution, VerifyJob.standardResolution) : VerifyJob.standardResolution
    }

    /// Below so many pixels an inch, pictures of pages are looked at for their ink only.
    private static let leastResolution = 40.0
    /// The most pages without ink that are compared.
    private static let sampledPages = 16
}
