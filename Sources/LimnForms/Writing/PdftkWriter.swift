// SPDX-License-Identifier: Apache-2.0

/// Writes a form in the output format of `pdftk FILE dump_data_fields`, for scripts that read it.
///
/// Each field begins with `---`. A key such as `FieldStateOption` is on a line of its own and may occur several times.
/// Values of buttons are export values; `Off` is always an option of them.
public enum PdftkWriter {
    /// Writes a form.
    ///
    /// - Parameters:
    ///   - form: The form, whose fields are written in its order.
    ///   - isUTF8: Whether characters are written unescaped (`dump_data_fields_utf8`). Otherwise, non-ASCII
    ///     characters and XML's five special characters become entities.
    public static func text(of form: Form, isUTF8: Bool) -> String {
        var text = ""
        func line(_ key: String, _ value: String) { text += "\(key): \(isUTF8 ? value : escaped(value))\n" }
        for field in form.fields {
            text += "---\n"
            line("FieldType", type(of: field))
            line("FieldName", field.name)
            if let tooltip = field.tooltip { line("FieldNameAlt", tooltip) }
            line("FieldFlags", "\(field.flags.rawValue)")
            let isButton = field.kind == .check || field.kind == .radio
            for value in field.values { line("FieldValue", isButton ? exported(value, field) : value) }
            for value in field.defaultValues { line("FieldValueDefault", isButton ? exported(value, field) : value) }
            line("FieldJustification", ["Left", "Center", "Right"][field.alignment.rawValue])
            for option in field.options {
                line("FieldStateOption", option.value)
                if !isButton, option.label != option.value { line("FieldStateOptionDisplay", option.label) }
            }
            if isButton, !field.options.contains(where: { $0.value == "Off" }) { line("FieldStateOption", "Off") }
            if let maximum = field.maximumLength, maximum > 0 { line("FieldMaxLength", "\(maximum)") }
        }
        return text
    }

    private static func type(of field: FormField) -> String {
        switch field.kind {
        case .text: "Text"
        case .check, .radio, .push: "Button"
        case .list, .combo: "Choice"
        case .signature: "Signature"
        }
    }

    /// Returns the export value of a state, which pdftk writes.
    private static func exported(_ state: String, _ field: FormField) -> String {
        field.options.first { $0.state == state }?.value ?? state
    }

    private static func escaped(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&apos;"
            default:
                if scalar.isASCII { output.unicodeScalars.append(scalar) } else { output += "&#\(scalar.value);" }
            }
        }
        return output
    }
}
