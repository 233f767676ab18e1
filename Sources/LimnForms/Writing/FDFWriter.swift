// SPDX-License-Identifier: Apache-2.0

/// Writes the values of a form as FDF (ISO 32000-2, 12.7.8).
///
/// Fields are nested by the parts of their names. The value of a check box or radio button is a name: its state. Texts
/// with other than ASCII characters are UTF-16.
public enum FDFWriter {
    /// Writes a form. Push buttons and signatures have no values, and a button that is off has the name `Off`.
    ///
    /// - Parameters:
    ///   - form: The form, whose fields are written in its order.
    ///   - file: The file name of the PDF document, which readers open; nil to omit it.
    /// - Returns: The file's bytes. They are not text: the second line marks the file as binary.
    public static func bytes(of form: Form, file: String? = nil) -> [UInt8] {
        // The second line has bytes above 127, so that programs treat the file as binary.
        var bytes = Array("%FDF-1.2\n%".utf8) + [0xe2, 0xe3, 0xcf, 0xd3] + Array("\n1 0 obj\n<</FDF<<".utf8)
        if let file {
            bytes += Array("/F ".utf8) + string(file) + [10]
        }
        bytes += Array("/Fields[".utf8)
        // Whether the /Kids array is open, for each nesting level.
        var hasKids = [true]
        FieldTree(form).walk { step in
            switch step {
            case .start(let name, let field):
                if !hasKids[hasKids.count - 1] {
                    bytes += Array("/Kids[".utf8)
                    hasKids[hasKids.count - 1] = true
                }
                bytes += Array("\n<</T ".utf8) + string(name)
                if let field { bytes += Array("/V ".utf8) + value(of: field) }
                hasKids.append(false)
            case .end:
                if hasKids.removeLast() { bytes += Array("]".utf8) }
                bytes += Array(">>".utf8)
            }
        }
        return bytes + Array("\n]>>>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n".utf8)
    }

    private static func value(of field: FormField) -> [UInt8] {
        switch field.kind {
        case .check, .radio: name(field.values.first { !$0.isEmpty } ?? "Off")
        default:
            field.values.count > 1
                ? [UInt8(ascii: "[")] + field.values.flatMap { string($0) } + [UInt8(ascii: "]")]
                : string(field.values.first ?? "")
        }
    }

    private static func name(_ text: String) -> [UInt8] {
        [UInt8(ascii: "/")]
            + text.utf8.flatMap { byte -> [UInt8] in
                let isPlain = 0x21...0x7e ~= byte && !"()<>[]{}/%#".utf8.contains(byte)
                return isPlain ? [byte] : [UInt8(ascii: "#")] + hexadecimal(byte)
            }
    }

    private static func string(_ text: String) -> [UInt8] {
        guard text.utf8.allSatisfy({ 0x20...0x7e ~= $0 || $0 == 9 || $0 == 10 || $0 == 13 }) else {
            return Array("<FEFF".utf8)
                + text.utf16.flatMap { hexadecimal(UInt8($0 >> 8)) + hexadecimal(UInt8($0 & 0xff)) }
                + [UInt8(ascii: ">")]
        }
        var bytes = [UInt8(ascii: "(")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 13: bytes += Array("\\r".utf8)
            case 10: bytes += Array("\\n".utf8)
            default: bytes.append(byte)
            }
        }
        return bytes + [UInt8(ascii: ")")]
    }

    private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
