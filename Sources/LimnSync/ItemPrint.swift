// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk

/// Hashes of an item's style and shape, by which a later state finds the item again.
struct ItemPrint: Hashable {
    let style: UInt64
    let shape: UInt64
    /// The number of a stroke's points; below 0 for another item, by its kind.
    let size: Int

    /// What a moved or turned item has in common with itself.
    struct Form: Hashable {
        let style: UInt64
        let size: Int
    }

    /// The form; nil for short strokes, of which many have the same one.
    var form: Form? { (0..<8).contains(size) ? nil : Form(style: style, size: size) }
    /// Both hashes in one.
    var whole: UInt64 { style &* 0x9e37_79b9_7f4a_7c15 ^ shape }
}

/// Makes prints of items. The style of each brush is hashed once.
struct ItemPrinter {
    private var styles: [Brush: UInt64] = [:]

    mutating func print(_ item: Item) -> ItemPrint {
        ItemPrint(style: style(of: item.stroke?.brush), shape: Self.hash(item.bare), size: item.size)
    }

    /// Returns the print of an item from its parts.
    mutating func print(_ style: SyncValue, _ shape: SyncValue) -> ItemPrint {
        let hash: UInt64
        switch style {
        case .stored(let stored, _): hash = stored
        case .style(let brush): hash = self.style(of: brush)
        default: hash = 0
        }
        switch shape {
        case .stored(let stored, let size): return ItemPrint(style: hash, shape: stored, size: size)
        case .shape(let item): return ItemPrint(style: hash, shape: Self.hash(item), size: item.size)
        default: return ItemPrint(style: hash, shape: 0, size: 0)
        }
    }

    private mutating func style(of brush: Brush?) -> UInt64 {
        guard let brush else { return 0 }
        if let known = styles[brush] { return known }
        let style = Self.hash(.stroke(Stroke(brush: brush, points: StrokePoints([], width: 0))))
        styles[brush] = style
        return style
    }

    /// Returns a hash of the lossless bytes of an item, which stay the same in later versions.
    private static func hash(_ item: Item) -> UInt64 {
        let document = InkDocument(pages: [.init(drawing: Drawing(items: [item]))])
        guard let bytes = try? NativeInk.encode(document, precision: .lossless) else { return 0 }
        return UInt64(QuickHash(bytes).description.suffix(16), radix: 16) ?? 0
    }
}
