// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture as the data of an image XObject (ISO 32000-2, 8.9.5).
public struct PagePicture: Hashable, Sendable {
    /// The colours of a pixel.
    public enum Channels: Hashable, Sendable {
        /// Grey of 1, 2, 4 or 8 bits; rows are padded to whole bytes.
        case grey(bits: Int)
        /// Numbers of colours, of 1, 2, 4 or 8 bits, and red, green and blue of each colour.
        case indexed(bits: Int, palette: [UInt8])
        /// 8 bits each of red, green and blue.
        case rgb
    }
    /// How the data is coded.
    public enum Coding: Hashable, Sendable {
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
        let (bits, space) =
            switch channels {
            case .grey(let bits): (bits, "/DeviceGray")
            case .rgb: (8, "/DeviceRGB")
            case .indexed(let bits, let palette):
                (bits, "[/Indexed/DeviceRGB \(palette.count / 3 - 1)<\(palette.hexadecimal)>]")
            }
        let filter =
            switch coding {
            case .jpeg: "/Filter/DCTDecode"
            case .png:
                "/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors \(colors)/BitsPerComponent \(bits)"
                    + "/Columns \(width)>>"
            }
        return "/Type/XObject/Subtype/Image/Width \(width)/Height \(height)/ColorSpace\(space)"
            + "/BitsPerComponent \(bits)\(filter)"
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        String(decoding: flatMap { [hexDigits[Int($0 >> 4)], hexDigits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
