// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// Encrypts the objects of an update like those of the document (the standard security handler, ISO 32000-2, 7.6.4).
///
/// libqpdf decrypts objects and encrypts whole files, but not single objects. Initialization vectors are derived from the key
/// and what is encrypted, so that the same update gives the same bytes.
struct StandardEncryption {
    /// How a kind of data is encrypted.
    private enum Cipher: Equatable { case none, rc4, aes }

    private let key: [UInt8]
    private let strings: Cipher
    private let streams: Cipher
    /// Whether all objects are encrypted with one key (version 5).
    private let hasOneKey: Bool

    /// Derives the key of a document.
    ///
    /// - Parameters:
    ///   - trailer: the trailer, whose /Encrypt is a dictionary.
    ///   - password: the bytes of the user or owner password with which the document opened.
    /// - Throws: ``PDFObjectsError`` with `unsound` if the document is encrypted in another way.
    init(_ trailer: PDFObject, password: [UInt8]) throws(PDFObjectsError) {
        let unsupported = PDFObjectsError(.unsound, cause: "it is encrypted in an unusual way")
        guard let entries = trailer["/Encrypt"], entries["/Filter"]?.isName("/Standard") == true,
            let version = entries["/V"]?.int,
            let secret = EncryptionSecret(entries, trailer, length: Self.length(entries)),
            let key = secret.key(for: password)
        else { throw unsupported }
        self.key = key
        hasOneKey = version == 5
        guard version >= 4 else {
            (strings, streams) = (.rc4, .rc4)
            return
        }
        func cipher(_ kind: UnsafePointer<CChar>) -> Cipher? {
            guard let name = entries[kind]?.name, name != "Identity" else { return Cipher.none }
            let method = entries["/CF"]?["/\(name)"]?["/CFM"]?.name
            switch (method, version) {
            case ("V2", 4): return .rc4
            case ("AESV2", 4), ("AESV3", 5): return .aes
            default: return nil
            }
        }
        // Embedded files would need a filter of their own.
        let others = entries["/EFF"]?.name ?? entries["/StmF"]?.name
        guard let strings = cipher("/StrF"), let streams = cipher("/StmF"), others == entries["/StmF"]?.name else {
            throw unsupported
        }
        (self.strings, self.streams) = (strings, streams)
    }

    /// Returns the length of the key in bytes; 0 for an unknown version.
    private static func length(_ entries: PDFObject) -> Int {
        switch entries["/V"]?.int {
        case 1: 5
        case 2: (entries["/Length"]?.int ?? 40) / 8
        case 4: 16
        case 5: 32
        default: 0
        }
    }

    /// Returns the PDF text of an object with encrypted strings. Those in which signatures are kept stay as they are.
    func encrypted(_ text: PDFText, in id: ObjectID) -> PDFText {
        guard strings != .none else { return text }
        return text.withUnsafeBufferPointer { bytes in
            let found = ObjectStrings(bytes)
            var result: PDFText = []
            var kept = 0
            for place in found.places where !found.signatures.contains(place.lowerBound) {
                result += bytes[kept..<place.lowerBound]
                let content = PDFStringText.bytes(of: bytes[place])
                result += PDFStringText.hexadecimal(encrypted(content, with: strings, in: id))
                kept = place.upperBound
            }
            return result + bytes[kept...]
        }
    }

    /// Returns the encrypted bytes of a stream.
    func encrypted(stream bytes: [UInt8], in id: ObjectID) -> [UInt8] { encrypted(bytes, with: streams, in: id) }

    private func encrypted(_ bytes: [UInt8], with cipher: Cipher, in id: ObjectID) -> [UInt8] {
        switch cipher {
        case .none: return bytes
        case .rc4: return Crypto.rc4(bytes, key: key(of: id))
        case .aes:
            let own = hasOneKey ? key : key(of: id, marked: true)
            let vector = Array(Crypto.sha256(key + id.littleEndian + Crypto.sha256(bytes)).prefix(16))
            // The padding is as long as what is missing from the last block (RFC 8018, 6.1.1).
            let padding = 16 - bytes.count % 16
            let padded = bytes + [UInt8](repeating: UInt8(padding), count: padding)
            return vector + Crypto.aes(padded, key: own, vector: vector)
        }
    }

    /// Returns the key of an object (algorithm 1).
    private func key(of id: ObjectID, marked: Bool = false) -> [UInt8] {
        let whole = Crypto.md5(key + id.littleEndian + (marked ? Array("sAlT".utf8) : []))
        return Array(whole.prefix(min(key.count + 5, 16)))
    }
}

