// SPDX-License-Identifier: Apache-2.0

/// The form of a PDF document. Field nodes with the same full name form one field.
public struct Form: Equatable, Sendable, Codable {
    /// A kind of form.
    public enum Kind: String, Sendable, Codable {
        /// The document has no fields.
        case none
        /// PDF fields only (AcroForm).
        case acroForm
        /// PDF fields and an XFA form, which Acrobat shows instead of them.
        case hybridXFA
        /// An XFA form only, without PDF fields to fill.
        case dynamicXFA
    }

    /// The kind of form.
    public var kind: Kind
    /// The fields in the order of the form, followed by those that only pages reference.
    public var fields: [FormField]
    /// The full names of calculated fields in the order in which they are calculated (/CO).
    public var calculationOrder: [String]
    /// The document's restrictions on filling the form.
    public var restrictions: FormRestrictions
    /// Whether the file asks viewers to generate appearances (/NeedAppearances). If so, the appearances in the file are
    /// stale.
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
