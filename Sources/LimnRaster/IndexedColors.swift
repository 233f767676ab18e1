// SPDX-License-Identifier: GPL-3.0-or-later

/// The colours of a picture that has few, so that a pixel is a number of 1, 2, 4 or 8 bits.
///
/// Greys that a PNG can tell by their number alone need no palette.
struct IndexedColors {
    /// The bits of a pixel.
    let depth: Int
    /// The colours by number, premultiplied; empty where the numbers are greys from black to white.
    let palette: [UInt32]
    private let table: ColorTable

    /// As many colours as a byte can number.
    static let limit = 256
    /// Eight bits of grey need no palette, so it is of use for fewer only.
    static let greyLimit = 16

    /// Nil where the picture has too many colours for that to be of use, which mostly shows within a few rows.
    init?(fitting buffer: PixelBuffer, isGrey: Bool) {
        let isGrey = isGrey && !buffer.hasAlpha
        guard let table = ColorTable(of: buffer, limit: isGrey ? Self.greyLimit : Self.limit) else { return nil }
        let colors = table.colors
        depth = colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8
        let step = UInt32(255 / ((1 << depth) - 1))
        if isGrey, colors.allSatisfy({ ($0 & 255).isMultiple(of: step) }) {
            table.renumber { UInt8(truncatingIfNeeded: ($0 & 255) / step) }
            palette = []
        } else {
            palette = colors
        }
        self.table = table
    }

    /// Writes a row of pixels as numbers, the leftmost pixel in the highest bits of a byte.
    func unpack(_ row: UnsafePointer<UInt32>, count: Int, to out: UnsafeMutablePointer<UInt8>) {
        var (bits, filled, place) = (UInt32(0), 0, 0)
        var last = ~row[0]
        var number: UInt32 = 0
        for x in 0..<count {
            let p = row[x] | table.opaque
            if p != last {
                last = p
                number = UInt32(table.number(of: p))
            }
            bits = bits &<< UInt32(depth) | number
            filled &+= depth
            if filled == 8 {
                out[place] = UInt8(truncatingIfNeeded: bits)
                place &+= 1
                (bits, filled) = (0, 0)
            }
        }
        if filled > 0 { out[place] = UInt8(truncatingIfNeeded: bits &<< UInt32(8 - filled)) }
    }

    /// Compresses all rows and lends the zlib stream; nil where there is no memory. Numbers are not filtered: their
    /// differences mean nothing.
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
