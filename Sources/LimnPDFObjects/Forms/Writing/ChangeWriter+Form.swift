// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

extension ChangeWriter {
    /// Writes the values and appearances of fields, and updates the form's dictionary.
    mutating func write(_ changes: FormChanges, to document: ObjectDocument) throws(PDFObjectsError) {
        let index = try document.formIndex()
        // Programs that validate signatures treat some changes as tampering: a new /AP with old streams, and new rich
        // text or rows.
        let isSigned = try document.signatures().isSigned
        var edits = ObjectEdits()
        for filled in changes.fields {
            guard let field = index[filled.name], let kind = field.kind else {
                throw PDFObjectsError(.internal, cause: "the form has no field \(filled.name)")
            }
            try write(filled, into: field, kind, isSigned: isSigned, &edits)
            if !isSigned, case .state = filled.value { Self.mendStates(of: field, filled, &edits) }
        }
        for (object, entries) in edits.all { try sink.edit(object, entries) }
        try writeForm(index, changes)
        record.filled += changes.fields.map(\.name)
    }

    private mutating func write(
        _ filled: FilledField, into field: FormIndex.Field, _ kind: FormField.Kind, isSigned: Bool,
        _ edits: inout ObjectEdits
    ) throws(PDFObjectsError) {
        let pressed = Self.pressed(filled, field, kind)
        for object in field.valueHolders {
            write(filled, into: object, of: field, kind, &edits)
            if filled.value != nil { writeFollowers(of: filled, in: object, field, kind, isSigned: isSigned, &edits) }
        }
        if filled.isLocked {
            for object in field.flagHolders {
                edits.add(("/Ff", .text("\(field.flags.union(.readOnly).rawValue)")), to: object)
            }
        }
        for (place, widget) in field.widgets.enumerated() {
            if let appearance = filled.appearances[place] {
                let name = FormIndex.Field.isButton(kind) ? field.onState(ofWidget: place, kind) : .off
                try write(appearance, into: widget, kind, onState: name, &edits)
            }
            guard case .state = filled.value else { continue }
            let state = pressed.contains(place) ? filled.onState(of: field, kind, widget: place) : nil
            edits.add(("/AS", .text((state ?? .off).text)), to: widget.object)
        }
    }

    /// Makes the dictionaries of button states direct, because poppler (at least up to version 22.12) does not show a
    /// button whose states are an indirect dictionary.
    private static func mendStates(of field: FormIndex.Field, _ filled: FilledField, _ edits: inout ObjectEdits) {
        for (place, widget) in field.widgets.enumerated() where filled.appearances[place] == nil {
            guard let appearance = widget.object["/AP"], appearance.isDictionary, let states = appearance["/N"],
                states.isDictionary, states.isIndirect
            else { continue }
            edits.add(("/AP", .edited(appearance, [("/N", .edited(states, []))])), to: widget.object)
        }
    }

    /// Writes the value into one of the dictionaries that contain it.
    private func write(
        _ filled: FilledField, into object: PDFObject, of field: FormIndex.Field, _ kind: FormField.Kind,
        _ edits: inout ObjectEdits
    ) {
        switch filled.value {
        case nil: break
        case .text(let text): edits.add(("/V", .text(.textString(text))), to: object)
        case .rows(let rows, _):
            let texts = rows.map { PDFValue.text(.textString($0)) }
            edits.add(("/V", texts.count == 1 ? texts[0] : .array(texts)), to: object)
        case .state(let state):
            let name = state.flatMap { state in
                field.widgets.indices.lazy.compactMap { filled.onState(of: field, kind, widget: $0) }.first {
                    $0.shown == state
                }
            }
            edits.add(("/V", .text((name ?? .off).text)), to: object)
        }
    }

