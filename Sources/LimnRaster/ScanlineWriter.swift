// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns a picture into the bytes that a PNG compresses: for each row the number of a filter and the filtered bytes.
struct ScanlineWriter {
    /// How filters are chosen.
    enum Choice {
        /// The same for every row.
        case fixed(RowFilter)
        /// For each row the one of these with the smallest sum of differences (the specification's own heuristic).
        case smallest([RowFilter])
        /// For each row: none where neighbouring pixels are mostly equal, otherwise the smallest sum.
        case adaptive(percent: Int, [RowFilter])
    }

    let layout: PixelLayout
    let choice: Choice

    static func byteCount(of buffer: PixelBuffer, in layout: PixelLayout) -> Int {
        buffer.height * (1 + buffer.width * layout.bytesPerPixel)
    }

    /// Writes all rows to memory of ``byteCount(of:in:)`` bytes.
    func write(_ buffer: PixelBuffer, to out: UnsafeMutablePointer<UInt8>) {
        let step = layout.bytesPerPixel
        let count = buffer.width * step
        if case .fixed(.none) = choice {
            for y in 0..<buffer.height {
                let line = out + y * (count + 1)
                line[0] = RowFilter.none.rawValue
                layout.unpack(buffer.row(y), count: buffer.width, to: line + 1)
            }
            return
        }
        // Two rows with room for the pixel before the first, and one for trying filters.
        let room = count + 8
        let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: 3 * room)
        scratch.initialize(repeating: 0, count: 3 * room)
        defer { scratch.deallocate() }
        var row = scratch + 8
        var above = scratch + room + 8
        let trial = scratch + 2 * room
        for y in 0..<buffer.height {
            layout.unpack(buffer.row(y), count: buffer.width, to: row)
            let line = out + y * (count + 1)
            write(row, above: above, count: count, step: step, trial: trial, to: line)
            swap(&row, &above)
        }
    }

    private func write(
        _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, step: Int,
        trial: UnsafeMutablePointer<UInt8>, to line: UnsafeMutablePointer<UInt8>
    ) {
        let candidates: [RowFilter]
        switch choice {
        case .fixed(let filter): candidates = [filter]
        case .smallest(let filters): candidates = filters
        case .adaptive(let percent, let filters):
            var different = 0
            let left = row - step
            for i in 0..<count { different &+= row[i] != left[i] ? 1 : 0 }
            candidates = different * 100 < count * percent ? [.none] : filters
        }
        var best = Int.max
        for filter in candidates {
            if candidates.count == 1 {
                filter.apply(row, above: above, count: count, step: step, to: line + 1)
                line[0] = filter.rawValue
                return
            }
            filter.apply(row, above: above, count: count, step: step, to: trial)
            let cost = RowFilter.cost(trial, count: count)
            if cost < best {
                best = cost
                line[0] = filter.rawValue
                (line + 1).update(from: trial, count: count)
            }
        }
    }
}
