// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import LimnFiles
public import SystemPackage

/// The command-line arguments as strings that represent arbitrary bytes without loss.
///
/// `CommandLine.arguments` replaces bytes that are not UTF-8. This encoding maps each such byte to the private-use
/// scalar U+10FF00 + byte. Bytes of scalars in that range are mapped in the same way, so the encoding is reversible.
enum RawArguments {
    private static let first: UInt32 = 0x10_ff00

    /// Returns all arguments except the program's name.
    static func all() -> [String] {
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            CommandLine.unsafeArgv[index].map { encode(FilePath(platformString: $0).isEmpty ? [] : bytes(of: $0)) }
        }
    }

    private static func bytes(of pointer: UnsafeMutablePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        var at = pointer
        while at.pointee != 0 {
            bytes.append(UInt8(bitPattern: at.pointee))
            at += 1
        }
        return bytes
    }

    static func encode(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let byte = rest.first {
            var decoder = UTF8()
            var iterator = rest.makeIterator()
            if case .scalarValue(let scalar) = decoder.decode(&iterator), scalar.value < first {
                text.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                text.append(Unicode.Scalar(first + UInt32(byte))!)
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    static func decode(_ text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar -> [UInt8] in
            scalar.value >= first ? [UInt8(truncatingIfNeeded: scalar.value - first)] : Array(String(scalar).utf8)
        }
    }
}

/// A file path on the command line, which may contain any bytes.
extension FilePath: @retroactive ExpressibleByArgument {
    /// Creates a path from an argument; returns nil if the argument is empty.
    public init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self.init(bytes: RawArguments.decode(argument))
    }

    /// The completion: shells offer file names.
    public static var defaultCompletionKind: CompletionKind { .file() }
}
