// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompression
internal import LimnFiles

/// Whether a PDF is worth deflating, told by a sample of it.
///
/// Most PDFs are compressed inside. Of 256 documents half become less than 13 % smaller, at 50 MB a second; a PDF of gigabytes
/// holds pictures, and would wait for next to nothing. A stored one is copied, and unpacked, as fast as the disk is.
enum TemplatePacking {
    private static let pieces = 16
    private static let pieceSize = 1 << 16
    /// What must be saved at least, of a hundred bytes.
    private static let worthwhile = 10

    /// Whether some content becomes at least a tenth smaller: all of it up to a mebibyte, else 16 pieces at even distances.
    static func isWorthDeflating(_ content: InputFile) throws(FileError) -> Bool {
        let size = content.size
        var sample: [Range<Int>] = [0..<size]
        if size > pieces * pieceSize {
            sample = (0..<pieces).map { index in
                // No product of the size: a file may be as large as an Int.
                let start = (size - pieceSize) / (pieces - 1) * index
                return start..<(start + pieceSize)
            }
        }
        var (before, after) = (0, 0)
        for range in sample {
            let bytes = try content.bytes(in: range)
            before += bytes.count
            after += Deflate.compress(bytes, level: 1, as: .raw).count
        }
        return after * 100 <= before * (100 - worthwhile)
    }
}
