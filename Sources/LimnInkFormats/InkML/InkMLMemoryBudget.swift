// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The remaining memory for a file's definitions and for additional strokes of split traces. Each takes only a few
/// bytes of input, and no other limit applies to them.
struct InkMLMemoryBudget {
    /// The approximate sizes in bytes of a stroke without its points, of a context, brush or format with an ID, and
    /// of a channel.
    private static let (stroke, definition, channel) = (512, 512, 256)

    private var bytes: Int

    /// Makes the budget of a file: 32 MiB plus eight times its size.
    init(file count: Int) { bytes = 32 << 20 + 8 * count }

    /// The number of additional strokes that the remaining memory allows.
    var strokes: Int { bytes / Self.stroke }

    /// Reserves memory for additional strokes of a split trace.
    mutating func spend(strokes count: Int) throws(InkFormatError) { try spend(count * Self.stroke) }

    /// Reserves memory for a definition with an ID.
    ///
    /// - Parameter channels: the number of channels of the definition.
    mutating func spend(definitionOf channels: Int) throws(InkFormatError) {
        try spend(Self.definition + channels * Self.channel)
    }

    private mutating func spend(_ count: Int) throws(InkFormatError) {
        bytes -= count
        guard bytes >= 0 else {
            throw InkFormatError(
                .tooLarge, format: .inkml, "it has more definitions or pen lifts than its size allows")
        }
    }
}
