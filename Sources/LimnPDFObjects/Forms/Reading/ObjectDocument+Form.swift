// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
internal import LimnGeometry

extension ObjectDocument {
    /// Returns the form of the document, with the fields found in its tree and on its pages. Fields with the same full
    /// name are one field with several widgets.
    ///
    /// - Returns: the form; without fields if the document has none. Its places are in page space.
    /// - Throws: ``PDFObjectsError`` with `tooComplex` if the page tree is too large.
    public func form() throws(PDFObjectsError) -> Form {
        let index = try formIndex()
        if index.isTruncated {
            notes.append("The form has more fields than Limn reads; the rest is left out.")
        }
        var form = Form()
        var geometries: [Int: PageGeometry] = [:]
        for field in index.fields {
            guard let kind = field.kind else { continue }
            let shown = FormField(field, kind) { page in
                if let known = geometries[page] { return known }
                let geometry = (try? tree.leaf(at: page))?.geometry
                geometries[page] = geometry
                return geometry
            }
            form.fields.append(shown)
        }
        let names = index.names
        form.calculationOrder = (index.form?["/CO"]?.items ?? []).compactMap { $0.identity.flatMap { names[$0] } }
        form.needsAppearances = index.form?["/NeedAppearances"]?.bool ?? false
        form.restrictions = try formRestrictions()
        form.kind = try formKind(index, hasFields: !form.fields.isEmpty)
        return form
    }

    /// Returns the kind of the form.
    private func formKind(_ index: FormIndex, hasFields: Bool) throws(PDFObjectsError) -> Form.Kind {
        guard index.form?["/XFA"] != nil else { return hasFields ? .acroForm : .none }
        let needsRendering = try file.root()["/NeedsRendering"]?.bool ?? false
        let fillable = index.fields.contains { ($0.kind ?? .signature) != .signature }
        return needsRendering || !fillable ? .dynamicXFA : .hybridXFA
    }
}

extension FormIndex {
    /// The full names of fields, by the dictionaries of fields and widgets.
    var names: [ObjectID: String] {
        var names: [ObjectID: String] = [:]
        for field in fields {
            for object in field.nodes.map(\.object) + field.widgets.map(\.object) {
                if let id = object.identity { names[id] = field.name }
            }
        }
        return names
    }
}

extension FormField {
    init(_ field: FormIndex.Field, _ kind: Kind, geometry: (Int) -> PageGeometry?) {
        self.init(name: field.name, kind: kind, flags: field.flags)
        values = field.values(kind)
        defaultValues = field.values(kind, "/DV")
        switch kind {
        case .list, .combo: options = field.rows
        case .check, .radio: options = field.states(kind)
        case .text: maximumLength = field.maximumLength
        case .push, .signature: break
        }
        alignment = field.alignment
        tooltip = field.nodes.lazy.compactMap { $0.object["/TU"]?.text }.first
        let actions = field.nodes.lazy.compactMap { $0.object["/AA"] }
        func script(_ key: String) -> String? {
            actions.compactMap { $0[key]?["/JS"]?.textOrStream }.first
                ?? field.widgets.lazy.compactMap { $0.object["/AA"]?[key]?["/JS"]?.textOrStream }.first
        }
        format = script("/F").flatMap { FieldFormat(script: $0) }
        calculation = script("/C").flatMap { FieldCalculation(script: $0) }
        validation = script("/V").flatMap { FieldValidation(script: $0) }
        widgets = field.widgets.enumerated().map { place, widget in
            let flags = widget.object["/F"]?.int ?? 0
            let isButton = kind == .check || kind == .radio
            let user = widget.object["/Rect"]?.rect ?? Rect(x0: 0, y0: 0, x1: 0, y1: 0)
            let space = widget.page.flatMap(geometry)
            let state = isButton ? field.onState(ofWidget: place, kind) : nil
            // NoRotate (ISO 32000-2, table 167).
            let rect = space.map { flags & 16 != 0 ? $0.upright(user) : $0.userToPage.apply(user) } ?? user
            var shown = FieldWidget(
                page: widget.page, rect: rect, state: state?.shown,
                isOn: state != nil && widget.object["/AS"]?.nameBytes == state,
                // Hidden and NoView, and Print (ISO 32000-2, table 167).
                isHidden: flags & (2 | 32) != 0, isPrinted: flags & 4 != 0)
            shown.furtherPages = widget.furtherPages
            return shown
        }
    }
}

extension PageGeometry {
    /// Returns the rectangle in page space of an annotation that keeps its size and stays upright on a rotated page.
    /// Its top-left corner keeps its place.
    fileprivate func upright(_ user: Rect) -> Rect {
        let corner = userToPage.apply(Point(x: user.minX, y: user.maxY))
        return Rect(origin: corner, size: Size(width: user.width * userUnit, height: user.height * userUnit))
    }
}
