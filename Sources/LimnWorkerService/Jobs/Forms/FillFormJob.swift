// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension FillFormJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let template = try session.document()
        let fillings = try session.fillings(descriptors[1])
        let pictures = try session.bytes(descriptors[2])
        let objects = try template.objects()
        let form = try template.form()
        var filling = try FormFilling(fillings, pictures, form: form, in: objects, flattens: flattens)
        var changes = try filling.changes()
        var report = filling.report
        if form.kind == .hybridXFA, !changes.fields.isEmpty {
            changes.datasets = try objects.datasets(filledWith: fillings)
            changes.removesXFA = changes.datasets == nil
            report.removedXFA = changes.removesXFA
            guard mayRemoveXFA || !changes.removesXFA else {
                throw LimnError(
                    .signed,
                    "The form has XFA data that would no longer fit its fields, and its rights for Adobe Reader do not let "
                        + "them be removed.")
            }
        }
        if isRehearsal { return report }
        let bytes = try write(DocumentChanges(form: changes), template, &report)
        report.bytes = bytes.count
        try session.write(bytes, to: descriptors[0])
        try template.input.checkUnchanged()
        return report
    }

    private func write(
        _ changes: DocumentChanges, _ template: Template, _ report: inout FillReport
    ) throws -> [UInt8] {
        try ChangedForm(template: template, changes: changes).bytes(
            save, rewriteReason: flattens ? "the fields become part of their pages" : nil, &report
        ) { copy, report in
            guard flattens else { return }
            try copy.makeMissingAppearances(as: .screen, fieldsOnly: true)
            for item in try copy.burnFields().leftOut where item.reason == .noAppearance {
                report.addLeftOut("\(item.field ?? "") (page \(item.page))")
            }
        }
    }
}

extension ObjectDocument {
    /// Returns the XFA form's data with the new values; nil if the data cannot represent them.
    func datasets(filledWith fillings: [FieldFilling]) throws -> [UInt8]? {
        // XFA data cannot represent pictures.
        guard fillings.allSatisfy({ $0.picture == nil }) else { return nil }
        return try datasets(filledWith: fillings.xfaValues)
    }
}

extension [FieldFilling] {
    /// The new values by field name, for the XFA data.
    var xfaValues: [(field: String, values: [String])] {
        compactMap { filling in filling.values.map { (filling.name, $0) } }
    }
}
