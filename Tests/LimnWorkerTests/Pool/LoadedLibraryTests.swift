// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

/// Libraries that workers load before they are confined.
struct LoadedLibraryTests {
    /// A library that no worker of these tests links, and one of its functions.
    private static let function = "QRcode_APIVersion"

    private func library() throws -> String {
        let folders = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib").map { "/usr/lib/\($0)" }
        let paths = (folders + ["/usr/lib", "/usr/lib64"]).map { "\($0)/libqrencode.so.4" }
        let found = paths.first { FileManager.default.isReadableFile(atPath: $0) }
        return try Requirement.file(found ?? paths[0], of: "libqrencode4")
    }

    private func allowance(_ library: String?) -> LeaseAllowance {
        var allowance = LeaseAllowance.none
        allowance.library = library
        return allowance
    }

    @Test func `A confined worker has the library that its lease names, and no other`() throws {
        let (pool, library) = (makePool(), try library())
        let request = "symbol \(Self.function)"
        let plain = try pool.withLease(for: CallerID()) { try ($0.text("pid"), $0.text(request)) }
        #expect(plain.1 == "missing")
        let loaded = try pool.withLease(for: CallerID(), allowance: allowance(library)) {
            try ($0.text("pid"), $0.text(request))
        }
        #expect(loaded.1 == "found")
        // A worker without the library cannot get it any more; one with it serves others, too.
        #expect(loaded.0 != plain.0)
        #expect(try pool.withLease(for: CallerID()) { try $0.text("pid") } == loaded.0)
        #expect(try pool.withLease(for: CallerID(), allowance: allowance(library)) { try $0.text("pid") } == loaded.0)
    }

    @Test(arguments: ["/nowhere/library.so", "library.so", "/etc/hostname", "/dev/null"])
    func `A library that cannot be loaded is missing, and the worker runs`(_ path: String) throws {
        let pool = makePool()
        let told = try pool.withLease(for: CallerID(), allowance: allowance(path)) { try $0.text("echo here") }
        #expect(told == "here")
    }
}
