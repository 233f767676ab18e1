// SPDX-License-Identifier: GPL-3.0-or-later

internal import CNettle

/// The functions of libnettle that PDF's encryption needs.
enum Crypto {
    /// Returns the MD5 of bytes (RFC 1321).
    static func md5(_ bytes: [UInt8]) -> [UInt8] {
        var state = md5_ctx()
        nettle_md5_init(&state)
        nettle_md5_update(&state, bytes.count, bytes)
        return digest(MD5_DIGEST_SIZE) { nettle_md5_digest(&state, $0, $1) }
    }

    /// Returns the SHA-256 of bytes (FIPS 180-4).
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var state = sha256_ctx()
        nettle_sha256_init(&state)
        nettle_sha256_update(&state, bytes.count, bytes)
        return digest(SHA256_DIGEST_SIZE) { nettle_sha256_digest(&state, $0, $1) }
    }

    /// Returns the SHA-384 of bytes (FIPS 180-4).
    static func sha384(_ bytes: [UInt8]) -> [UInt8] {
        var state = sha512_ctx()
        nettle_sha384_init(&state)
        nettle_sha512_update(&state, bytes.count, bytes)
        return digest(SHA384_DIGEST_SIZE) { nettle_sha384_digest(&state, $0, $1) }
    }

    /// Returns the SHA-512 of bytes (FIPS 180-4).
    static func sha512(_ bytes: [UInt8]) -> [UInt8] {
        var state = sha512_ctx()
        nettle_sha512_init(&state)
        nettle_sha512_update(&state, bytes.count, bytes)
        return digest(SHA512_DIGEST_SIZE) { nettle_sha512_digest(&state, $0, $1) }
    }

    private static func digest(_ size: Int32, _ body: (Int, UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
            if let start = buffer.baseAddress { body(Int(size), start) }
            count = Int(size)
        }
    }

    /// Returns bytes that are encrypted or decrypted with RC4.
    ///
    /// - Parameter key: the key, of 1 to 256 bytes.
    static func rc4(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = arcfour_ctx()
        nettle_arcfour_set_key(&state, key.count, key)
        var result = bytes
        nettle_arcfour_crypt(&state, bytes.count, &result, bytes)
        return result
    }

    /// Returns bytes that are encrypted with AES in CBC mode (NIST SP 800-38A), without padding.
    ///
    /// - Parameters:
    ///   - bytes: whole blocks of 16 bytes.
    ///   - key: the key, of 16 or 32 bytes.
    ///   - vector: the initialization vector, of 16 bytes.
    static func aes(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) -> [UInt8] {
        var (short, long) = (aes128_ctx(), aes256_ctx())
        let isLong = key.count == 32
        if isLong { nettle_aes256_set_encrypt_key(&long, key) } else { nettle_aes128_set_encrypt_key(&short, key) }
        var result = bytes
        result.withUnsafeMutableBufferPointer { blocks in
            guard let start = blocks.baseAddress else { return }
            for place in stride(from: 0, to: blocks.count, by: 16) {
                for index in 0..<16 { blocks[place + index] ^= place == 0 ? vector[index] : blocks[place + index - 16] }
                let block = start + place
                if isLong {
                    nettle_aes256_encrypt(&long, 16, block, block)
                } else {
                    nettle_aes128_encrypt(&short, 16, block, block)
                }
            }
        }
        return result
    }

    /// Returns a key of 32 bytes that was wrapped with AES-256 in CBC mode, with a vector of zeros and without padding.
    static func unwrapped(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = aes256_ctx()
        nettle_aes256_set_decrypt_key(&state, key)
        var result = bytes
        nettle_aes256_decrypt(&state, bytes.count, &result, bytes)
        for index in 16..<bytes.count { result[index] ^= bytes[index - 16] }
        return result
    }
}
