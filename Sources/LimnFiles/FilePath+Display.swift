// SPDX-License-Identifier: GPL-3.0-or-later

public import SystemPackage

extension FilePath {
    /// The bytes of the path, without the terminating zero. On Linux a byte may have any value except zero; most paths
    /// are UTF-8.
    public var bytes: [UInt8] { withPlatformString { pointer in Self.bytes(of: pointer) } }

    private static func bytes(of pointer: UnsafePointer<CInterop.PlatformChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        var at = pointer
        while at.pointee != 0 {
            bytes.append(UInt8(bitPattern: at.pointee))
            at += 1
        }
        return bytes
    }

    /// Creates a path from the bytes before the first zero byte.
    public init(bytes: [UInt8]) {
        let characters = bytes.map { CInterop.PlatformChar(bitPattern: $0) } + [0]
        self = characters.withUnsafeBufferPointer { FilePath(platformString: $0.baseAddress!) }
    }

    /// The path for messages, always on one line.
    ///
    /// ASCII control characters and bytes that are not UTF-8 become `\xNN`, with two upper-case hexadecimal digits. If
    /// the path as a whole is not UTF-8, its backslashes are doubled.
    public var displayName: String { Self.escaped(bytes, controls: true) }

    /// The path for JSON.
    ///
    /// A path that is UTF-8 stays unchanged. In any other path, invalid bytes become `\xNN`, with two upper-case
    /// hexadecimal digits, and backslashes are doubled.
    public var json: String { Self.escaped(bytes, controls: false) }

    private static func escaped(_ bytes: [UInt8], controls: Bool) -> String {
        let isText = String(validating: bytes, as: UTF8.self) != nil
        var out = ""
        var decoder = UTF8()
        var rest = bytes[...]
        func hex(_ byte: UInt8) -> String {
            let digits = String(byte, radix: 16, uppercase: true)
            return "\\x" + (digits.count == 1 ? "0" : "") + digits
        }
        while !rest.isEmpty {
            var iterator = rest.makeIterator()
            decoder = UTF8()
            guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
                out += hex(rest.removeFirst())
                continue
            }
            let length = UTF8.width(scalar)
            if controls, scalar.value < 32 || scalar.value == 127 {
                out += hex(rest[rest.startIndex])
            } else if !isText, scalar == "\\" {
                out += "\\\\"
            } else {
                out.unicodeScalars.append(scalar)
            }
            rest = rest.dropFirst(length)
        }
        return out
    }
}
