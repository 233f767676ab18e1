// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnGeometry

/// Widgets of new fields, to be written with their pages.
struct NewWidgets {
    /// A widget.
    struct Widget {
        let id: ObjectID
        let place: NewField.Widget
        let field: NewField
        /// The entries of the field, if it shares its dictionary with the widget, and the parent.
        let entries: [PDFEntry]
    }

    /// The widgets by pages, counted from 0, in the order of the fields.
    var byPage: [Int: [Widget]] = [:]
    /// The appearance of all widgets that show nothing; nil until it is written.
    var emptyForm: ObjectID?
    /// The fields that are calculated, by their names.
    var sums: [String: ObjectID] = [:]
}

extension ChangeWriter {
    /// Adds fields to the form's tree, and to the form's dictionary, which is made if there is none. Their widgets are
    /// written later, with their pages.
    ///
    /// - Throws: ``PDFObjectsError`` with `internal` if a name is empty or already in the form.
    mutating func plan(_ fields: [NewField], for document: ObjectDocument) throws(PDFObjectsError) {
        let index = try document.formIndex()
        let taken = Set(index.fields.compactMap { $0.name.split(separator: ".").first.map(String.init) })
        var root = NewNode()
        for field in fields {
            let path = field.path
            guard !path.isEmpty, !field.widgets.isEmpty, !taken.contains(path[0]), root.add(field, at: path[...])
            else { throw PDFObjectsError(.internal, cause: "the form already has a field \(field.name)") }
        }
        if isTagged, structure == nil { notes.append("The document has tags; those of the new fields are missing.") }
        var roots: [ObjectID] = []
        for node in root.kids { roots.append(try write(node, under: nil)) }
        let sums = fields.filter { !$0.summands.isEmpty }.sorted { $0.calculationRank < $1.calculationRank }
        try addToForm(
            roots, index, calculates: sums.map(\.name), hasSignatures: fields.contains { $0.kind == .signature })
    }

    /// Writes a node of the tree and everything below it, except widgets.
    private mutating func write(_ node: NewNode, under parent: ObjectID?) throws(PDFObjectsError) -> ObjectID {
        let id = try sink.reserve()
        let above: [PDFEntry] = parent.map { [("/Parent", .reference($0))] } ?? []
        guard let field = node.field else {
            var kids: [PDFValue] = []
            for kid in node.kids { kids.append(.reference(try write(kid, under: id))) }
            let entries: [PDFEntry] = [("/T", .text(.string(node.name))), ("/Kids", .array(kids))]
            try sink.set(id, to: .dictionary(entries + above), isCompressible: true)
            return id
        }
        let unit = try tree.leaf(at: field.widgets[0].page).geometry.userUnit
        let entries = field.entries(userUnit: unit) + above
        if !field.summands.isEmpty { newWidgets.sums[field.name] = id }
        if field.kind != .radio {
            newWidgets.byPage[field.widgets[0].page, default: []].append(
                .init(id: id, place: field.widgets[0], field: field, entries: entries))
            return id
        }
        var kids: [PDFValue] = []
        for place in field.widgets {
            let kid = try sink.reserve()
            kids.append(.reference(kid))
            newWidgets.byPage[place.page, default: []].append(
                .init(id: kid, place: place, field: field, entries: [("/Parent", .reference(id))]))
        }
        try sink.set(id, to: .dictionary(entries + [("/Kids", .array(kids))]), isCompressible: true)
        return id
    }

