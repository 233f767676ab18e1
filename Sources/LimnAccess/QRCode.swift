// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQREncode
internal import Foundation

/// A text as a QR code (ISO/IEC 18004), made by libqrencode.
public struct QRCode: Hashable, Sendable {
    /// The number of modules of a side.
    public let size: Int
    /// The modules row by row; true for dark.
    private let modules: [Bool]

    /// Makes a code with the weakest error correction, whose modules are the largest.
    ///
    /// - Returns: nil for an empty text, for one that holds a zero byte, and for one of more than 2,953 bytes.
    public init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        // "The returned value must be freed by QRcode_free" (qrencode.h).
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let data = code.pointee.data else { return nil }
        size = width
        // "LSB of each byte is 1 for black".
        modules = (0..<(width * width)).map { data[$0] & 1 == 1 }
    }

    /// Whether a module is dark; those outside are light.
    public subscript(x: Int, y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
    }

    /// The code for a terminal: two rows of modules a line, black on white whatever the terminal's colors are.
    ///
    /// - Parameter margin: the light modules around it; readers like at least 2.
    public func terminalLines(margin: Int = 2) -> [String] {
        stride(from: -margin, to: size + margin, by: 2).map { y in
            let cells = (-margin..<(size + margin)).map { x in
                switch (self[x, y], self[x, y + 1]) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            // Black letters on bright white.
            return "\u{1b}[30;107m\(cells.joined())\u{1b}[0m"
        }
    }
}
