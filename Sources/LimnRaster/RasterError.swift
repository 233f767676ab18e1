// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// Why a picture could not be made or encoded.
public struct RasterError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage: Hashable, Sendable { case unsupportedSize, outOfMemory, unencodable }
        private let storage: Storage

        /// A side is not within ``PixelBuffer/sides``.
        public static let unsupportedSize = Code(storage: .unsupportedSize)
        /// There is not enough memory for the pixels or for the encoded file.
        public static let outOfMemory = Code(storage: .outOfMemory)
        /// The encoder refused the pixels; what it was asked for cannot be written in this format.
        public static let unencodable = Code(storage: .unencodable)
    }

    /// The kind of failure.
    public let code: Code
    /// The width asked for, in pixels.
    public let width: Int
    /// The height asked for, in pixels.
    public let height: Int

    init(_ code: Code, width: Int, height: Int) {
        self.code = code
        self.width = width
        self.height = height
    }

    /// A sentence that says what to do.
    public var description: String {
        switch code {
        case .unsupportedSize:
            "A picture of \(width) × \(height) pixels is not possible: each side must have 1 to "
                + "\(PixelBuffer.sides.upperBound) pixels; choose another resolution."
        case .outOfMemory:
            "There is not enough memory for a picture of \(width) × \(height) pixels; choose a lower resolution."
        default:
            "The picture of \(width) × \(height) pixels could not be encoded."
        }
    }

    /// The description, for Foundation.
    public var errorDescription: String? { description }
}
