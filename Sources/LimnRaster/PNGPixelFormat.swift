// SPDX-License-Identifier: GPL-3.0-or-later

/// The color type and bit depth of a PNG, chosen to store a picture losslessly in few bits.
struct PNGPixelFormat {
    private enum Rows {
        case indexed(IndexedColors)
        case channels(PixelLayout)
    }
    private let rows: Rows

    init(fitting buffer: PixelBuffer) {
        let isGray = PixelLayout.isGray(buffer)
        if let colors = IndexedColors(fitting: buffer, isGray: isGray) {
            rows = .indexed(colors)
        } else {
            rows = .channels(PixelLayout(isGray: isGray, hasAlpha: buffer.hasAlpha))
        }
    }

    /// The bit depth: the number of bits per sample or palette index.
    var depth: Int { if case .indexed(let colors) = rows { colors.depth } else { 8 } }

    /// The colors by index, premultiplied; empty if there is no palette.
    var palette: [UInt32] { if case .indexed(let colors) = rows { colors.palette } else { [] } }

    /// The color type in the IHDR chunk (PNG specification, 11.2.1).
    var colorType: UInt8 {
        switch rows {
        case .indexed(let colors): colors.palette.isEmpty ? PixelLayout.gray.rawValue : 3
        case .channels(let layout): layout.rawValue
        }
    }

    /// Compresses all rows and returns the result of `body`, called with the zlib stream.
    ///
    /// - Throws: `outOfMemory`.
    func compress<R>(
        _ buffer: PixelBuffer, _ body: (PNGPixelFormat, UnsafeRawBufferPointer) -> R
    ) throws(RasterError) -> R {
        let result: R? =
            switch rows {
            case .indexed(let colors): colors.compress(buffer) { body(self, $0) }
            case .channels(let layout): ScanlineWriter(layout: layout).compress(buffer) { body(self, $0) }
            }
        guard let result else { throw RasterError(.outOfMemory, width: buffer.width, height: buffer.height) }
        return result
    }
}
