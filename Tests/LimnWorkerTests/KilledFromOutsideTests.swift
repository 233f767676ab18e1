// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

struct KilledFromOutsideTests {
    @Test(arguments: [(SIGKILL, "SIGKILL"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP")])
    func `A signal from outside is told as what it is, and not as a limit`(_ signal: Int32, _ name: String) throws {
        let fixture = Fixture(timeout: 600)
        let worker = try #require(pid_t(try fixture.ask("pid")))
        kill(worker, signal)
        #expect(Patience.wait { System.state(of: worker) == "Z" })
        let failure = fixture.failure("echo x")
        #expect(failure?.code == .killed)
        #expect(failure?.description.contains(name) == true, "\(failure?.description ?? "")")
        #expect(try fixture.ask("echo y") == "y")
    }

    @Test func `Processor time that is used up is a limit`() throws {
        // The parent's clock is slower than the kernel's count by two seconds; here somebody stops it.
        let fixture = Fixture(timeout: 600)
        let worker = try #require(pid_t(try fixture.ask("pid")))
        kill(worker, SIGXCPU)
        #expect(Patience.wait { System.state(of: worker) == "Z" })
        #expect(fixture.failure("echo x")?.code == .timedOut)
    }
}
