// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// What Pillow reads from a picture file.
public struct DecodedPicture {
    /// Pillow's name of the format: PNG, JPEG, WEBP.
    public let format: String
    /// Pillow's name of the channels: L, RGB, RGBA …
    public let mode: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The resolution that the file states; nil when it states none.
    public let dpi: Double?
    /// Rows from the top, a byte a channel.
    public let bytes: [UInt8]

    /// Decodes a file's bytes.
    public init(_ file: [UInt8]) throws {
        let folder = try TemporaryFolder()
        let raw = folder.path("picture.raw")
        let words = try python("picture_pixels", try folder.write(file, "picture"), raw)
            .split(whereSeparator: \.isWhitespace).map(String.init)
        format = words[0]
        mode = words[1]
        width = Int(words[2])!
        height = Int(words[3])!
        dpi = Double(words[4])
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
    }

    /// The channels of a pixel.
    public subscript(x: Int, y: Int) -> [Int] {
        let count = bytes.count / (width * height)
        return (0..<count).map { Int(bytes[(y * width + x) * count + $0]) }
    }
}
