// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnJobs

/// The findings of the comparison of an export with its original, before the export is published.
public struct Verification: Hashable, Sendable, Encodable {
    /// The number of pages that were compared as pictures, with and without ink.
    public internal(set) var pages = 0
    /// The other pages with ink, from 1, in ascending order: the bytes of the export prove that ink was added and nothing else
    /// was changed.
    public internal(set) var proven: [Int] = []
    /// The number of compared pages with ink.
    public internal(set) var inkedPages = 0
    /// The lowest share, over all pages, of the pixels under the ink that changed, 0…1; nil if no ink is visible.
    public internal(set) var leastInkShare: Double?
    /// How strictly pixels away from the ink were compared: `exact`, `coarse` for pages that were drawn anew, or
    /// `none`. This is the strictness of the least strictly compared page.
    public internal(set) var elsewhere = "exact"

    /// The pages on which annotations or form fields cover ink.
    public internal(set) var hiddenInk: [HiddenInk] = []

    /// A page with covered ink.
    public struct HiddenInk: Hashable, Sendable, Codable {
        /// The page number, from 1.
        public var page: Int
        /// The share of the ink's pixels that are covered, 0…1.
        public var share: Double
    }

    init() {}

    mutating func add(_ page: PageVerification.Page, _ finding: VerifyJob.Answer) {
        if finding.isProven {
            proven.append(page.number)
            proven.sort()
            return
        }
        pages += 1
        if finding.expected > 0 {
            inkedPages += 1
            leastInkShare = min(leastInkShare ?? 1, finding.share)
            if finding.hidden > 0 {
                let share = Double(finding.hidden) / Double(finding.expected)
                hiddenInk.append(HiddenInk(page: page.number, share: Self.rounded(share)))
                hiddenInk.sort { $0.page < $1.page }
            }
        }
        let order = ["exact", "coarse", "none"]
        elsewhere =
            order[
                max(order.firstIndex(of: elsewhere) ?? 0, order.firstIndex(of: page.strictness.rawValue) ?? 0)]
    }

    private static func rounded(_ share: Double) -> Double { (share * 10_000).rounded() / 10_000 }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "pages": pages, "proven": proven, "inkedPages": inkedPages,
            "leastInkShare": leastInkShare.map { Self.rounded($0) },
            "hiddenInk": hiddenInk, "elsewhere": elsewhere,
        ])
    }
}

extension LimnError {
    /// Makes the error for an export that failed verification.
    init(_ fault: VerifyJob.Fault, page: Int) {
        func text(_ size: Size) -> String { "\(ShortNumber.text(size.width)) × \(ShortNumber.text(size.height)) pt" }
        let what =
            switch fault {
            case .size(let size, let was): "page \(page) would be \(text(size)) instead of \(text(was))"
            case .inkMissing(let share):
                "on page \(page) only \(Int(clamping: share * 100)) % of the ink would show"
            case .changedElsewhere(let place, let levels):
                "on page \(page) something else than the ink would change, \(ShortNumber.text(place.x)) pt from the left and "
                    + "\(ShortNumber.text(place.y)) pt from the top, by \(levels) of 255 levels"
            }
        var code = LimnError.Code.unverified
        if case .inkMissing = fault { code = .inkNotShown }
        self.init(code, "The new document is not published: \(what).")
    }
}
