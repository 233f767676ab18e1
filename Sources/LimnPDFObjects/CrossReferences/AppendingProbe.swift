// SPDX-License-Identifier: GPL-3.0-or-later

/// The parsers of appending that do not use libqpdf, for the fuzz targets. It is not part of the module's interface.
@_spi(Fuzzing) public enum AppendingProbe {
    /// Reads a file's chain of cross-references.
    ///
    /// - Returns: the lowest number for new objects, and the object numbers of references to objects that do not exist;
    ///   nil if the file cannot be appended to.
    public static func crossReference(_ file: [UInt8]) -> (nextNumber: Int, dangling: Set<Int>)? {
        guard let found = try? CrossReference(Original(file)) else { return nil }
        return (found.nextNumber, found.dangling)
    }

    /// A page's content as it is written under an overlay: excess operators overwritten with spaces, and everything
    /// closed.
    public static func mended(_ content: [UInt8]) -> [UInt8] {
        let scan = ContentScanner.scan(content)
        var mended = content
        for range in scan.blanks(count: content.count) { for index in range { mended[index] = 32 } }
        return mended + [10] + scan.closers
    }

    /// Whether a page's content needs no change.
    public static func isBalanced(_ content: [UInt8]) -> Bool { ContentScanner.scan(content).isBalanced }

    /// The number of tokens in some bytes. It checks that each token lies within them and after the previous one.
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
