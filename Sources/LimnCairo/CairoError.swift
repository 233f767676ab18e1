// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
public import Foundation

/// The error of a failed cairo operation.
public struct CairoError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage: Hashable, Sendable { case outOfMemory, unsupportedSize, invalidGeometry, other }
        private let storage: Storage

        /// There is not enough memory.
        public static let outOfMemory = Code(storage: .outOfMemory)
        /// A side of an image is not within 1…32,767 pixels.
        public static let unsupportedSize = Code(storage: .unsupportedSize)
        /// A matrix is singular, a number is not finite, or a dash pattern is invalid.
        public static let invalidGeometry = Code(storage: .invalidGeometry)
        /// Any other failure; see ``CairoError/status``.
        public static let other = Code(storage: .other)
    }

    /// The kind of failure.
    public let code: Code
    /// cairo's status (`cairo_status_t`), never 0.
    public let status: UInt32

    /// Makes the error for a status other than success.
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

    /// Throws for every status other than success, including unknown ones.
    static func check(_ status: cairo_status_t) throws(CairoError) {
        guard status == CAIRO_STATUS_SUCCESS else { throw CairoError(status) }
    }

    /// The error as a sentence.
    public var description: String {
        switch code {
        case .outOfMemory: "There is not enough memory to draw this; choose a lower resolution."
        case .unsupportedSize: "A picture must have 1 to 32767 pixels on each side; choose another resolution."
        case .invalidGeometry: "The drawing has invalid coordinates (\(cairoText))."
        default: "Drawing failed: cairo reports “\(cairoText)” (\(status))."
        }
    }

    private var cairoText: String { String(cString: cairo_status_to_string(cairo_status_t(status))) }

    /// The description, for Foundation.
    public var errorDescription: String? { description }
}
