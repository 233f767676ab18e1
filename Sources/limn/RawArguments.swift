// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import LimnFiles
public import SystemPackage

/// The command line as bytes, carried through strings without loss.
///
/// `CommandLine.arguments` replaces what is not UTF-8. Here each byte that is not part of UTF-8 becomes a scalar of the
/// last private use area, U+10FF00 + byte; so does each byte of a scalar from that range, which makes it reversible.
enum RawArguments {
    private static let first: UInt32 = 0x10_ff00

    /// All arguments but the program's name.
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

/// A file's name on the command line: any bytes.
extension FilePath: @retroactive ExpressibleByArgument {
    /// A name from the command line; nil for an empty one.
    public init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self.init(bytes: RawArguments.decode(argument))
    }

    /// Shells offer the names of files.
    public static var defaultCompletionKind: CompletionKind { .file() }
}
