// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// What a user without any right of root sees.
@Suite struct OrdinaryUserTests {
    @Test func `Workers of an ordinary user are confined as those of root`() throws {
        let own = try Self.worker(run(Executable.path, "doctor"))
        #expect(own.contains { $0.contains("numbers tried") && $0.contains("all others refused") }, "\(own)")
        // Who is not root has seen it now.
        guard geteuid() == 0 else { return }
        let folder = try TemporaryFolder()
        // An ordinary user may not be able to reach the project.
        let programs = URL(fileURLWithPath: Executable.path).deletingLastPathComponent()
        for name in ["limn", "limn-worker"] {
            try FileManager.default.copyItem(
                at: programs.appendingPathComponent(name), to: folder.url.appendingPathComponent(name))
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
        let command = try Requirement.nobody(running: folder.path("limn"))
        let nobody = try run(command[0], command.dropFirst().map { Array($0.utf8) } + [Array("doctor".utf8)])
        #expect(try Self.worker(nobody) == own)
    }

    /// The lines about workers.
    private static func worker(_ doctor: Finished) throws -> [Substring] {
        try #require(doctor.status == 0, "\(doctor)")
        return doctor.text.split(separator: "\n").filter { $0.contains("worker:") }
    }
}
