// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The state that the pages of a file share during reading: limits, counts and dropped items.
struct RemarkableContext {
    let limits: InkLimits
    /// The format for error messages.
    let format: InkFormat
    /// The number of the current page, from 1.
    var page = 1
    var dropped = DroppedItems()
    private var strokes = 0
    private var points = 0

    init(limits: InkLimits, format: InkFormat) {
        self.limits = limits
        self.format = format
    }

    /// Adds a dropped item on the current page.
    mutating func drop(_ kind: DroppedItem.Kind, count: Int = 1, _ detail: String = "") {
        dropped.note(kind, page: page, count: count, detail: detail)
    }

    /// Counts a stroke or a layer.
    mutating func countStroke() throws(InkFormatError) {
        strokes += 1
        guard strokes <= limits.maximumStrokes else { throw tooMany("strokes", limits.maximumStrokes) }
    }

    /// Counts points before they are decoded. The caller must have checked the count against the file size.
    mutating func countPoints(_ count: Int) throws(InkFormatError) {
        points += count
        guard points <= limits.maximumPoints else { throw tooMany("points", limits.maximumPoints) }
    }

    /// Returns the error for data that violates the format.
    ///
    /// - Parameter byte: the byte offset of the error in the file.
    func corrupt(_ detail: String, at byte: Int) -> InkFormatError {
        InkFormatError(.corrupt, format: format, at: .init(page: page, byte: byte), detail)
    }

    private func tooMany(_ what: String, _ limit: Int) -> InkFormatError {
        InkFormatError(.tooLarge, format: format, at: .init(page: page), "it has more than \(limit) \(what)")
    }
}
