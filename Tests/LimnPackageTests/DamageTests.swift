// SPDX-License-Identifier: GPL-3.0-or-later

import LimnPackage
import LimnPackageReading
import LimnPackageWriting
import Testing
import TestSupport

@Suite struct DamageTests {
    @Test func `A truncated package is refused`() throws {
        let bytes = try PackageWriter().bytes(of: try hero())
        for length in 0..<bytes.count {
            #expect(refusal(Array(bytes[..<length])) != nil, "\(length) of \(bytes.count) bytes")
        }
    }

    @Test func `Flipped bits are refused or have no effect`() throws {
        let package = try hero()
        let bytes = try PackageWriter().bytes(of: package)
        let expected = try PackageValues(package)
        var generator = SeededGenerator(seed: 11)
        var refused = 0
        for _ in 0..<4000 {
            let damaged = bytes.flipped(using: &generator)
            if refusal(damaged) != nil {
                refused += 1
            } else {
                #expect(try PackageReader().values(in: damaged) == expected)
            }
        }
        // Only times, versions and attributes of entries have no effect.
        #expect(refused > 3000)
    }

    @Test func `Inserted, removed and overwritten bytes are refused or have no effect`() throws {
        let package = try hero()
        let bytes = try PackageWriter().bytes(of: package)
        let expected = try PackageValues(package)
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<2000 {
            var damaged = bytes
            let at = Int.random(in: 0..<bytes.count, using: &generator)
            let count = min(Int.random(in: 1...30, using: &generator), bytes.count - at)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: damaged.insert(contentsOf: noise, at: at)
            case 1: damaged.removeSubrange(at..<(at + count))
            default: damaged.replaceSubrange(at..<(at + count), with: noise)
            }
            guard refusal(damaged) == nil else { continue }
            #expect(try PackageReader().values(in: damaged) == expected)
        }
    }
}