extension ObjectID {
    /// The number in three bytes and the generation in two, the low ones first.
    fileprivate var littleEndian: [UInt8] {
        let parts: [CInt] = [number, number >> 8, number >> 16, generation, generation >> 8]
        return parts.map { UInt8(truncatingIfNeeded: $0) }
    }
}

/// The strings in the PDF text of an object.
private struct ObjectStrings {
    /// Where they are, in order.
    private(set) var places: [Range<Int>] = []
    /// The beginnings of those that are the /Contents of a signature dictionary, which is never encrypted (ISO 32000-2,
    /// 7.6.2). libqpdf knows these dictionaries by the same entries.
    private(set) var signatures: Set<Int> = []

    /// An array or a dictionary that is open.
    private struct Container {
        let isDictionary: Bool
        var key: [UInt8] = []
        /// Whether the last key has its value.
        var hasValue = true
        var isSignature = false
        var hasRange = false
        var contents: Int?
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var tokens = ContentTokenizer(bytes)
        // The entries of a stream's dictionary come without its brackets.
        var open = [Container(isDictionary: true)]
        while let token = tokens.next() {
            let last = open.count - 1
            let isKey = token.kind == .name && open[last].isDictionary && open[last].hasValue
            let name = token.kind == .name ? Array(bytes[token.start..<token.end]) : []
            switch token.kind {
            case .name where isKey:
                open[last].key = name
                if name.elementsEqual("/ByteRange".utf8) { open[last].hasRange = true }
            case .name:
                let isType = open[last].key.elementsEqual("/Type".utf8)
                if isType, name.elementsEqual("/Sig".utf8) { open[last].isSignature = true }
            case .string:
                places.append(token.start..<token.end)
                let isContents = !open[last].hasValue && open[last].key.elementsEqual("/Contents".utf8)
                if isContents { open[last].contents = token.start }
            case .close where last > 0:
                let closed = open.removeLast()
                if closed.isSignature, closed.hasRange, let contents = closed.contents { signatures.insert(contents) }
            default: break
            }
            open[open.count - 1].hasValue = !isKey
            if token.kind == .open { open.append(Container(isDictionary: token.end == token.start + 2)) }
        }
    }
}

/// What an encryption dictionary says about the key.
private struct EncryptionSecret {
    private let revision: Int
    private let owner: [UInt8]
    private let user: [UInt8]
    private let ownerKey: [UInt8]
    private let userKey: [UInt8]
    private let permissions: UInt32
    private let identifier: [UInt8]
    private let encryptsMetadata: Bool
    private let length: Int

    /// Reads a dictionary; nil if it is incomplete, or its version is unknown.
    ///
    /// - Parameter length: the length of the key in bytes.
    init?(_ entries: PDFObject, _ trailer: PDFObject, length: Int) {
        guard let revision = entries["/R"]?.int, let owner = entries["/O"]?.stringBytes,
            let user = entries["/U"]?.stringBytes, let permissions = entries["/P"]?.int, (5...32).contains(length)
        else { return nil }
        let size = revision >= 5 ? 48 : 32
        let (ownerKey, userKey) = (entries["/OE"]?.stringBytes ?? [], entries["/UE"]?.stringBytes ?? [])
        guard (2...6).contains(revision), (revision >= 5) == (length == 32), owner.count >= size, user.count >= size,
            revision < 5 ? length <= 16 : ownerKey.count == 32 && userKey.count == 32
        else { return nil }
        (self.revision, self.length, self.ownerKey, self.userKey) = (revision, length, ownerKey, userKey)
        (self.owner, self.user) = (Array(owner.prefix(size)), Array(user.prefix(size)))
        self.permissions = UInt32(truncatingIfNeeded: permissions)
        identifier = trailer["/ID"]?.item(0)?.stringBytes ?? []
        encryptsMetadata = entries["/EncryptMetadata"]?.bool ?? true
    }

    /// Returns the key of the file; nil if the password is neither the user's nor the owner's.
    func key(for password: [UInt8]) -> [UInt8]? {
        if revision >= 5 { return newKey(for: Array(password.prefix(127))) }
        return oldKey(for: Self.padded(password)) ?? oldKey(for: userPassword(from: password))
    }

    // MARK: Revisions 2 to 4

    private static let padding: [UInt8] = [
        0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08, 0x2E, 0x2E,
        0x00,
        0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
    ]

    private static func padded(_ password: [UInt8]) -> [UInt8] { Array((password + padding).prefix(32)) }

