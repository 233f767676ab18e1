// SPDX-License-Identifier: GPL-3.0-or-later

/// The permissions of an encrypted document (ISO 32000-2, table 22). An unencrypted document has all of them, and so has
/// one that was opened with the password of its owner, except for ``printHighResolution``.
public struct PDFPermissions: OptionSet, Hashable, Sendable {
    /// The bits, in poppler's order.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Printing.
    public static let print = PDFPermissions(rawValue: 1 << 0)
    /// Changing content.
    public static let modify = PDFPermissions(rawValue: 1 << 1)
    /// Copying text and graphics.
    public static let copy = PDFPermissions(rawValue: 1 << 2)
    /// Adding and changing annotations.
    public static let annotate = PDFPermissions(rawValue: 1 << 3)
    /// Filling in form fields.
    public static let fillForms = PDFPermissions(rawValue: 1 << 4)
    /// Extracting text for accessibility.
    public static let extract = PDFPermissions(rawValue: 1 << 5)
    /// Inserting, removing and rotating pages.
    public static let assemble = PDFPermissions(rawValue: 1 << 6)
    /// Printing in full quality. If ``print`` is forbidden, poppler 22.12 also reports this as forbidden, even to the
    /// owner.
    public static let printHighResolution = PDFPermissions(rawValue: 1 << 7)
}