    /// Writes the new widgets of a page. Returns their objects in the order of their fields.
    mutating func writeNewWidgets(
        of leaf: PageTree.Leaf, index: Int, page: ObjectID
    ) throws(PDFObjectsError) -> [ObjectID] {
        var ids: [ObjectID] = []
        for widget in newWidgets.byPage[index] ?? [] {
            let box = leaf.geometry.pageToUser.apply(widget.place.rect)
            var look: [PDFEntry] = []
            let rotation = widget.field.rotation(on: leaf.geometry)
            if rotation != 0 { look.append(("/R", .text("\(rotation)"))) }
            if widget.place.state != nil { look.append(("/CA", .text(.string(widget.field.mark)))) }
            var entries: [PDFEntry] = [
                ("/Type", .text("/Annot")), ("/Subtype", .text("/Widget")),
                ("/Rect", .numbers([box.minX, box.minY, box.maxX, box.maxY])),
                // The flag Print is set.
                ("/F", .text("4")), ("/P", .reference(page)), ("/BS", .text("<</W 0/S/S>>")),
            ]
            if !look.isEmpty { entries.append(("/MK", .dictionary(look))) }
            if widget.place.state == nil { entries.append(("/AP", .dictionary([("/N", .reference(try emptyForm()))]))) }
            if let state = widget.place.state, case .states(let on, let off) = widget.place.appearance {
                let states = PDFValue.dictionary([
                    (String(decoding: PDFName(state).text, as: UTF8.self), .reference(try object(of: on))),
                    ("/Off", .reference(try object(of: off))),
                ])
                entries += [("/AS", .text("/Off")), ("/AP", .dictionary([("/N", states)]))]
            }
            let key = structure?.takeKey()
            if let key { entries.append(("/StructParent", .text("\(key)"))) }
            try sink.set(widget.id, to: .dictionary(entries + widget.entries), isCompressible: true)
            ids.append(widget.id)
            if let key {
                // The tooltip is read; where no words label the field, its name.
                let alternative = widget.field.tooltip == nil ? widget.field.name : nil
                try tag(
                    annotation: widget.id, as: "/Form", alternative: alternative, box: box, key: key, on: page,
                    index: index)
            }
        }
        return ids
    }

    /// Returns an appearance that shows nothing. PDF/A requires one of every widget.
    private mutating func emptyForm() throws(PDFObjectsError) -> ObjectID {
        if let known = newWidgets.emptyForm { return known }
        let id = try sink.add(
            stream: StreamData([]), [("/Subtype", .text("/Form")), ("/BBox", .numbers([0, 0, 1, 1]))])
        newWidgets.emptyForm = id
        return id
    }

    /// Lists new roots in the form's dictionary, and gives it the fonts that the new fields name.
    private mutating func addToForm(
        _ roots: [ObjectID], _ index: FormIndex, calculates order: [String], hasSignatures: Bool
    ) throws(PDFObjectsError) {
        let standard: [(key: String, font: StandardFont)] = [("/Helv", .helvetica), ("/ZaDb", .zapfDingbats)]
        let resources = index.form?["/DR"].flatMap { $0.isDictionary ? $0 : nil }
        let fonts = resources?["/Font"].flatMap { $0.isDictionary ? $0 : nil }
        var missing: [PDFEntry] = []
        for (key, font) in standard where fonts?[key] == nil {
            missing.append((key, .reference(try sink.add(.text(PDFText(font.dictionary.utf8)), isCompressible: true))))
        }
        let list = fonts.map { .edited($0, missing.map { ($0.key, $0.value) }) } ?? PDFValue.dictionary(missing)
        let own = resources.map { .edited($0, [("/Font", list)]) } ?? PDFValue.dictionary([("/Font", list)])
        var edits: [PDFEdit] = [
            ("/Fields", .array(PDFValue.items(of: index.form?["/Fields"]) + roots.map { .reference($0) }))
        ]
        if !missing.isEmpty { edits.append(("/DR", own)) }
        if index.form?["/DA"] == nil { edits.append(("/DA", .text("(/Helv 0 Tf 0 g)"))) }
        if !newWidgets.sums.isEmpty {
            let all =
                PDFValue.items(of: index.form?["/CO"]) + order.compactMap { newWidgets.sums[$0] }.map { .reference($0) }
            edits.append(("/CO", .array(all)))
        }
        if hasSignatures { edits.append(("/SigFlags", .text("\((index.form?["/SigFlags"]?.int ?? 0) | 1)"))) }
        guard let form = index.form else {
            catalogEdits.append(
                ("/AcroForm", .dictionary(edits.compactMap { edit in edit.value.map { (edit.key, $0) } })))
            return
        }
        if form.isIndirect {
            try sink.edit(form, edits)
        } else {
            catalogEdits.append(("/AcroForm", .edited(form, edits)))
        }
    }
}

/// A node of the tree of new fields.
private struct NewNode {
    var name = ""
    var field: NewField?
    private(set) var kids: [NewNode] = []
    /// The indices of kids by their names.
    private var places: [String: Int] = [:]

    init(name: String = "") { self.name = name }

    /// Adds a field below this node. Returns whether its name was free.
    mutating func add(_ added: NewField, at path: ArraySlice<String>) -> Bool {
        guard field == nil, let first = path.first else { return false }
        let rest = path.dropFirst()
        if let place = places[first] {
            return !rest.isEmpty && kids[place].add(added, at: rest)
        }
        var node = NewNode(name: first)
        if rest.isEmpty { node.field = added } else { guard node.add(added, at: rest) else { return false } }
        places[first] = kids.count
        kids.append(node)
        return true
    }
}
