// SPDX-License-Identifier: Apache-2.0

/// Writes the values of a form as XFDF (ISO 19444-1).
///
/// Fields are nested by the parts of their names. Buttons that are off have the value `Off`. Control characters that
/// XML does not allow become U+FFFD.
public enum XFDFWriter {
    /// Writes a form. A field without a value has an empty one.
    ///
    /// - Parameters:
    ///   - form: The form, whose fields are written in its order.
    ///   - file: The file name of the PDF document, which readers open; nil to omit it.
    /// - Returns: The XML document, to be stored as UTF-8.
    public static func text(of form: Form, file: String? = nil) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve">

            """
        if let file { text += "<f href=\"\(escaped(file, isAttribute: true))\"/>\n" }
        text += "<fields>\n"
        FieldTree(form).walk { step in
            switch step {
            case .start(let name, let field):
                text += "<field name=\"\(escaped(name, isAttribute: true))\">"
                guard let field else {
                    text += "\n"
                    return
                }
                var values = field.exportedValues
                if values.isEmpty { values = [field.kind == .check || field.kind == .radio ? "Off" : ""] }
                for value in values { text += "<value>\(escaped(value, isAttribute: false))</value>" }
            case .end: text += "</field>\n"
            }
        }
        return text + "</fields>\n</xfdf>\n"
    }

    private static func escaped(_ text: String, isAttribute: Bool) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "\r": output += "&#13;"
            // A parser would replace these with spaces in attributes.
            case "\n" where isAttribute, "\t" where isAttribute: output += "&#\(scalar.value);"
            case "\n", "\t": output.unicodeScalars.append(scalar)
            default:
                let isWritable = scalar.value >= 32 && scalar.value != 0xfffe && scalar.value != 0xffff
                output.unicodeScalars.append(isWritable ? scalar : "\u{fffd}")
            }
        }
        return output
    }
}
