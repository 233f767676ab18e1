// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization
public import LimnInk
public import LimnText

/// The setters that are not in use. Making one costs several milliseconds, and each serves one thread at a time.
public enum TextSetters {
    /// A setter on its way from one thread to another.
    private struct Idle: @unchecked Sendable {
        // Unchecked: it is used by nobody while it lies in the list.
        let setter: TextSetter
    }

    private static let idle = Mutex<[Idle]>([])

    /// Sets a text with a setter that nobody uses.
    ///
    /// - Throws: `TextError`.
    public static func set(_ item: TextItem) throws(TextError) -> SetText {
        let setter: TextSetter
        if let found = idle.withLock({ $0.popLast() }) { setter = found.setter } else { setter = try TextSetter() }
        let back = Idle(setter: setter)
        defer { idle.withLock { $0.append(back) } }
        return try setter.set(item)
    }
}

extension Drawing {
    /// The drawing with the sizes of all texts that nobody has measured. A text that cannot be set keeps its estimate.
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
