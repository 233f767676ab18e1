// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import LimnPictures

/// An error from making, encoding or decoding a picture.
public struct RasterError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage: Hashable, Sendable {
            case unsupportedSize, tooManyPixels, hasAlpha, outOfMemory, unencodable, undecodable
        }
        private let storage: Storage

        /// A side is not within ``PixelBuffer/sides`` or the format's ``PictureFormat/sides``.
        public static let unsupportedSize = Code(storage: .unsupportedSize)
        /// The picture has alpha, but the format does not support it.
        public static let hasAlpha = Code(storage: .hasAlpha)
        /// There is not enough memory for the pixels or for the encoded file.
        public static let outOfMemory = Code(storage: .outOfMemory)
        /// The encoder failed for another reason.
        public static let unencodable = Code(storage: .unencodable)
        /// The file is damaged or not a picture.
        public static let undecodable = Code(storage: .undecodable)
        /// The file has more pixels than the decoder's limit.
        public static let tooManyPixels = Code(storage: .tooManyPixels)
    }

    /// The kind of failure.
    public let code: Code
    /// The width in pixels of the picture to make, encode or decode; 0 if it is unknown.
    public let width: Int
    /// The height in pixels of the picture to make, encode or decode; 0 if it is unknown.
    public let height: Int

    private let format: PictureFormat?

    init(_ code: Code, width: Int, height: Int, format: PictureFormat? = nil) {
        self.code = code
        self.width = width
        self.height = height
        self.format = format
    }

    init(_ code: Code, _ buffer: PixelBuffer, format: PictureFormat? = nil) {
        self.init(code, width: buffer.width, height: buffer.height, format: format)
    }

    /// A sentence that describes the error and, if possible, the remedy.
    public var description: String {
        switch code {
        case .unsupportedSize:
            "A \(format?.name ?? "picture") of \(width) × \(height) pixels is not possible: each side must have 1 to "
                + "\((format?.sides ?? PixelBuffer.sides).upperBound) pixels; choose another resolution"
                + (format == .webp ? " or format." : ".")
        case .hasAlpha: "\((format ?? .jpeg).name) has no transparency; choose PNG or WebP."
        case .outOfMemory:
            "There is not enough memory for a picture of \(width) × \(height) pixels; choose a lower resolution."
        case .undecodable: "The picture is damaged and cannot be decoded."
        case .tooManyPixels: "The picture has \(width) × \(height) pixels, which is too many."
        default:
            "The picture of \(width) × \(height) pixels could not be encoded."
        }
    }

    /// The same text as ``description``, for Foundation.
    public var errorDescription: String? { description }
}
