// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
public import Foundation

/// Why cairo could not draw or write.
public struct CairoError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage: Hashable, Sendable { case outOfMemory, unsupportedSize, invalidGeometry, other }
        private let storage: Storage

        /// There is not enough memory.
        public static let outOfMemory = Code(storage: .outOfMemory)
        /// A side of an image is longer than 32,767 pixels or not positive.
        public static let unsupportedSize = Code(storage: .unsupportedSize)
        /// A matrix cannot be inverted, a number is not finite, or a dash pattern is unusable.
        public static let invalidGeometry = Code(storage: .invalidGeometry)
        /// Anything else; ``CairoError/status`` tells what.
        public static let other = Code(storage: .other)
    }

    /// The kind of failure.
    public let code: Code
    /// The number of cairo's status (`cairo_status_t`), never 0.
    public let status: UInt32

    /// The error for a status that is not success.
    init(_ status: cairo_status_t) {
        self.status = status.rawValue
        code =
            switch status {
            case CAIRO_STATUS_NO_MEMORY: .outOfMemory
            case CAIRO_STATUS_INVALID_SIZE, CAIRO_STATUS_INVALID_STRIDE: .unsupportedSize
            case CAIRO_STATUS_INVALID_MATRIX, CAIRO_STATUS_INVALID_DASH, CAIRO_STATUS_INVALID_PATH_DATA:
                .invalidGeometry
            default: .other
            }
    }

    /// The one place where a status becomes an error: success does nothing, everything else throws, known or not.
    static func check(_ status: cairo_status_t) throws(CairoError) {
        guard status == CAIRO_STATUS_SUCCESS else { throw CairoError(status) }
    }

    /// A sentence that says what is wrong.
    public var description: String {
        switch code {
        case .outOfMemory: "There is not enough memory to draw this; choose a lower resolution."
        case .unsupportedSize: "A picture must have 1 to 32767 pixels on each side; choose another resolution."
        case .invalidGeometry: "Something to be drawn has coordinates that cannot be used (\(cairoText))."
        default: "Drawing failed: cairo reports “\(cairoText)” (\(status))."
        }
    }

    private var cairoText: String { String(cString: cairo_status_to_string(cairo_status_t(status))) }

    /// The description, for Foundation.
    public var errorDescription: String? { description }
}
