// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

extension FormIndex.Field {
    /// What the form demands of it.
    var flags: FieldFlags { FieldFlags(rawValue: UInt32(truncatingIfNeeded: inherited("/Ff")?.int ?? 0)) }

    /// What it takes; nil where its type is unknown.
    var kind: FormField.Kind? {
        // Some programs write the type on widgets alone.
        let type = inherited("/FT") ?? widgets.lazy.compactMap { $0.object["/FT"] }.first
        return switch type?.name {
        case "Tx": .text
        case "Ch": flags.contains(.combo) ? .combo : .list
        case "Sig": .signature
        case "Btn": flags.contains(.pushButton) ? .push : flags.contains(.radio) ? .radio : .check
        default: nil
        }
    }

    /// The rows of a list.
    var rows: [FieldOption] {
        (inherited("/Opt")?.items ?? []).compactMap { item in
            if let text = item.textOrName { return FieldOption(value: text) }
            guard item.isArray, let value = item.item(0)?.textOrName else { return nil }
            return FieldOption(value: value, label: item.item(1)?.textOrName)
        }
    }

    /// The name of a widget's state that is not /Off; nil where the widget has no such.
    static func onState(of widget: PDFObject) -> PDFName? {
        for appearance in ["/N", "/D"] {
            let states = widget["/AP"]?[appearance]
            if let states, states.isDictionary, let name = states.keyNames.first(where: { $0 != .off }) { return name }
        }
        // A widget without appearances may still say what it is.
        return widget["/AS"]?.nameBytes.flatMap { $0 == .off ? nil : $0 }
    }

    /// The states of buttons, in the order of their widgets, each once.
    var states: [FieldOption] {
        var options: [FieldOption] = []
        for widget in widgets {
            guard let state = Self.onState(of: widget.object) else { continue }
            let option = FieldOption(
                value: exportValue(of: widget, state: state), label: Self.caption(of: widget.object),
                state: state.shown)
            if !options.contains(option) { options.append(option) }
        }
        return options
    }

    /// The value that a button exports: by /Opt, which is parallel to the kids, else its state's name.
    private func exportValue(of widget: FormIndex.Widget, state: PDFName) -> String {
        let node = nodes[widget.node]
        guard let values = node.inherited("/Opt"), values.isArray,
            let value = values.item(widget.place)?.textOrName, !value.isEmpty
        else { return state.shown }
        return value
    }

    /// A caption that is a text, and not a sign of ZapfDingbats.
    private static func caption(of widget: PDFObject) -> String? {
        widget["/MK"]?["/CA"]?.text.flatMap { $0.count > 1 ? $0 : nil }
    }

    /// A text as a value; none where it is empty, which is how fields are cleared.
    private func text(_ key: String) -> [String] {
        inherited(key)?.textOrStream.flatMap { $0.isEmpty ? nil : [$0] } ?? []
    }

    /// The field's value; empty where there is none.
    func values(_ kind: FormField.Kind, _ key: String = "/V") -> [String] {
        switch kind {
        case .push, .signature: return []
        case .text: return text(key)
        case .list, .combo:
            guard let value = inherited(key), value.isArray else { return text(key) }
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

/// Text strings that are no string objects.
enum PDFTextDecoding {
    /// The text of bytes: UTF-16 or UTF-8 behind a byte-order mark, else PDFDocEncoding.
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
