// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnFiles
internal import LimnFormDetection
internal import LimnForms
internal import LimnGeometry
internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension AddFieldsJob: PerformableJob {
    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let template = try session.document()
        let wanted = try BoundedJSON.decode([DetectedField].self, from: Data(try session.bytes(descriptors[1])))
        let objects = try template.objects()
        var changes = DocumentChanges()
        changes.newFields = try drawn(NewField.fields(wanted), in: objects)
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
        let embedsFonts = try document.archiveClaim() != nil
        let results = FieldAppearances(requests, embedsFonts: embedsFonts).results
        for (index, place) in places.enumerated() {
            let (on, off) = (try results[2 * index].get(), try results[2 * index + 1].get())
            fields[place.field].widgets[place.widget].appearance = .states(on: on.form, off: off.form)
        }
        return fields
    }
}

extension DetectedField {
    /// The name that viewers show; nil if nothing is printed.
    fileprivate var tooltip: String? {
        let words = kind == .radio ? question ?? label : label
        return words.isEmpty ? nil : words
    }
}

extension NewField {
    /// Makes fields from places. Radio buttons with the same name become one field.
    static func fields(_ places: [DetectedField]) -> [NewField] {
        var fields: [NewField] = []
        var groups: [String: Int] = [:]
        for place in places {
            var widget = Widget(page: place.page - 1, rect: place.rect)
            if place.kind == .check { widget.state = "Yes" }
            if place.kind == .radio {
                if let group = groups[place.name] {
                    widget.state = place.choice ?? "\(fields[group].widgets.count + 1)"
                    fields[group].widgets.append(widget)
                    continue
                }
                widget.state = place.choice ?? "1"
                groups[place.name] = fields.count
            }
            var field = NewField(
                name: place.name, kind: place.kind, maximumLength: place.kind == .text ? place.cells : nil,
                tooltip: place.tooltip,
                alignment: place.isCentered ? .center : .left, widgets: [widget])
            // Viewers ignore combs in fields of several lines.
            if place.kind == .text { field.flags = place.cells != nil ? .comb : place.isMultiline ? .multiline : [] }
            field.turn = place.turn
            // Text that is fitted to a high line would be too large.
            let (width, height) =
                place.turn % 180 == 0
                ? (place.rect.width, place.rect.height) : (place.rect.height, place.rect.width)
            if place.kind == .text, !place.isMultiline, place.cells == nil, height > 20, width > 3 * height {
                field.fontSize = 12
            }
            fields.append(field)
        }
        return fields
    }
}
