// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A place where a field shows on a page.
public struct FieldWidget: Hashable, Sendable, Codable {
    /// The page, counted from 0; nil where no page lists it.
    public var page: Int?
    /// Further pages that list the same widget, as copied pages do.
    public var furtherPages: [Int] = []
    /// Its rectangle in page space: points, the origin at the top left of the page as it is displayed.
    public var rect: Rect
    /// The state that turns it on, for check boxes and radio buttons.
    public var state: String?
    /// Whether it shows that state now, whatever the field's value is.
    public var isOn: Bool
    /// Whether viewers do not show it.
    public var isHidden: Bool
    /// Whether it is printed.
    public var isPrinted: Bool

    /// Makes a widget.
    public init(
        page: Int?, rect: Rect, state: String? = nil, isOn: Bool = false, isHidden: Bool = false, isPrinted: Bool = true
    ) {
        self.page = page
        self.rect = rect
        self.state = state
        self.isOn = isOn
        self.isHidden = isHidden
        self.isPrinted = isPrinted
    }

    /// Whether a page lists it.
    public func isListed(onPage index: Int) -> Bool { page == index || furtherPages.contains(index) }

    /// The pages that list it.
    public var pages: [Int] { (page.map { [$0] } ?? []) + furtherPages }
}
