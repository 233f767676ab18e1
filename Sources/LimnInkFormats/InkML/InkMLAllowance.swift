// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// What a file's definitions, and strokes without elements of their own, may still take of the memory: a few bytes make each
/// of them, and nothing else counts them.
struct InkMLAllowance {
    /// What a stroke takes besides its points, and a context, brush or format that others may refer to; about, in bytes.
    private static let (stroke, definition, channel) = (512, 512, 256)

    private var bytes: Int

    /// The allowance of a file: 32 MiB and eight times its size.
    init(file count: Int) { bytes = 32 << 20 + 8 * count }

    /// How many strokes it lasts for.
    var strokes: Int { bytes / Self.stroke }

    /// Takes off strokes that a trace was cut into.
    mutating func spend(strokes count: Int) throws(InkFormatError) { try spend(count * Self.stroke) }

    /// Takes off something that others may refer to, with so many channels.
    mutating func spend(definitionOf channels: Int) throws(InkFormatError) {
        try spend(Self.definition + channels * Self.channel)
    }

    private mutating func spend(_ count: Int) throws(InkFormatError) {
        bytes -= count
        guard bytes >= 0 else {
            throw InkFormatError(
                .tooLarge, format: .inkml, "it has more definitions or raises the pen more often than its size allows")
        }
    }
}