    /// Updates the entries that repeat the value and that Acrobat prefers to it: rich text and the indices of chosen
    /// rows. If a signature forbids this, notes are added instead.
    private mutating func writeFollowers(
        of filled: FilledField, in object: PDFObject, _ field: FormIndex.Field, _ kind: FormField.Kind, isSigned: Bool,
        _ edits: inout ObjectEdits
    ) {
        if object["/RV"] != nil {
            notes.append(
                isSigned
                    ? "A signature keeps the rich text of the field \(field.name). Some programs show it in place of the value."
                    : "The plain value replaced the rich text of the field \(field.name).")
            if !isSigned { edits.add(("/RV", nil), to: object) }
        }
        guard kind == .list || kind == .combo else { return }
        var places: PDFValue?
        if case .rows(let rows, let chosen) = filled.value, field.flags.contains(.multiSelect), !rows.isEmpty {
            places = .array(chosen.map { .text("\($0)") })
        }
        if !isSigned {
            if places != nil || object["/I"] != nil { edits.add(("/I", places), to: object) }
        } else if object["/I"] != nil {
            notes.append(
                "A signature keeps the choices of the field \(field.name). Some programs show them in place of the value."
            )
        }
    }

    /// Returns the indices of the widgets to turn on.
    private static func pressed(
        _ filled: FilledField, _ field: FormIndex.Field, _ kind: FormField.Kind
    ) -> Set<Int> {
        guard case .state(let state?) = filled.value else { return [] }
        let matching = field.widgets.indices.filter {
            filled.onState(of: field, kind, widget: $0)?.shown == state
        }
        if let only = filled.onlyWidget { return matching.contains(only) ? [only] : [] }
        return Set(matching)
    }

    private mutating func write(
        _ appearance: FilledField.Appearance, into widget: FormIndex.Widget, _ kind: FormField.Kind,
        onState name: PDFName, _ edits: inout ObjectEdits
    ) throws(PDFObjectsError) {
        switch appearance {
        case .shown(let shown):
            edits.add(
                ("/AP", .dictionary([("/N", .reference(try object(of: shown)))])), to: widget.object)
            // Viewers draw a button anew from its icons.
            if kind == .push, let old = widget.object["/MK"], old.isDictionary {
                let icons = Self.icons.filter { old[$0] != nil }
                if !icons.isEmpty {
                    edits.add(("/MK", .edited(old, icons.map { (key: $0, value: nil) })), to: widget.object)
                }
            }
        case .states(let on, let off):
            // Keys of new dictionaries are written unchanged, so this one is already escaped.
            let key = String(decoding: name.text, as: UTF8.self)
            let states = PDFValue.dictionary([
                (key, .reference(try object(of: on))), ("/Off", .reference(try object(of: off))),
            ])
            edits.add(("/AP", .dictionary([("/N", states)])), to: widget.object)
        case .off(let off):
            guard let old = widget.object["/AP"], old.isDictionary, let states = old["/N"], states.isDictionary else {
                return
            }
            let added = PDFValue.edited(states, [("/Off", .reference(try object(of: off)))])
            edits.add(("/AP", .edited(old, [("/N", added)])), to: widget.object)
        case .picture(let shown, let icon):
            edits.add(
                ("/AP", .dictionary([("/N", .reference(try object(of: shown)))])), to: widget.object)
            let reference = PDFValue.reference(try object(of: icon))
            if let old = widget.object["/MK"], old.isDictionary {
                let others = Self.icons.dropFirst().filter { old[$0] != nil }.map { (key: $0, value: PDFValue?.none) }
                edits.add(
                    ("/MK", .edited(old, [("/I", reference), ("/TP", .text("1"))] + others)), to: widget.object)
            } else {
                edits.add(("/MK", .dictionary([("/I", reference), ("/TP", .text("1"))])), to: widget.object)
            }
        }
    }

    /// The icons of a button: the normal one, and those while the pointer is over it and while it is pressed (ISO 32000-2,
    /// table 192).
    private static var icons: [String] { ["/I", "/RI", "/IX"] }

