// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture with few colors, as palette indices of 1, 2, 4 or 8 bits per pixel.
///
/// Evenly spaced grays need no palette, because PNG's grayscale color type derives them from the index.
struct IndexedColors {
    /// The number of bits per pixel.
    let depth: Int
    /// The colors by index, premultiplied; empty if the indices are gray levels from black to white.
    let palette: [UInt32]
    private let table: ColorTable

    /// The maximum number of colors.
    static let limit = 256
    /// The maximum number of grays. For more grays, 8-bit grayscale without a palette is just as small.
    static let grayLimit = 16

    /// Makes the indices of a picture. Nil if it has too many colors; usually the first few rows suffice to find out.
    init?(fitting buffer: PixelBuffer, isGray: Bool) {
        let isGray = isGray && !buffer.hasAlpha
        guard let table = ColorTable(of: buffer, limit: isGray ? Self.grayLimit : Self.limit) else { return nil }
        let colors = table.colors
        depth = colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8
        let step = UInt32(255 / ((1 << depth) - 1))
        if isGray, colors.allSatisfy({ ($0 & 255).isMultiple(of: step) }) {
            table.reindex { UInt8(truncatingIfNeeded: ($0 & 255) / step) }
            palette = []
        } else {
            palette = colors
        }
        self.table = table
    }

    /// Writes a row of pixels as indices, with the leftmost pixel in the most significant bits of a byte.
    func unpack(_ row: UnsafePointer<UInt32>, count: Int, to out: UnsafeMutablePointer<UInt8>) {
        var (bits, filled, offset) = (UInt32(0), 0, 0)
        var last = ~row[0]
        var index: UInt32 = 0
        for x in 0..<count {
            let p = row[x] | table.opaque
            if p != last {
                last = p
                index = UInt32(table.index(of: p))
            }
            bits = bits &<< UInt32(depth) | index
            filled &+= depth
            if filled == 8 {
                out[offset] = UInt8(truncatingIfNeeded: bits)
                offset &+= 1
                (bits, filled) = (0, 0)
            }
        }
        if filled > 0 { out[offset] = UInt8(truncatingIfNeeded: bits &<< UInt32(8 - filled)) }
    }

    /// Compresses all rows and returns the result of `body`, called with the zlib stream. Nil if there is not enough
    /// memory.
    ///
    /// The rows are not filtered, because differences between indices are meaningless.
    func compress<R>(_ buffer: PixelBuffer, _ body: (UnsafeRawBufferPointer) -> R) -> R? {
        let rowSize = 1 + (buffer.width * depth + 7) / 8
        guard
            var compressor = ScanlineCompressor(
                step: 1, rowSize: rowSize, expecting: buffer.height * rowSize / 16 + 1024)
        else { return nil }
        for y in 0..<buffer.height {
            guard let line = compressor.nextRow() else { return nil }
            line[0] = RowFilter.none.rawValue
            unpack(buffer.row(y), count: buffer.width, to: line + 1)
            compressor.commitRow()
        }
        return compressor.finish(body)
    }
}
