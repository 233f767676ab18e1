// SPDX-License-Identifier: GPL-3.0-or-later

/// Gives fuzz targets access to the parsers that appending uses besides libqpdf. It is not part of the module's
/// interface.
@_spi(Fuzzing) public enum AppendingProbe {
    /// Reads a file's chain of cross-reference sections.
    ///
    /// - Returns: the lowest number for new objects, and the numbers of missing objects that are referenced; nil if the
    ///   file cannot be appended to.
    public static func crossReference(_ file: [UInt8]) -> (nextNumber: Int, dangling: Set<Int>)? {
        guard let found = try? CrossReference(Original(file)) else { return nil }
        return (found.nextNumber, found.dangling)
    }

    /// Returns a page's content as it is written under an overlay. Excess operators are overwritten with spaces, and
    /// open structures are closed.
    public static func mended(_ content: [UInt8]) -> [UInt8] {
        let scan = ContentScanner.scan(content)
        var mended = content
        for range in scan.blanks(count: content.count) { for index in range { mended[index] = 32 } }
        return mended + [10] + scan.closers
    }

    /// Returns whether a page's content needs no change.
    public static func isBalanced(_ content: [UInt8]) -> Bool { ContentScanner.scan(content).isBalanced }

    /// Returns the number of tokens in some bytes. Traps if a token is not within the bytes and after the previous
    /// token.
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
