// SPDX-License-Identifier: GPL-3.0-or-later

@_spi(Fuzzing) internal import LimnPDFObjects

/// What appending reads of a PDF by itself, without libqpdf.
enum Appending {
    /// Reads a file's cross-references. Where they can be followed, new numbers collide with nothing.
    static func readCrossReference(_ bytes: [UInt8]) {
        guard let found = AppendingProbe.crossReference(bytes) else { return }
        guard (0...8_388_607).contains(found.nextNumber), found.dangling.allSatisfy({ $0 >= found.nextNumber }) else {
            fatalError("a new object gets a number that is not free")
        }
    }

    /// Mends the content of a page; mended content is sound.
    static func mendContent(_ bytes: [UInt8]) {
        guard AppendingProbe.isBalanced(AppendingProbe.mended(bytes)) else {
            fatalError("mended content leaves something open")
        }
        guard AppendingProbe.tokenCount(bytes) <= bytes.count else { fatalError("there are empty tokens") }
    }
}
