// SPDX-License-Identifier: GPL-3.0-or-later

/// What appending reads by itself, without libqpdf, for the fuzz targets. It is no part of the module's interface.
@_spi(Fuzzing) public enum AppendingProbe {
    /// Reads a file's chain of cross-references.
    ///
    /// - Returns: the lowest number for new objects, and the numbers that references name although no object has them;
    ///   nil where the file cannot be appended to.
    public static func crossReference(_ file: [UInt8]) -> (nextNumber: Int, dangling: Set<Int>)? {
        guard let found = try? CrossReference(Original(file)) else { return nil }
        return (found.nextNumber, found.dangling)
    }

    /// The content of a page as it stands under an overlay: excess operators blanked, and everything closed.
    public static func mended(_ content: [UInt8]) -> [UInt8] {
        let scan = ContentScanner.scan(content)
        var mended = content
        for range in scan.blanks(count: content.count) { for index in range { mended[index] = 32 } }
        return mended + [10] + scan.closers
    }

    /// Whether nothing in a page's content need be blanked or closed.
    public static func isBalanced(_ content: [UInt8]) -> Bool { ContentScanner.scan(content).isBalanced }

    /// The number of tokens in some bytes; each is within them and behind the one before it.
    public static func tokenCount(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            var (count, end) = (0, 0)
            while let token = tokens.next() {
                precondition(token.start >= end && token.end > token.start && token.end <= bytes.count)
                (count, end) = (count + 1, token.end)
            }
            return count
        }
    }
}
