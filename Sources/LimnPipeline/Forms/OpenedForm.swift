// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import SystemPackage

/// A document with its form. It is opened and read once, and can be filled many times.
final class OpenedForm: Sendable {
    let document: OpenDocument
    let client: JobClient
    let pageCount: Int
    let form: Form
    /// The warnings from PDF libraries.
    let warnings: [String]

    /// Opens a document and reads its form, which may have no fields.
    init(_ document: OpenDocument, _ client: JobClient) throws(LimnError) {
        (self.document, self.client) = (document, client)
        let opened = try client.open(document)
        pageCount = opened.pageCount
        let (form, warnings) = try client.value(of: ReadFormJob(), on: document)
        self.form = form
        self.warnings = opened.warnings + warnings
    }

    /// Opens a document and reads its form to fill it.
    ///
    /// - Parameter demandsFields: whether a document without fields is refused.
    /// - Throws: ``LimnError``; `refused` if the form cannot be filled at all, `signed` if filling would break a
    ///   signature.
    convenience init(
        _ document: OpenDocument, _ options: FormFillOptions, demandsFields: Bool = true
    ) throws(LimnError) {
        try self.init(document, JobClient(options.context, access: options.access))
        guard demandsFields || form.kind != .none else { return }
        try check(options)
    }

    private init(_ other: OpenedForm, _ client: JobClient) {
        (document, self.client, pageCount) = (other.document, client, other.pageCount)
        (form, warnings) = (other.form, other.warnings)
    }

    /// The warnings from PDF libraries, for the user.
    var diagnostics: [Diagnostic] { warnings.map { Diagnostic(libraryText: $0, about: document.input.path) } }

    /// Returns the same form with a full time budget, as for one of many rows.
    func withNewBudget() -> OpenedForm { OpenedForm(self, client.withNewBudget()) }

    private func check(_ options: FormFillOptions) throws(LimnError) {
        switch form.kind {
        case .none: throw LimnError(.refused, about: document.input.path, "The document has no form fields.")
        case .dynamicXFA: throw LimnError(.refused, about: document.input.path, FormFiller.dynamicRefusal)
        case .acroForm, .hybridXFA: break
        }
        if let refusal = form.restrictions.refusal, !options.force {
            let code: LimnError.Code = form.restrictions.isSigned ? .signed : .refused
            throw LimnError(code, about: document.input.path, "The form cannot be filled: \(refusal).")
        }
        // Signature validators do not accept changed XFA data as form filling.
        if form.kind == .hybridXFA, form.restrictions.isSigned, !options.force {
            throw LimnError(
                .signed, about: document.input.path,
                "The form has XFA data that would no longer fit its fields, and its signature does not let them be changed."
            )
        }
        if form.restrictions.isSigned, options.flattens, !options.force {
            throw LimnError(
                .signed, about: document.input.path, "The document is signed, and flattening would break the signature."
            )
        }
    }

    /// Returns whether the XFA form may be removed if its data cannot follow the fields.
    func mayRemoveXFA(_ options: FormFillOptions) -> Bool {
        options.force || !form.restrictions.demandsAppending || options.flattens && !form.restrictions.isSigned
    }

    /// Returns the strategy for saving the filled document.
    ///
    /// - Throws: ``LimnError`` with `signed` if saving as requested would break a signature or usage rights.
    func save(_ options: FormFillOptions) throws(LimnError) -> SaveStrategy {
        let restrictions = form.restrictions
        guard restrictions.demandsAppending, !options.force else { return options.save }
        // Rights for Adobe Reader are about filling in the form, and a flattened one has no fields.
        if options.flattens, !restrictions.isSigned { return options.save }
        if options.save == .rewrite || options.flattens {
            throw LimnError(
                .signed, about: document.input.path,
                restrictions.isSigned
                    ? "The document is signed, and rewriting it would break the signature."
                    : "The document has rights for Adobe Reader, and rewriting it would remove them.")
        }
        return .append
    }
}
