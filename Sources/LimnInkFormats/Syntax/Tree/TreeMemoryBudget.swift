// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The remaining memory for a tree. Without this limit, a file of empty lists would expand to many times its size.
struct TreeMemoryBudget {
    /// The approximate sizes in bytes of a value in an array, of a key–value pair in an object, and of an array, object
    /// or binary value itself.
    static let (value, pair, container) = (16, 32, 64)

    private let format: InkFormat
    private var bytes: Int

    /// Makes the budget of a file: 32 MiB plus twelve times its size.
    init(file count: Int, format: InkFormat) {
        self.format = format
        bytes = 32 << 20 + 12 * count
    }

    /// Reserves a number of bytes.
    ///
    /// - Throws: `tooLarge` if the budget is exceeded.
    mutating func spend(_ count: Int) throws(InkFormatError) {
        bytes -= count
        guard bytes >= 0 else {
            throw InkFormatError(.tooLarge, format: format, "it has more lists and values than its size allows")
        }
    }
}