    /// Updates the form's dictionary: removes /NeedAppearances, so that viewers do not generate appearances, lists
    /// fields that only pages listed, and updates or removes XFA.
    private mutating func writeForm(_ index: FormIndex, _ changes: FormChanges) throws(PDFObjectsError) {
        var roots: [PDFObject] = []
        var adopted: String?
        for filled in changes.fields {
            guard let field = index[filled.name], field.nodes.allSatisfy({ $0.adoptedRoot != nil }) else { continue }
            for root in field.nodes.compactMap(\.adoptedRoot)
            where !roots.contains(where: { $0.identity == root.identity }) {
                roots.append(root)
                adopted = adopted ?? filled.name
            }
        }
        var edits: [PDFEdit] = []
        if !roots.isEmpty {
            var items = PDFValue.items(of: index.form?["/Fields"])
            for root in roots { items.append(.reference(try sink.number(of: root))) }
            edits.append(("/Fields", .array(items)))
            notes.append(
                "The form did not list fields that pages show, such as \(adopted ?? ""); they were added to it."
            )
        }
        guard let form = index.form else {
            guard !edits.isEmpty else { return }
            edits.append(("/DA", .text("(/Helv 0 Tf 0 g)")))
            catalogEdits.append(
                ("/AcroForm", .dictionary(edits.compactMap { edit in edit.value.map { (edit.key, $0) } })))
            return
        }
        if form["/NeedAppearances"] != nil { edits.append(("/NeedAppearances", nil)) }
        if changes.removesXFA, form["/XFA"] != nil { edits.append(("/XFA", nil)) }
        if let datasets = changes.datasets, form["/XFA"] != nil {
            edits.append(("/XFA", try xfa(form, with: datasets)))
        }
        guard !edits.isEmpty else { return }
        if form.isIndirect {
            try sink.edit(form, edits)
        } else {
            catalogEdits.append(("/AcroForm", .edited(form, edits)))
        }
    }
}

extension FormIndex.Field {
    /// The dictionaries that contain the value: those of the field, and widgets that have their own value by mistake.
    fileprivate var valueHolders: [PDFObject] { holders(of: "/V") }

    /// The dictionaries that contain the flags: those of the field, and widgets that have their own flags.
    fileprivate var flagHolders: [PDFObject] { holders(of: "/Ff") }

    private func holders(of key: UnsafePointer<CChar>) -> [PDFObject] {
        let own = nodes.map(\.object)
        let ids = Set(own.compactMap(\.identity))
        return own
            + widgets.map(\.object).filter { widget in
                widget[key] != nil && widget.identity.map { !ids.contains($0) } ?? false
            }
    }

    /// Whether fields of a kind are check boxes or radio buttons.
    fileprivate static func isButton(_ kind: FormField.Kind) -> Bool { kind == .check || kind == .radio }
}

extension FilledField {
    /// Returns the name of the widget's "on" state after the change; nil if it has none.
    fileprivate func onState(
        of field: FormIndex.Field, _ kind: FormField.Kind, widget place: Int
    ) -> PDFName? {
        if let state = FormIndex.Field.onState(of: field.widgets[place].object) { return state }
        guard case .states = appearances[place] else { return nil }
        return field.onState(ofWidget: place, kind)
    }
}

extension PDFText {
    /// Returns a text string object: one byte per character if all characters are the same in PDFDocEncoding and
    /// Latin-1, or else UTF-16.
    static func textString(_ text: String) -> PDFText {
        let bytes = text.unicodeScalars.compactMap { scalar -> UInt8? in
            switch scalar.value {
            case 9, 10, 13, 32...126, 0xa1...0xac, 0xae...0xff: UInt8(scalar.value)
            default: nil
            }
        }
        // Bytes that begin with a byte-order mark would be read in another encoding.
        let isMarked = bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xef, 0xbb, 0xbf])
        return bytes.count == text.unicodeScalars.count && !isMarked ? string(bytes: bytes) : utf16(text)
    }
}
