// SPDX-License-Identifier: Apache-2.0

/// The form of a PDF document: its fields, united by their full names.
public struct Form: Equatable, Sendable, Codable {
    /// What a form is made of.
    public enum Kind: String, Sendable, Codable {
        /// The document has no fields.
        case none
        /// Fields of the PDF alone (AcroForm).
        case acroForm
        /// Fields of the PDF beside an XFA form, which Acrobat shows instead.
        case hybridXFA
        /// An XFA form alone, which has no fields to fill.
        case dynamicXFA
    }

    /// What the form is made of.
    public var kind: Kind
    /// The fields in the order of the form, then those that only pages know.
    public var fields: [FormField]
    /// The full names of calculated fields in the order in which they are calculated (/CO).
    public var calculationOrder: [String]
    /// What the document lets be written.
    public var restrictions: FormRestrictions
    /// Whether viewers are asked to make their own appearances (/NeedAppearances), so that those of the file are stale.
    public var needsAppearances: Bool

    /// Makes a form.
    public init(
        kind: Kind = .none, fields: [FormField] = [], calculationOrder: [String] = [],
        restrictions: FormRestrictions = FormRestrictions(), needsAppearances: Bool = false
    ) {
        self.restrictions = restrictions
        self.needsAppearances = needsAppearances
        self.kind = kind
        self.fields = fields
        self.calculationOrder = calculationOrder
    }
}
