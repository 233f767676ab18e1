// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture as the data of an image XObject (ISO 32000-2, 8.9.5).
public struct PagePicture: Hashable, Sendable {
    /// The color format of a pixel.
    public enum Channels: Hashable, Sendable {
        /// Gray of 1, 2, 4 or 8 bits; rows are padded to whole bytes.
        case gray(bits: Int)
        /// Palette indices of 1, 2, 4 or 8 bits. The palette has three bytes for each entry: red, green and blue.
        case indexed(bits: Int, palette: [UInt8])
        /// 8 bits each of red, green and blue.
        case rgb
        /// 8 bits each of cyan, magenta, yellow and black. Adobe's programs store inverted values in JPEG files.
        case cmyk(isInverted: Bool)
    }
    /// The encoding of the data.
    public enum Coding: Hashable, Sendable {
        /// The zlib stream of a PNG file, which contains filtered rows.
        case png
        /// A JPEG file.
        case jpeg
    }

    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The color format of a pixel.
    public var channels: Channels
    /// The encoding of the data.
    public var coding: Coding
    /// The encoded rows, from top to bottom.
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
    /// The entries of the image's dictionary except /Length, as PDF text.
    var entries: String {
        let parameters = parameters.map { "/DecodeParms\($0)" } ?? ""
        let decode = decode.map { "/Decode\($0)" } ?? ""
        return "/Type/XObject/Subtype/Image/Width \(width)/Height \(height)/ColorSpace\(space)"
            + "/BitsPerComponent \(bits)\(decode)/Filter\(filter)\(parameters)"
    }

    /// The entries of the image's dictionary except /Filter and /Length. No value is a reference.
    var imageEntries: [PDFEntry] {
        var entries: [PDFEntry] = [
            ("/Type", .text("/XObject")), ("/Subtype", .text("/Image")), ("/Width", .text("\(width)")),
            ("/Height", .text("\(height)")), ("/ColorSpace", .text(space)), ("/BitsPerComponent", .text("\(bits)")),
        ]
        if let decode { entries.append(("/Decode", .text(decode))) }
        if let parameters { entries.append(("/DecodeParms", .text(parameters))) }
        return entries
    }

    /// The data and its filter, for a stream.
    var stream: StreamData { StreamData(coded: data, filter: filter) }

    private var filter: String { coding == .jpeg ? "/DCTDecode" : "/FlateDecode" }

    private var bits: Int {
        switch channels {
        case .gray(let bits), .indexed(let bits, _): bits
        case .rgb, .cmyk: 8
        }
    }

    private var space: String {
        switch channels {
        case .gray: "/DeviceGray"
        case .rgb: "/DeviceRGB"
        case .cmyk: "/DeviceCMYK"
        case .indexed(_, let palette): "[/Indexed/DeviceRGB \(palette.count / 3 - 1)<\(palette.hexadecimal)>]"
        }
    }

    private var decode: String? { channels == .cmyk(isInverted: true) ? "[1 0 1 0 1 0 1 0]" : nil }

    private var parameters: String? {
        guard coding == .png else { return nil }
        let colors =
            switch channels {
            case .gray, .indexed: 1
            case .rgb: 3
            case .cmyk: 4
            }
        return "<</Predictor 15/Colors \(colors)/BitsPerComponent \(bits)/Columns \(width)>>"
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        String(decoding: flatMap { [hexDigits[Int($0 >> 4)], hexDigits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
