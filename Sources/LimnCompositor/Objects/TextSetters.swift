// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization
internal import LimnGeometry
public import LimnInk
public import LimnText

/// A pool of typesetters. Creating a typesetter takes several milliseconds, and only one thread at a time may use it.
///
/// Typeset texts are kept as well, up to some tens of megabytes, because a page is painted more than once.
public enum TextSetters {
    /// An unused typesetter, which any thread may take.
    private struct Idle: @unchecked Sendable {
        // Unchecked: nothing uses the typesetter while it is in the list.
        let setter: TextSetter
    }

    /// A cache of recently typeset texts. The keys are items without transform and layer. A page is painted more than
    /// once: for its picture and for verification.
    private struct Known {
        var texts: [TextItem: SetText] = [:]
        /// The total cost of the texts. A text costs 100, plus its number of glyphs and UTF-8 bytes.
        var cost = 0
    }

    private static let idle = Mutex<[Idle]>([])
    private static let known = Mutex(Known())
    /// The maximum ``Known/cost``, which corresponds to some tens of megabytes.
    private static let costLimit = 200_000

    /// Typesets a text with an unused typesetter, or returns the result of a recent call. Any thread may call it.
    ///
    /// The result depends on the fonts of this machine, and not on the item's transform and layer.
    ///
    /// - Parameter item: the text. A size that was measured before is ignored.
    /// - Throws: `TextError` if the text cannot be typeset, for example because there is no font at all.
    public static func set(_ item: TextItem) throws(TextError) -> SetText {
        let key = item.unplaced
        if let text = known.withLock({ $0.texts[key] }) { return text }
        let text = try setAnew(key)
        let cost = 100 + text.text.utf8.count + text.runs.reduce(0) { $0 + $1.glyphs.count }
        guard cost <= costLimit else { return text }
        known.withLock { known in
            if known.cost + cost > costLimit { known = Known() }
            if known.texts.updateValue(text, forKey: key) == nil { known.cost += cost }
        }
        return text
    }

    private static func setAnew(_ item: TextItem) throws(TextError) -> SetText {
        let setter: TextSetter
        if let found = idle.withLock({ $0.popLast() }) { setter = found.setter } else { setter = try TextSetter() }
        let back = Idle(setter: setter)
        defer { idle.withLock { $0.append(back) } }
        return try setter.set(item)
    }
}

extension TextItem {
    /// The text without the properties that do not affect its layout: transform, layer and measured size.
    var unplaced: TextItem {
        var copy = self
        (copy.transform, copy.layer, copy.measured) = (.identity, 0, nil)
        return copy
    }
}

extension Drawing {
    /// The drawing, with all texts measured. A text that cannot be typeset keeps its estimated size, and one that was
    /// measured before keeps that size, also if another machine measured it.
    public var measured: Drawing {
        var copy = self
        for index in copy.objects.indices {
            guard case .text(var item) = copy.objects[index].object, item.measured == nil else { continue }
            item.measured = try? TextSetters.set(item).size
            copy.objects[index].object = .text(item)
        }
        return copy
    }
}
