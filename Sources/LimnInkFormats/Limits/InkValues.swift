// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Validates documents before writing.
enum InkValues {
    /// Checks that every format can store the values of a document.
    ///
    /// - Throws: `invalidValue` with the location of the first value that no format can store.
    static func check(_ document: InkDocument, format: InkFormat) throws(InkFormatError) {
        for (page, content) in document.pages.enumerated() {
            if let size = content.size, !(size.width.isFinite && size.height.isFinite) {
                throw InkFormatError(
                    .invalidValue, format: format, at: .init(page: page + 1), "a page's size is not finite")
            }
            for (index, stroke) in content.drawing.strokes.enumerated() where !stroke.isStorable {
                throw InkFormatError(
                    .invalidValue, format: format, at: .init(page: page + 1, stroke: index + 1),
                    "it has a value that is not finite or a negative width")
            }
            for placed in content.drawing.objects where !placed.object.isStorable {
                throw InkFormatError(
                    .invalidValue, format: format, at: .init(page: page + 1),
                    "a \(placed.object.kind.rawValue) has a value that is not finite or out of its range")
            }
        }
    }
}
