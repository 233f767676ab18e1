// SPDX-License-Identifier: Apache-2.0

extension PictureData {
    /// The picture without metadata such as the location of a photo. It keeps its pixels, color profile and
    /// orientation.
    ///
    /// In JPEG files, comments and all application segments except JFIF, ICC profiles and Adobe's segment are removed.
    /// An orientation other than 1 is written to a new Exif segment without other data. In PNG files, text (tEXt, zTXt,
    /// iTXt), the time (tIME) and Exif data (eXIf) are removed. PDF files do not change.
    ///
    /// The compressed pixels are copied, not re-encoded. If the structure of a file is damaged, everything after the
    /// damage is copied, including any metadata.
    public var withoutMetadata: PictureData {
        switch format {
        case .png: PictureData(Self.strippedPNG(bytes), format: .png)
        case .jpeg: PictureData(strippedJPEG, format: .jpeg)
        case .pdf: self
        }
    }

    private var strippedJPEG: [UInt8] {
        let orientation = PictureHead(self)?.orientation ?? 1
        var result = Array(bytes.prefix(2))
        if orientation != 1 { result += Exif.segment(orientation: orientation) }
        var end = 2
        for segment in JPEGSegments(bytes) {
            let isProfile = bytes[segment.body].starts(with: Array("ICC_PROFILE".utf8))
            // Comments, and APP1 to APP15 except Adobe's segment (APP14) and ICC profiles (APP2).
            let isDropped =
                segment.marker == 0xfe
                || (0xe1...0xef).contains(segment.marker) && segment.marker != 0xee
                    && !(segment.marker == 0xe2 && isProfile)
            if !isDropped { result += bytes[segment.whole] }
            end = segment.whole.upperBound
        }
        return result + bytes[min(end, bytes.count)...]
    }

    private static func strippedPNG(_ bytes: [UInt8]) -> [UInt8] {
        let dropped: Set<[UInt8]> = Set(["tEXt", "zTXt", "iTXt", "tIME", "eXIf"].map { Array($0.utf8) })
        var result = Array(bytes.prefix(8))
        var position = 8
        while position + 12 <= bytes.count {
            let length = bytes.bigEndian(position..<(position + 4))
            let end = position + 12 + length
            guard end <= bytes.count else { break }
            if !dropped.contains(Array(bytes[(position + 4)..<(position + 8)])) { result += bytes[position..<end] }
            position = end
        }
        return result + bytes[min(position, bytes.count)...]
    }
}
