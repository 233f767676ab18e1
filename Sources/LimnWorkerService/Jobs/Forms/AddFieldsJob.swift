// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension AddFieldsJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let template = try session.document()
        let wanted = try BoundedJSON.decode([FieldDesign].self, from: Data(try session.bytes(descriptors[1])))
        let objects = try template.objects()
        var changes = DocumentChanges()
        var fields = NewField.fields(wanted)
        let ranks = Dictionary(
            FormDesign(wanted).calculationOrder.enumerated().map { (wanted[$1].name, $0) }
        ) { first, _ in first }
        for index in fields.indices { fields[index].calculationRank = ranks[fields[index].name] ?? 0 }
        changes.newFields = try drawn(fields, in: objects)
        var report = Answer()
        let bytes = try ChangedForm(template: template, changes: changes).bytes(save, &report)
        report.bytes = bytes.count
        try session.write(bytes, to: descriptors[0])
        try template.input.checkUnchanged()
        return report
    }

    /// Draws both states of check boxes and radio buttons.
    private func drawn(_ fields: [NewField], in document: ObjectDocument) throws -> [NewField] {
        var fields = fields
        var requests: [FieldRequest] = []
        var places: [(field: Int, widget: Int)] = []
        for (place, field) in fields.enumerated() where field.kind == .check || field.kind == .radio {
            for (number, widget) in field.widgets.enumerated() {
                let look = try document.look(of: field, at: widget)
                for isOn in [true, false] {
                    requests.append(
                        FieldRequest(look, field.kind == .check ? .check(isOn: isOn) : .radio(isOn: isOn)))
                }
                places.append((place, number))
            }
        }
        let results = FieldAppearances(requests, embedsFonts: try document.needsEmbeddedFonts).results
        for (index, place) in places.enumerated() {
            let (on, off) = (try results[2 * index].get(), try results[2 * index + 1].get())
            fields[place.field].widgets[place.widget].appearance = .states(on: on.form, off: off.form)
        }
        return fields
    }
}

extension NewField {
    /// Makes fields from places. Radio buttons with the same name become one field.
    static func fields(_ designs: [FieldDesign]) -> [NewField] {
        var fields: [NewField] = []
        var groups: [String: Int] = [:]
        for design in designs {
            var widget = Widget(page: design.page - 1, rect: design.rect)
            if design.kind == .check { widget.state = "Yes" }
            if design.kind == .radio {
                if let group = groups[design.name] {
                    widget.state = design.choice ?? "\(fields[group].widgets.count + 1)"
                    fields[group].widgets.append(widget)
                    continue
                }
                widget.state = design.choice ?? "1"
                groups[design.name] = fields.count
            }
            var field = NewField(
                name: design.name, kind: design.kind, tooltip: design.tooltip,
                alignment: WidgetLook.Alignment(rawValue: design.alignment.rawValue) ?? .left,
                fontSize: design.fontSize, widgets: [widget])
            // Viewers ignore combs in fields of several lines.
            if design.kind == .text {
                field.flags = design.cells != nil ? .comb : design.isMultiline ? .multiline : []
                field.maximumLength = design.cells ?? design.maximumLength
                field.summands = design.summands
            }
            if [.list, .combo].contains(design.kind) { field.choices = design.choices }
            field.turn = design.turn
            fields.append(field)
        }
        return fields
    }
}
