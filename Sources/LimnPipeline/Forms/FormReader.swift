// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnForms
internal import LimnGeometry
public import LimnJobs
public import SystemPackage

/// Reads the form of a PDF: the work behind `limn form show`.
public struct FormReader: Sendable {
    /// The password and the limits.
    public var access: Access
    /// The workers that read documents, and the cancellation.
    package var context: JobContext

    /// Makes a reader.
    ///
    /// - Parameter access: the password and the limits for the documents.
    public init(access: Access = Access()) {
        self.access = access
        context = .standard
    }

    /// Reads the form of a document. The form has no fields if the document has none.
    ///
    /// - Parameter path: the PDF.
    /// - Returns: the form with its fields, and what PDF libraries said about the document.
    /// - Throws: ``LimnError``.
    public func form(of path: FilePath) throws(LimnError) -> ReadForm {
        try form(of: try OpenDocument(path, access: access))
    }

    /// Reads the form of an open document.
    ///
    /// - Parameter document: the open PDF.
    /// - Returns: the form with its fields, and what PDF libraries said about the document.
    /// - Throws: ``LimnError``.
    package func form(of document: OpenDocument) throws(LimnError) -> ReadForm {
        let opened = try OpenedForm(document, JobClient(context, access: access))
        return ReadForm(
            input: document.input.path, pageCount: opened.pageCount, form: opened.form,
            diagnostics: opened.diagnostics)
    }
}

/// The form of a document, with messages for the user.
public struct ReadForm: Sendable, Encodable {
    /// The document.
    public var input: FilePath
    /// The number of pages of the document.
    public var pageCount: Int
    /// The form of the document.
    public var form: Form
    /// Messages for the user.
    public var diagnostics: [Diagnostic]

    /// The status.
    public var status: ResultStatus { diagnostics.status }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        let name = input.shownAsInput
        let restrictions = form.restrictions
        try encoder.encodeMembers([
            "input": input.json, "pageCount": pageCount, "kind": form.kind.rawValue,
            "fields": form.fields.map { ShownField($0, restrictions) },
            "calculationOrder": form.calculationOrder, "needsAppearances": form.needsAppearances,
            "signed": restrictions.isSigned, "encrypted": restrictions.isEncrypted,
            "refusal": restrictions.refusal ?? (form.kind == .dynamicXFA ? FormFiller.dynamicRefusal : nil),
            "status": status, "messages": diagnostics.messages(inputName: name),
            "notes": diagnostics.notes(inputName: name),
        ])
    }
}

/// A form field in the JSON of `limn form show`.
struct ShownField: Encodable {
    private let field: FormField
    private let isLocked: Bool

    init(_ field: FormField, _ restrictions: FormRestrictions) {
        self.field = field
        isLocked = restrictions.locks(field.name)
    }

    private struct Option: Encodable {
        var value: String
        var label: String
    }

    private struct Widget: Encodable {
        var page: Int?
        var rect: [Double]
        var state: String?
        var on: Bool?
    }

    func encode(to encoder: any Encoder) throws {
        let first = field.widgets.first
        let several = field.kind == .list && field.flags.contains(.multiSelect)
        try encoder.encodeMembers([
            "name": field.name, "type": field.kind.rawValue,
            "value": several ? field.exportedValues : field.exportedValues.first, "default": field.defaultValues.first,
            "page": first?.page.map { $0 + 1 }, "rect": first?.rect.roundedEdges,
            "flags": field.flags.names(of: field.kind) + (isLocked ? ["locked"] : []),
            "options": field.options.map { Option(value: $0.value, label: $0.label) },
            "maxLength": field.maximumLength, "tooltip": field.tooltip,
            "calculated": field.calculation != nil, "formatted": field.format != nil,
            "validated": field.validation != nil,
            "widgets": field.widgets.map {
                Widget(
                    page: $0.page.map { $0 + 1 }, rect: $0.rect.roundedEdges, state: $0.state,
                    on: $0.state == nil ? nil : $0.isOn)
            },
        ])
    }
}

extension FieldFlags {
    /// Returns the names of the flags that have a meaning for a kind of field.
    package func names(of kind: FormField.Kind) -> [String] {
        var names: [(FieldFlags, String)] = [(.readOnly, "readOnly"), (.required, "required"), (.noExport, "noExport")]
        switch kind {
        case .text:
            names += [
                (.multiline, "multiline"), (.password, "password"), (.fileSelect, "fileSelect"),
                (.doNotScroll, "doNotScroll"), (.comb, "comb"), (.richText, "richText"),
            ]
        case .check, .radio: names += [(.noToggleToOff, "noToggleToOff"), (.radiosInUnison, "radiosInUnison")]
        case .list, .combo: names += [(.edit, "edit"), (.sort, "sort"), (.multiSelect, "multiSelect")]
        case .push, .signature: break
        }
        return names.filter { contains($0.0) }.map(\.1)
    }
}
