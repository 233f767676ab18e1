// SPDX-License-Identifier: Apache-2.0

import LimnCompression
import Testing
import TestSupport

@Suite struct DeflateTests {
    static let text = Array(String(repeating: "Ink on paper. ", count: 300).utf8)

    static func noise(_ count: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 7)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    @Test(arguments: DeflateFormat.allCases)
    func `Compression round-trips at every level`(format: DeflateFormat) throws {
        for input in [[], [0], Self.text, Self.noise(100_000)] {
            for level in 0...9 {
                let packed = Deflate.compress(input, level: level, as: format)
                #expect(try Inflate.decompress(packed, as: format) == input)
            }
        }
    }

    @Test func `Repeated text shrinks and a higher level is not larger`() {
        let sizes = [0, 1, 9].map { Deflate.compress(Self.text, level: $0).count }
        #expect(sizes[0] > Self.text.count)
        #expect(sizes[1] < Self.text.count / 10)
        #expect(sizes[2] <= sizes[1])
    }

    @Test(arguments: [("raw", DeflateFormat.raw), ("zlib", .zlib), ("gzip", .gzip)])
    func `Python reads our output, and its output is read`(name: String, format: DeflateFormat) throws {
        let folder = try TemporaryFolder()
        let input = Self.text + Self.noise(5000)
        let plain = try folder.write(input, "plain")
        let ours = try folder.write(Deflate.compress(input, as: format), "ours")
        #expect(try python("deflate_vectors", "same", name, ours, plain) == "same\n")
        let theirs = try python("deflate_vectors", "compress", name, plain)
        #expect(try Inflate.decompress(hex(theirs), as: format) == input)
    }

    @Test func `Every truncation is rejected as truncated`() throws {
        for format in DeflateFormat.allCases {
            let packed = Deflate.compress(Self.text, as: format)
            for length in 0..<packed.count {
                let error = #expect(throws: CompressionError.self) {
                    try Inflate.decompress(Array(packed[..<length]), as: format)
                }
                #expect(error?.code == .truncated)
            }
        }
    }

    @Test func `Flipped bits give the original data or an error`() {
        var generator = SeededGenerator(seed: 1)
        let packed = Deflate.compress(Self.noise(400) + Self.text)
        var refused = 0
        for _ in 0..<2000 {
            do {
                let output = try Inflate.decompress(packed.flipped(using: &generator))
                #expect(output == Self.noise(400) + Self.text)
            } catch { refused += 1 }
        }
        #expect(refused > 1900)
    }

    @Test func `Bytes after the stream are reported or counted, as the caller asks`() throws {
        let packed = Deflate.compress([1, 2, 3])
        let error = #expect(throws: CompressionError.self) { try Inflate.decompress(packed + [9, 9]) }
        #expect(error?.code == .trailingBytes)
        let (output, consumed) = try Inflate.decompressPrefix(of: packed + [9, 9])
        #expect(output == [1, 2, 3])
        #expect(consumed == packed.count)
    }

    @Test func `A preset dictionary is rejected as unsupported`() throws {
        let folder = try TemporaryFolder()
        let plain = try folder.write(Self.text, "plain")
        let packed = try hex(python("deflate_vectors", "compress", "dictionary", plain))
        let error = #expect(throws: CompressionError.self) { try Inflate.decompress(packed) }
        #expect(error?.code == .unsupported)
    }

    @Test func `The limit is exact to the byte`() throws {
        let packed = Deflate.compress(Self.text)
        let exact = InflateLimits(maximumBytes: Self.text.count)
        #expect(try Inflate.decompress(packed, limits: exact) == Self.text)
        let error = #expect(throws: CompressionError.self) {
            try Inflate.decompress(packed, limits: InflateLimits(maximumBytes: Self.text.count - 1))
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func `A decompression bomb is rejected early`() throws {
        // 200 MB of zeros in about 200 kB. Above the exempt 16 MiB, the ratio allows 40 MB.
        let packed = Deflate.compress([UInt8](repeating: 0, count: 200_000_000), level: 9)
        #expect(packed.count < 250_000)
        let allowed = InflateLimits.standard.allowance(forInput: packed.count)
        #expect(allowed < 50_000_000)
        #expect(InflateLimits.standard.allowance(forInput: .max) == 512 << 20)
        let error = #expect(throws: CompressionError.self) { try Inflate.decompress(packed) }
        #expect(error?.code == .tooLarge)
    }

    @Test func `The first bytes of a stream are read without the rest`() {
        let packed = Deflate.compress(Self.text, as: .gzip)
        #expect(Inflate.firstBytes(of: packed, as: .gzip, count: 14) == Array("Ink on paper. ".utf8))
        #expect(Inflate.firstBytes(of: Array(packed.prefix(packed.count - 5)), as: .gzip, count: 9999) == Self.text)
        #expect(Inflate.firstBytes(of: [1, 2, 3], as: .gzip, count: 10) == [])
        #expect(Inflate.firstBytes(of: packed, as: .gzip, count: -1) == [])
    }
}
