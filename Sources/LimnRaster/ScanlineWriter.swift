// SPDX-License-Identifier: GPL-3.0-or-later

/// A writer that filters and compresses the scanlines of a PNG. Each scanline is a filter type followed by the filtered
/// bytes.
///
/// Text and drawings compress best without a filter, because equal runs stay equal. Photographs compress better with
/// filters. So a row stays unfiltered if at least a quarter of its pixels are equal to their left neighbor. All other
/// rows get the filter with the smallest sum of absolute differences.
struct ScanlineWriter {
    let layout: PixelLayout

    private static let candidates: [RowFilter] = [.sub, .up, .paeth]

    /// Compresses all rows and returns the result of `body`, called with the zlib stream. Nil if there is not enough
    /// memory.
    func compress<R>(_ buffer: PixelBuffer, _ body: (UnsafeRawBufferPointer) -> R) -> R? {
        let width = buffer.width
        let count = width * layout.bytesPerPixel
        guard
            var compressor = ScanlineCompressor(
                step: layout.bytesPerPixel, rowSize: count + 1, expecting: buffer.height * count / 16 + 1024)
        else { return nil }
        // Three scratch rows: the row, the row above and a filtered candidate. The first two are preceded by zeros,
        // which represent the pixel to the left of the first pixel.
        let margin = 8
        let room = margin + count
        let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: 3 * room)
        scratch.initialize(repeating: 0, count: 3 * room)
        defer { scratch.deallocate() }
        var row = scratch + margin
        var above = scratch + room + margin
        let attempt = scratch + 2 * room
        /// The index of the row that `row` contains; -1 if there is none.
        var unpacked = -1

        for y in 0..<buffer.height {
            guard let line = compressor.nextRow() else { return nil }
            defer { compressor.commitRow() }
            let pixels = buffer.row(y)
            if isFlat(pixels, count: width, hasAlpha: buffer.hasAlpha) {
                line[0] = RowFilter.none.rawValue
                layout.unpack(pixels, count: width, to: line + 1)
                continue
            }
            swap(&row, &above)
            if unpacked != y - 1 { layout.unpack(buffer.row(y - 1), count: width, to: above) }
            layout.unpack(pixels, count: width, to: row)
            unpacked = y
            filter(row, above: above, count: count, attempt: attempt, to: line)
        }
        return compressor.finish(body)
    }

    /// Returns whether at least a quarter of the pixels are equal to their left neighbor, or the row has only one
    /// pixel.
    private func isFlat(_ pixels: UnsafePointer<UInt32>, count: Int, hasAlpha: Bool) -> Bool {
        let mask: UInt32 = hasAlpha ? 0xffff_ffff : 0x00ff_ffff
        let left = pixels - 1
        var different: UInt32 = 0
        for x in 1..<max(1, count) {
            let change = (pixels[x] ^ left[x]) & mask
            // This adds 1 if the pixels differ, without a branch, so that the compiler can vectorize the loop.
            different &+= (change | (0 &- change)) &>> 31
        }
        return Int(different) * 4 <= count * 3
    }

    private func filter(
        _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, attempt: UnsafeMutablePointer<UInt8>,
        to line: UnsafeMutablePointer<UInt8>
    ) {
        var smallest = Int.max
        for filter in Self.candidates {
            filter.apply(row, above: above, count: count, step: layout.bytesPerPixel, to: attempt)
            let cost = RowFilter.cost(attempt, count: count)
            guard cost < smallest else { continue }
            smallest = cost
            line[0] = filter.rawValue
            (line + 1).update(from: attempt, count: count)
        }
    }
}
