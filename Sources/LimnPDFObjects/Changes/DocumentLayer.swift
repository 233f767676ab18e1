// SPDX-License-Identifier: GPL-3.0-or-later

/// A layer that viewers can show and hide: an optional content group (ISO 32000-2, 8.11). Equal layers become one
/// group.
public struct DocumentLayer: Hashable, Sendable {
    /// The name that viewers list.
    public var name: String
    /// Whether the layer is shown when the document opens.
    public var isVisible: Bool
    /// Whether viewers should prevent users from showing or hiding the layer.
    public var isLocked: Bool

    /// Makes a layer.
    ///
    /// - Parameters:
    ///   - name: the name that viewers show.
    ///   - isVisible: whether the layer is shown when the document opens.
    ///   - isLocked: whether viewers should prevent users from showing or hiding it.
    public init(_ name: String, isVisible: Bool = true, isLocked: Bool = false) {
        self.name = name
        self.isVisible = isVisible
        self.isLocked = isLocked
    }
}
