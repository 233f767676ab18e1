// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// A widget annotation: one appearance of a field on a page.
public struct FieldWidget: Hashable, Sendable, Codable {
    /// The page index, from 0; nil if no page lists the widget.
    public var page: Int?
    /// The indices of further pages that list the same widget, such as copied pages.
    public var furtherPages: [Int] = []
    /// The rectangle in page space: points, with the origin at the top left of the page as displayed.
    public var rect: Rect
    /// The state that turns the widget on, for check boxes and radio buttons.
    public var state: String?
    /// Whether the widget currently shows that state, regardless of the field's value.
    public var isOn: Bool
    /// Whether viewers hide the widget.
    public var isHidden: Bool
    /// Whether the widget is printed.
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

    /// Whether the page at an index lists the widget.
    public func isListed(onPage index: Int) -> Bool { page == index || furtherPages.contains(index) }

    /// The indices of all pages that list the widget.
    public var pages: [Int] { (page.map { [$0] } ?? []) + furtherPages }
}
