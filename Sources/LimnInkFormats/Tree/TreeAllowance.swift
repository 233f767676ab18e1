// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// What a tree may still take of the memory: a file of empty lists becomes many times its size.
struct TreeAllowance {
    /// What a value takes in a list, a pair in an object, and a list, an object or bytes of their own; about, in bytes.
    static let (value, pair, container) = (16, 32, 64)

    private let format: InkFormat
    private var bytes: Int

    /// The allowance of a file: 32 MiB and twelve times its size.
    init(file count: Int, format: InkFormat) {
        self.format = format
        bytes = 32 << 20 + 12 * count
    }

    /// Takes off something that is about to be kept.
    mutating func spend(_ count: Int) throws(InkFormatError) {
        bytes -= count
        guard bytes >= 0 else {
            throw InkFormatError(.tooLarge, format: format, "it holds more lists and values than its size allows")
        }
    }
}
