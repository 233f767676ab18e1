// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

extension FormIndex.Field {
    /// The flags of the field (/Ff). Some programs write them only into widgets.
    var flags: FieldFlags { FieldFlags(rawValue: UInt32(truncatingIfNeeded: entry("/Ff")?.int ?? 0)) }

    /// Returns the value of a key in the field's nodes, or else in its widgets, or else in the ancestors of its nodes.
    private func entry(_ key: UnsafePointer<CChar>) -> PDFObject? {
        for node in nodes { if let value = node.object[key] { return value } }
        for widget in widgets { if let value = widget.object[key] { return value } }
        return inherited(key)
    }

    /// The maximum number of characters of a text (/MaxLen); nil for no limit.
    var maximumLength: Int? { entry("/MaxLen")?.int.flatMap { $0 > 0 ? $0 : nil } }

    /// The alignment of the text (/Q).
    var alignment: FormField.Alignment { entry("/Q")?.int.flatMap { FormField.Alignment(rawValue: $0) } ?? .left }

    /// The kind of the field; nil if its type is unknown.
    var kind: FormField.Kind? {
        // Some programs write the type only into widgets.
        let type = inherited("/FT") ?? widgets.lazy.compactMap { $0.object["/FT"] }.first
        return switch type?.name {
        case "Tx": .text
        case "Ch": flags.contains(.combo) ? .combo : .list
        case "Sig": .signature
        case "Btn": flags.contains(.pushButton) ? .push : flags.contains(.radio) ? .radio : .check
        default: nil
        }
    }

    /// The rows of a list or combo box (/Opt).
    var rows: [FieldOption] {
        (entry("/Opt")?.items ?? []).compactMap { item in
            if let text = item.textOrName { return FieldOption(value: text) }
            guard item.isArray, let value = item.item(0)?.textOrName else { return nil }
            return FieldOption(value: value, label: item.item(1)?.textOrName)
        }
    }

    /// Returns the name of the state that turns on a widget of a button: the one that it has, or else the one that it
    /// gets with its first appearances.
    ///
    /// - Parameter place: the widget's index.
    func onState(ofWidget place: Int, _ kind: FormField.Kind) -> PDFName {
        if let state = Self.onState(of: widgets[place].object) { return state }
        let known = widgets.compactMap { Self.onState(of: $0.object) }
        if kind == .check {
            // The value may name the state already.
            let named = [inherited("/V"), inherited("/DV")].compactMap { $0?.nameBytes }.first { $0 != .off }
            return named.flatMap { known.contains($0) ? nil : $0 } ?? Self.newState
        }
        // Radio buttons need different states to exclude each other.
        var name = PDFName("\(place + 1)")
        while known.contains(name) { name = PDFName([UInt8(ascii: "_")] + name.bytes) }
        return name
    }

    /// The name of the "on" state of a check box that gets its first appearances.
    private static let newState = PDFName("Yes")

    /// Returns the name of a widget's state other than /Off; nil if the widget has none.
    static func onState(of widget: PDFObject) -> PDFName? {
        for appearance in ["/N", "/D"] {
            let states = widget["/AP"]?[appearance]
            if let states, states.isDictionary, let name = states.keyNames.first(where: { $0 != .off }) { return name }
        }
        // A widget without appearances may still name its state in /AS.
        return widget["/AS"]?.nameBytes.flatMap { $0 == .off ? nil : $0 }
    }

    /// Returns the states of a check box or radio buttons, in the order of the widgets, without duplicates.
    func states(_ kind: FormField.Kind) -> [FieldOption] {
        var options: [FieldOption] = []
        for (place, widget) in widgets.enumerated() {
            let state = onState(ofWidget: place, kind)
            let option = FieldOption(
                value: exportValue(of: widget, state: state), label: Self.caption(of: widget.object),
                state: state.shown)
            if !options.contains(option) { options.append(option) }
        }
        return options
    }

    /// Returns the value that a button exports: the item of /Opt at the widget's index among the kids, or else the name
    /// of its state.
    private func exportValue(of widget: FormIndex.Widget, state: PDFName) -> String {
        let node = nodes[widget.node]
        guard let values = node.inherited("/Opt"), values.isArray,
            let value = values.item(widget.place)?.textOrName, !value.isEmpty
        else { return state.shown }
        return value
    }

    /// Returns a widget's caption if it is text and not a single character of ZapfDingbats.
    private static func caption(of widget: PDFObject) -> String? {
        widget["/MK"]?["/CA"]?.text.flatMap { $0.count > 1 ? $0 : nil }
    }

    /// Returns a text as a value; empty if the text is empty, because that is how fields are cleared.
    private func text(_ key: String) -> [String] {
        entry(key)?.textOrStream.flatMap { $0.isEmpty ? nil : [$0] } ?? []
    }

    /// Returns the field's values for a key; empty if there are none.
    func values(_ kind: FormField.Kind, _ key: String = "/V") -> [String] {
        switch kind {
        case .push, .signature: return []
        case .text: return text(key)
        case .list, .combo:
            guard let value = entry(key), value.isArray else { return text(key) }
            return value.items.compactMap(\.textOrName)
        case .check, .radio:
            var state = inherited(key)?.textOrName
            if state == nil, key == "/V" {
                let pressed = widgets.lazy.compactMap { $0.object["/AS"]?.nameBytes }.first { $0 != .off }
                state = pressed?.shown
            }
            guard let state, state != "Off", !state.isEmpty else { return [] }
            return [state]
        }
    }
}

extension PDFObject {
    /// A text string, or the shown form of a name.
    var textOrName: String? { text ?? nameBytes?.shown }

    /// A text string, a name, or the text of a stream.
    var textOrStream: String? {
        if let text = textOrName { return text }
        guard isStream, let data = try? decodedData(), data.count <= 16 << 20 else { return nil }
        return PDFTextDecoding.text(data)
    }
}

/// Decodes text strings that are not string objects, such as those in streams.
enum PDFTextDecoding {
    /// Decodes bytes as UTF-16 or UTF-8 if a byte-order mark indicates it, or else as UTF-8 if it is valid, or else as
    /// PDFDocEncoding.
    static func text(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xfe, 0xff]) {
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return String(decoding: units, as: UTF16.self)
        }
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        return PDFName(bytes).shown
    }
}
