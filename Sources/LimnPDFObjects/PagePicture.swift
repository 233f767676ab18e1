// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompression

/// A picture as the data of an image XObject (ISO 32000-2, 8.9.5).
public struct PagePicture: Hashable, Sendable {
    /// The colours of a pixel.
    public enum Channels: Hashable, Sendable {
        /// Black (0) or white (1), one bit each; rows are padded to whole bytes.
        case bits
        /// 8 bits of grey.
        case grey
        /// 8 bits each of red, green and blue.
        case rgb
    }
    /// How the data is coded.
    public enum Coding: Hashable, Sendable {
        /// The zlib format.
        case flate
        /// The stream of a PNG file: every row is filtered, then all is in the zlib format.
        case png
        /// A JPEG file.
        case jpeg
    }

    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The colours of a pixel.
    public var channels: Channels
    /// How the data is coded.
    public var coding: Coding
    /// The coded rows, from the top.
    public var data: [UInt8]

    /// Makes a picture of black and white.
    ///
    /// - Parameter rows: one bit a pixel, the highest first, 1 for white; each row starts with a byte of its own.
    public init(width: Int, height: Int, rows: [UInt8]) {
        precondition(rows.count == (width + 7) / 8 * height, "Rows are padded to whole bytes.")
        self.init(
            width: width, height: height, channels: .bits, coding: .flate, data: Deflate.compress(rows, level: 9))
    }

    /// Makes a picture.
    public init(width: Int, height: Int, channels: Channels, coding: Coding, data: [UInt8]) {
        self.width = width
        self.height = height
        self.channels = channels
        self.coding = coding
        self.data = data
    }
}

extension PagePicture {
    /// The entries of the image's dictionary besides /Length.
    var entries: String {
        let colors = channels == .rgb ? 3 : 1
        let bits = channels == .bits ? 1 : 8
        let filter =
            switch coding {
            case .jpeg: "/Filter/DCTDecode"
            case .flate: "/Filter/FlateDecode"
            case .png:
                "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors \(colors)/BitsPerComponent \(bits)"
                    + "/Columns \(width)>>"
            }
        return "/Type/XObject/Subtype/Image/Width \(width)/Height \(height)/ColorSpace"
            + "\(channels == .rgb ? "/DeviceRGB" : "/DeviceGray")/BitsPerComponent \(bits)\(filter)"
    }
}
