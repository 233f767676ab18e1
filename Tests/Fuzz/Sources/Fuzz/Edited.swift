// SPDX-License-Identifier: GPL-3.0-or-later

/// Bytes with a number of replacements: two bytes tell where, one how much goes, one how much comes, then what.
func edited(_ bytes: [UInt8], _ edits: ArraySlice<UInt8>) -> [UInt8] {
    var (bytes, edits) = (bytes, edits)
    while edits.count >= 4 {
        let head = edits.prefix(4).map { Int($0) }
        edits = edits.dropFirst(4)
        let at = (head[0] << 8 | head[1]) % (bytes.count + 1)
        bytes.replaceSubrange(at..<min(at + head[2] % 32, bytes.count), with: edits.prefix(head[3] % 32))
        edits = edits.dropFirst(head[3] % 32)
    }
    return bytes
}
