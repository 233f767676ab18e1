// SPDX-License-Identifier: GPL-3.0-or-later

/// The reason why a page has no pixel grid at a ``RenderSize``.
public enum RenderSizeError: Error, Hashable, Sendable {
    /// A resolution, a length in pixels or the page's size is not finite and positive.
    case unusableSize
    /// A side does not fit in 31 bits. The values are the sides in pixels.
    case tooLarge(width: Double, height: Double)
}