    /// Returns the key for a padded user password (algorithms 2, 4 and 5); nil if it is not the password.
    private func oldKey(for padded: [UInt8]) -> [UInt8]? {
        let bits = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: permissions >> $0) }
        let suffix: [UInt8] = revision >= 4 && !encryptsMetadata ? [255, 255, 255, 255] : []
        var hash = Crypto.md5(padded + owner + bits + identifier + suffix)
        if revision >= 3 { for _ in 0..<50 { hash = Crypto.md5(Array(hash.prefix(length))) } }
        let key = Array(hash.prefix(length))
        guard revision >= 3 else { return Crypto.rc4(Self.padding, key: key) == user ? key : nil }
        var check = Crypto.md5(Self.padding + identifier)
        for round in UInt8(0)...19 { check = Crypto.rc4(check, key: key.map { $0 ^ round }) }
        return check == Array(user.prefix(16)) ? key : nil
    }

    /// Returns the padded user password that an owner password opens (algorithm 7).
    private func userPassword(from password: [UInt8]) -> [UInt8] {
        var hash = Crypto.md5(Self.padded(password))
        if revision >= 3 { for _ in 0..<50 { hash = Crypto.md5(hash) } }
        let key = Array(hash.prefix(length))
        guard revision >= 3 else { return Crypto.rc4(owner, key: key) }
        var padded = owner
        for round in (UInt8(0)...19).reversed() { padded = Crypto.rc4(padded, key: key.map { $0 ^ round }) }
        return padded
    }

    // MARK: Revisions 5 and 6

    /// Returns the key (algorithm 2.A); nil if the password is wrong.
    private func newKey(for password: [UInt8]) -> [UInt8]? {
        for (entry, wrapped, suffix) in [(user, userKey, []), (owner, ownerKey, user)] {
            guard hash(password, Array(entry[32..<40]), suffix) == Array(entry.prefix(32)) else { continue }
            return Crypto.unwrapped(wrapped, key: hash(password, Array(entry[40..<48]), suffix))
        }
        return nil
    }

    /// Returns the hash of a password (algorithm 2.B; for revision 5, SHA-256 alone).
    private func hash(_ password: [UInt8], _ salt: [UInt8], _ suffix: [UInt8]) -> [UInt8] {
        var hash = Crypto.sha256(password + salt + suffix)
        guard revision >= 6 else { return hash }
        var round = 0
        var last: UInt8 = 0
        while round < 64 || Int(last) > round - 32 {
            let block = password + hash + suffix
            let encrypted = Crypto.aes(
                Array(repeatElement(block, count: 64).joined()), key: Array(hash.prefix(16)),
                vector: Array(hash[16..<32]))
            switch encrypted.prefix(16).reduce(0, { $0 + Int($1) }) % 3 {
            case 0: hash = Crypto.sha256(encrypted)
            case 1: hash = Crypto.sha384(encrypted)
            default: hash = Crypto.sha512(encrypted)
            }
            last = encrypted.last ?? 0
            round += 1
        }
        return Array(hash.prefix(32))
    }
}

/// Strings as PDF text (ISO 32000-2, 7.3.4).
enum PDFStringText {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns a string as hexadecimal PDF text.
    static func hexadecimal(_ bytes: [UInt8]) -> PDFText {
        var text: PDFText = [UInt8(ascii: "<")]
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text + [UInt8(ascii: ">")]
    }

    /// Returns the bytes of a string.
    ///
    /// - Parameter text: the string with its parentheses or angle brackets.
    static func bytes(of text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        let content = text.dropFirst().dropLast()
        return text.first == UInt8(ascii: "<") ? hexadecimalBytes(content) : literalBytes(content)
    }

    private static func hexadecimalBytes(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        var values = text.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map { UInt8($0) } }
        // A missing last digit is 0.
        if !values.count.isMultiple(of: 2) { values.append(0) }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    private static func literalBytes(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 13:  // All line ends are line feeds.
                if rest.first == 10 { rest.removeFirst() }
                result.append(10)
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { break }
                switch escaped {
                case UInt8(ascii: "n"): result.append(10)
                case UInt8(ascii: "r"): result.append(13)
                case UInt8(ascii: "t"): result.append(9)
                case UInt8(ascii: "b"): result.append(8)
                case UInt8(ascii: "f"): result.append(12)
                case 10: break  // The line goes on.
                case 13: if rest.first == 10 { rest.removeFirst() }
                case 48...55:
                    var value = Int(escaped - 48)
                    for _ in 0..<2 {
                        guard let digit = rest.first, (48...55).contains(digit) else { break }
                        value = (value << 3) + Int(digit - 48)
                        rest.removeFirst()
                    }
                    result.append(UInt8(truncatingIfNeeded: value))
                default: result.append(escaped)
                }
            default: result.append(byte)
            }
        }
        return result
    }
}
