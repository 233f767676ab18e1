// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

@Suite(.disabled(if: isSanitized, "Sanitized workers lack these layers."))
struct ConfinementTests {
    private func confinement() throws -> Confinement {
        try JSONDecoder().decode(Confinement.self, from: Data(try Fixture().ask("confinement").utf8))
    }

    private func isActive(_ layer: String) throws -> Bool {
        try confinement().layers.contains { $0.name == layer && $0.isActive }
    }

    @Test func `Everything that is tried is refused inside and possible outside`() throws {
        let inside = try JSONDecoder().decode(Probe.self, from: Data(try Fixture().ask("probe").utf8))
        let outside = Probe.run(isConfined: false)
        #expect(outside.attempts.filter(\.wasRefused).map(\.name) == [])
        #expect(inside.attempts.count == 8)
        let needed = [
            "read /etc/passwd": "Landlock", "look at /etc/passwd": "Landlock",
            "write a file": "Landlock", "connect by TCP": "seccomp",
            "connect by UDP": "seccomp", "reach another process": "seccomp", "start a process": "seccomp",
            "execute a program": "seccomp",
        ]
        var lacking: Set<String> = []
        for attempt in inside.attempts {
            let layer = try #require(needed[attempt.name], "\(attempt.name) is new")
            if try isActive(layer) {
                #expect(attempt.wasRefused, "\(attempt.name)")
            } else {
                lacking.insert(layer)
            }
        }
        if let layer = lacking.first { throw Requirement.kernel(layer) }
    }

    @Test(arguments: [
        "no new privileges", "no capabilities", "not inspectable", "ends with its parent", "no core files",
        "open files", "file size", "processor time",
    ])
    func `Layers that every kernel has are active`(_ layer: String) throws { #expect(try isActive(layer)) }

    @Test func `A file that grows past the limit is an error and not the end`() throws {
        let folder = try TemporaryFolder()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.write([], "out")))
        let fixture = Fixture(fileSize: 1)
        #expect(try fixture.ask("write some", descriptors: [file.fileDescriptor]) == "4")
        #expect(try fixture.ask("grow 1048577", descriptors: [file.fileDescriptor]) == "File too large")
        #expect(try fixture.ask("requests") == "3")
    }

    @Test func `Writing into a pipe that nobody reads is an error and not the end`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let fixture = Fixture()
        #expect(try fixture.ask("write some", descriptors: [ends[1]]) == "Broken pipe")
        #expect(try fixture.ask("requests") == "2")
    }

    @Test func `A descriptor for reading cannot be written`() throws {
        let file = FileHandle(forReadingAtPath: "/dev/null")!
        #expect(try Fixture().ask("write some", descriptors: [file.fileDescriptor]) == "Bad file descriptor")
    }
}
