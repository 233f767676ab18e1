// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Makes pictures of layers.
///
/// `RATTA_RLE` is a run-length code of pairs: a color and a length less one. A length with its highest bit set is the
/// high part of a length whose low part follows with the same color; 255 is a run of 16384 pixels. Other layers are
/// PNG files.
struct SupernotePictures {
    private let file: SupernoteFile
    /// The pictures by the offset of their bytes. Pages share their paper.
    private var known: [Int: PictureData?] = [:]

    private static let background: UInt8 = 0x62
    /// The gray levels of the codes for colors. Other codes are gray levels themselves.
    private static let grays: [UInt8: UInt8] = [
        0x61: 0x00, 0x63: 0x9d, 0x64: 0xc9, 0x65: 0xfe, 0x66: 0x00, 0x67: 0x9d, 0x68: 0xc9, 0x9e: 0x9d, 0xca: 0xc9,
    ]
    private static let longRun = 0x4000

    init(_ file: SupernoteFile) { self.file = file }

    /// Returns the picture of a layer; nil if it is empty or not readable.
    mutating func picture(_ layer: [String: String], width: Int, height: Int) -> PictureData? {
        guard let offset = layer["LAYERBITMAP"].flatMap({ Int($0) }), let block = file.block(at: offset) else {
            return nil
        }
        if let known = known[offset] { return known }
        let picture =
            layer["LAYERPROTOCOL"] == "RATTA_RLE"
            ? Self.pixels(file.bytes[block], count: width * height).flatMap {
                PNGPicture.gray($0, width: width, height: height)
            } : PictureData(Array(file.bytes[block]))
        known[offset] = .some(picture)
        return picture
    }

    /// Returns whether a layer has no ink.
    func isEmpty(_ layer: [String: String]) -> Bool {
        guard let offset = layer["LAYERBITMAP"].flatMap({ Int($0) }), let block = file.block(at: offset) else {
            return true
        }
        return stride(from: block.lowerBound, to: block.upperBound, by: 2).allSatisfy {
            file.bytes[$0] == Self.background
        }
    }

    /// Decodes pixels of a gray level and alpha; nil if none is painted or there are too few.
    private static func pixels(_ code: ArraySlice<UInt8>, count: Int) -> [UInt16]? {
        var pixels = [UInt16](repeating: 0, count: count)
        let (place, isPainted) = pixels.withUnsafeMutableBufferPointer { buffer in
            var (place, isPainted) = (0, false)
            func paint(_ color: UInt8, _ length: Int) {
                let length = min(length, count - place)
                guard length > 0 else { return }
                if color != background, let start = buffer.baseAddress {
                    isPainted = true
                    let pixel = PNGPicture.opaque(grays[color] ?? color)
                    (start + place).update(repeating: pixel, count: length)
                }
                place += length
            }
            func high(_ length: UInt8) -> Int { (Int(length & 0x7f) + 1) << 7 }
            var held: (color: UInt8, length: UInt8)?
            var at = code.startIndex
            while at + 1 < code.endIndex {
                let (color, length) = (code[at], code[at + 1])
                at += 2
                if let before = held {
                    held = nil
                    if before.color == color {
                        paint(color, 1 + Int(length) + high(before.length))
                        continue
                    }
                    paint(before.color, high(before.length))
                }
                if length == 0xff {
                    paint(color, longRun)
                } else if length & 0x80 != 0 {
                    held = (color, length)
                } else {
                    paint(color, Int(length) + 1)
                }
            }
            // The last run fills the page.
            if let held { paint(held.color, count) }
            return (place, isPainted)
        }
        return isPainted && place >= count / 2 ? pixels : nil
    }
}
