// SPDX-License-Identifier: GPL-3.0-or-later

/// An object of an FDF file, with the syntax of PDF objects.
indirect enum FDFObject: Equatable {
    case null
    case flag(Bool)
    /// A number as written.
    case number(String)
    /// The decoded bytes of a string.
    case string([UInt8])
    /// The decoded bytes of a name, without the slash.
    case name([UInt8])
    case array([FDFObject])
    case dictionary([(key: [UInt8], value: FDFObject)])
    /// The content of a stream; nil if it is compressed.
    case stream([UInt8]?)
    case reference(Int)

    /// The value of a key; nil if this is not a dictionary or lacks the key.
    subscript(key: StaticString) -> FDFObject? {
        guard case .dictionary(let pairs) = self else { return nil }
        let wanted = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        return pairs.last { $0.key.elementsEqual(wanted) }?.value
    }

    static func == (a: FDFObject, b: FDFObject) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.flag(let a), .flag(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        case (.name(let a), .name(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.dictionary(let a), .dictionary(let b)): a.elementsEqual(b) { $0.key == $1.key && $0.value == $1.value }
        case (.stream(let a), .stream(let b)): a == b
        case (.reference(let a), .reference(let b)): a == b
        default: false
        }
    }
}
