// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnJobs
internal import SystemPackage

/// Adds fields to the form of a document.
struct FieldAddition {
    let opened: OpenedForm
    /// How the new document is saved.
    var save = SaveStrategy.auto
    /// Whether fields are added to signed documents, even if that breaks their signatures.
    var force = false

    private var document: OpenDocument { opened.document }
    private var form: Form { opened.form }
    private var client: JobClient { opened.client }
    private var sheet: FilePath { document.input.path }

    /// Checks whether fields may be added to the document.
    ///
    /// - Throws: ``LimnError`` with `signed` or `refused`.
    func checkPossible() throws(LimnError) {
        if form.kind == .dynamicXFA { throw LimnError(.refused, about: sheet, FormFiller.dynamicRefusal) }
        if form.kind == .hybridXFA {
            throw LimnError(.refused, about: sheet, "The form has XFA data, which would not know the new fields.")
        }
        guard !force else { return }
        if form.restrictions.isSigned {
            throw LimnError(.signed, about: sheet, "The document is signed, and new fields would break the signature.")
        }
        if form.restrictions.hasUsageRights {
            throw LimnError(
                .signed, about: sheet, "The document has rights for Adobe Reader, and new fields would end them.")
        }
        if let refusal = form.restrictions.refusal {
            throw LimnError(.refused, about: sheet, "Fields cannot be added: \(refusal).")
        }
    }

    /// Puts the document with new fields into an export, and has another worker than the one that made it read its form.
    ///
    /// - Parameter name: the name of the export in messages.
    /// - Throws: `unverified` if the new form is not as it should be; other ``LimnError``s. The export is not published.
    func add(
        _ fields: [FieldDesign], into export: ExportOutput, named name: FilePath
    ) throws -> FillReport {
        let wanted = try ScratchFile(Array(try JSONEncoder().encode(fields)))
        let made = try client.perform(
            AddFieldsJob(save: save), on: document, reading: [wanted], into: export.job)
        guard let file = made.file else { throw JobClient.misanswered }
        if made.answer.save == .append {
            try export.take(document.input, followedBy: file)
        } else {
            try export.take(file)
        }
        client.context.tell(0.9)
        let written = try OpenDocument(InputFile(adopting: try export.reader(), named: name))
        try check(fields, in: written)
        try document.input.checkUnchanged()
        return made.answer
    }

    /// Compares the form of the new document with what was wanted.
    private func check(_ designs: [FieldDesign], in written: OpenDocument) throws(LimnError) {
        func failure(_ what: String) -> LimnError { LimnError(.unverified, about: sheet, "In the new PDF, \(what).") }
        let fresh = try client.value(of: ReadFormJob(), on: written, as: .judges).value
        let fields = Dictionary(fresh.fields.map { ($0.name, $0) }) { first, _ in first }
        for field in form.fields where fields[field.name] != field {
            throw failure("the field \(field.name) has changed")
        }
        let places = Dictionary(grouping: designs, by: \.name)
        guard fresh.fields.count == form.fields.count + places.count else { throw failure("there are other fields") }
        for (name, wanted) in places {
            guard let field = fields[name], field.isLike(wanted) else {
                throw failure("the field \(name) is not as it should be")
            }
        }
    }
}

extension FormField {
    /// Returns whether a field is what was designed: one place, or the buttons of a group.
    fileprivate func isLike(_ designs: [FieldDesign]) -> Bool {
        let design = designs[0]
        let rows = [.list, .combo].contains(kind) ? options.map(\.value) : []
        return kind == design.kind && widgets.count == designs.count
            && maximumLength == (kind == .text ? design.cells ?? design.maximumLength : nil)
            && rows == ([.list, .combo].contains(kind) ? design.choices : [])
            && (kind != .text || flags.contains(.comb) == (design.cells != nil))
            && (kind != .text || flags.contains(.multiline) == (design.isMultiline && design.cells == nil))
            && calculation == (design.summands.isEmpty || kind != .text ? nil : .simple(.sum, design.summands))
            && zip(widgets, designs).allSatisfy { widget, design in
                widget.page == design.page - 1 && widget.rect.isNear(design.rect, within: 0.1)
                    && (kind != .radio || design.choice == nil || widget.state == design.choice)
            }
    }
}

extension Rect {
    /// Returns whether no side is farther from that of another rectangle than a distance in points.
    fileprivate func isNear(_ other: Rect, within distance: Double) -> Bool {
        zip([minX, minY, maxX, maxY], [other.minX, other.minY, other.maxX, other.maxY])
            .allSatisfy { ($0 - $1).magnitude <= distance }
    }
}
