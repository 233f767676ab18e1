// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// The requested size of an image (IIIF Image API 3.0, 4.2).
struct ImageSize: Hashable, Sendable {
    /// The forms of a size.
    enum Form: Hashable, Sendable {
        case max
        case width(Int)
        case height(Int)
        case percent(Double)
        case exactly(width: Int, height: Int)
        /// As large as possible within these limits, with the region's aspect ratio.
        case within(width: Int, height: Int)
    }

    /// The form of the size.
    let form: Form
    /// Whether the image may be larger than its region.
    let enlarges: Bool

    /// Creates a size that does not exceed the region.
    init(_ form: Form) {
        self.form = form
        enlarges = false
    }

    /// Parses a size.
    ///
    /// - Throws: ``Problem`` with status 400.
    init(_ text: String) throws(Problem) {
        enlarges = text.hasPrefix("^")
        let text = enlarges ? text.dropFirst() : text[...]
        let pair = text.split(separator: ",", omittingEmptySubsequences: false)
        if text == "max" {
            form = .max
        } else if text.hasPrefix("pct:"), let percent = ImageNumber.decimal(text.dropFirst(4)) {
            form = .percent(percent)
        } else if text.hasPrefix("!"), let n = ImageNumber.list(text.dropFirst(), 2, { ImageNumber.whole($0) }) {
            form = .within(width: n[0], height: n[1])
        } else if pair.count == 2, pair[1].isEmpty, let width = ImageNumber.whole(pair[0]) {
            form = .width(width)
        } else if pair.count == 2, pair[0].isEmpty, let height = ImageNumber.whole(pair[1]) {
            form = .height(height)
        } else if let n = ImageNumber.list(text, 2, { ImageNumber.whole($0) }) {
            form = .exactly(width: n[0], height: n[1])
        } else {
            throw .picture(
                "The size must be max, 'w,', ',h', pct:n, 'w,h' or '!w,h', with or without ^ in front.", "size")
        }
    }

    /// Returns the width and height in pixels.
    ///
    /// - Throws: ``Problem`` with status 400 for an empty image, for an image larger than its region without `^`, or
    ///   above the limits.
    func resolved(
        for region: PixelRegion, limits: ImageLimits = .standard
    ) throws(Problem) -> (width: Int, height: Int) {
        let (wide, high) = (Double(region.width), Double(region.height))
        let found: (width: Double, height: Double)
        var isLimited = false
        switch form {
        case .max:
            let factor = limits.factor(width: wide, height: high)
            let share = enlarges ? factor : min(1, factor)
            found = limits.lowered(wide * share, high * share)
            isLimited = true
        case .width(let width): found = (Double(width), (high * Double(width) / wide).rounded())
        case .height(let height): found = ((wide * Double(height) / high).rounded(), Double(height))
        case .percent(let percent): found = ((wide * percent / 100).rounded(), (high * percent / 100).rounded())
        case .exactly(let width, let height): found = (Double(width), Double(height))
        case .within(let width, let height):
            var share = min(Double(width) / wide, Double(height) / high)
            if !enlarges { share = min(share, 1) }
            let allowed = limits.factor(width: wide, height: high)
            isLimited = share > allowed
            found =
                isLimited
                ? limits.lowered(wide * allowed, high * allowed) : ((wide * share).rounded(), (high * share).rounded())
        }
        // A side that is computed, as for a long strip, has at least one pixel. A requested size of 0 is refused.
        let isNothing: Bool =
            switch form {
            case .max: false
            case .width(let n), .height(let n): n == 0
            case .percent(let n): n == 0
            case .exactly(let n, let m), .within(let n, let m): n == 0 || m == 0
            }
        guard !isNothing else { throw .picture("A picture must have at least one pixel.", "size") }
        let (width, height) = (max(1, found.width), max(1, found.height))
        guard enlarges || (width <= wide && height <= high) else {
            throw .picture("The picture would be larger than its region; put ^ before the size for that.", "size")
        }
        guard isLimited || limits.allow(width: width, height: height) else {
            throw .picture(
                "The picture would have more than \(limits.side) pixels a side or \(limits.area) pixels in all.", "size"
            )
        }
        return (Int(clamping: width), Int(clamping: height))
    }
}

/// The limits on the size of images.
struct ImageLimits: Hashable, Sendable {
    /// The longest side in pixels. WebP allows at most 16,383.
    var side: Int
    /// The maximum number of pixels.
    var area: Int

    /// The default limits. An A3 page at 300 pixels per inch has 17 million pixels.
    static let standard = ImageLimits(side: 16_383, area: 25_000_000)

    /// Returns whether an image may have a size.
    func allow(width: Double, height: Double) -> Bool {
        max(width, height) <= Double(side) && width * height <= Double(area)
    }

    /// Returns the largest factor by which both sides of an image may be scaled.
    func factor(width: Double, height: Double) -> Double {
        min(Double(side) / max(width, height), (Double(area) / (width * height)).squareRoot())
    }

    /// Rounds the sides to integers, and rounds them down if the rounded size would exceed the limits.
    func lowered(_ width: Double, _ height: Double) -> (width: Double, height: Double) {
        let rounded = (max(1, width.rounded()), max(1, height.rounded()))
        return allow(width: rounded.0, height: rounded.1)
            ? rounded : (max(1, width.rounded(.down)), max(1, height.rounded(.down)))
    }
}
