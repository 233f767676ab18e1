// SPDX-License-Identifier: Apache-2.0

/// An object and its place in the painting order of a drawing.
public struct PlacedObject: Hashable, Sendable {
    /// The number of strokes that are painted before the object. A number above the stroke count includes all strokes.
    public var strokesBelow: Int
    /// The object.
    public var object: PageObject

    /// Makes a placed object.
    public init(_ object: PageObject, above strokesBelow: Int) {
        self.object = object
        self.strokesBelow = strokesBelow
    }
}
