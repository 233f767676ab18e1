// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Decodes hexadecimal digits, as printed by a script.
func hex(_ text: String) -> [UInt8] {
    var digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map(UInt8.init) }[...]
    var bytes: [UInt8] = []
    while digits.count >= 2 { bytes.append(digits.removeFirst() << 4 | digits.removeFirst()) }
    return bytes
}

func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
