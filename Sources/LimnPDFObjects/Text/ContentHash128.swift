// SPDX-License-Identifier: GPL-3.0-or-later

/// FNV-1a with 128 bits (RFC 9923): tells contents apart, protects nothing.
struct ContentHash128 {
    private var high: UInt64 = 0x6c62_272e_07bb_0142
    private var low: UInt64 = 0x62b8_2175_6295_c58d

    /// Takes in bytes.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            low ^= UInt64(byte)
            // The prime is 2^88 + 0x13b.
            let product = low.multipliedFullWidth(by: 0x13b)
            high = high &* 0x13b &+ product.high &+ low << 24
            low = product.low
        }
    }

    /// The 16 bytes of the hash as a hexadecimal string object.
    var text: PDFText {
        let bytes = [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
        return [UInt8(ascii: "<")] + bytes.flatMap { [hexDigits[Int($0 >> 4)], hexDigits[Int($0 & 15)]] }
            + [UInt8(ascii: ">")]
    }
}
