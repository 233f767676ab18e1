// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import Testing
import TestSupport

struct PoolCancellationTests {
    @Test func `A request that waits leaves the line when it is cancelled`() throws {
        let pool = makePool()
        let lease = try pool.lease(for: CallerID())
        let cancellation = Cancellation()
        let waiting = BackgroundTask { pool.refusal(cancellation: cancellation) }
        #expect(Patience.wait { pool.load.waiting == 1 })
        cancellation.cancel()
        #expect(waiting.value()?.code == .cancelled)
        #expect(pool.load.waiting == 0)
        #expect(try lease.text("echo undisturbed") == "undisturbed")
    }

    @Test func `A request that runs is ended by killing its worker, and the next lease gets another one`() throws {
        let pool = makePool()
        let worker = try #require(try pool.open(Affinity("sheet")))
        let cancellation = Cancellation()
        let signal = try Signal()
        let descriptor = signal.descriptor
        let hanging = BackgroundTask { () throws(WorkerError) -> [WorkerError.Code?] in
            let lease = try pool.lease(for: CallerID(), affinity: Affinity("sheet"), cancellation: cancellation)
            let codes = [lease.failure("hang", descriptors: [descriptor])?.code, lease.failure("echo x")?.code]
            #expect(!lease.holdsAffinity)
            lease.end()
            return codes
        }
        #expect(Patience.wait { signal.hasCome })
        cancellation.cancel()
        cancellation.cancel()
        // The limit is ten minutes, so only the cancellation can have ended it.
        #expect(try hanging.value() == [.cancelled, .cancelled])
        #expect(Patience.wait { System.state(of: worker) == nil })
        #expect(try pool.text("requests") == "1")
    }

    @Test func `What is cancelled before starts nothing`() throws {
        let folder = try TemporaryFolder()
        let log = folder.path("log")
        let program = try folder.writeProgram("#!/bin/sh\ntouch \(log)\n", "worker")
        let pool = WorkerPool(.init(executable: program, workers: 1))
        let cancellation = Cancellation()
        let lease = try pool.lease(for: CallerID(), cancellation: cancellation)
        cancellation.cancel()
        #expect(lease.failure("echo x")?.code == .cancelled)
        lease.end()
        #expect(pool.refusal(cancellation: cancellation)?.code == .cancelled)
        #expect(!FileManager.default.fileExists(atPath: log))
        // The same program is started where nobody has cancelled.
        // A child of another test may still hold the script open for writing; then it cannot be executed yet.
        for _ in 0..<50 where !FileManager.default.fileExists(atPath: log) {
            #expect(throws: WorkerError.self) { try pool.text("echo x") }
        }
        #expect(FileManager.default.fileExists(atPath: log))
    }

    @Test func `Of fifty requests one is cancelled and all others are answered`() throws {
        let pool = makePool(workers: 2)
        let cancellation = Cancellation()
        let answers = Notes<String>()
        orderedMap(
            0..<50, width: 50,
            { number in
                if number == 25 {
                    // It may still wait for a worker when it is cancelled, or hang in one.
                    do throws(WorkerError) {
                        let lease = try pool.lease(for: CallerID(), cancellation: cancellation)
                        return "\(number) \(lease.failure("hang")?.code == .cancelled)"
                    } catch { return "\(number) \(error.code == .cancelled)" }
                }
                return "\(number) \((try? pool.text("echo \(number)")) ?? "failed")"
            },
            deliver: { answer in
                answers.add(answer)
                if answers.entries.count == 20 { cancellation.cancel() }
            })
        #expect(answers.entries == (0..<50).map { $0 == 25 ? "25 true" : "\($0) \($0)" })
    }

    @Test func `Cancelling at any moment never disturbs the next lease`() throws {
        let pool = makePool()
        var cancelled = 0
        for round in 0..<300 {
            let cancellation = Cancellation()
            let canceller = BackgroundTask {
                for _ in 0..<(round * 20) { _ = cancellation.isCancelled }
                cancellation.cancel()
            }
            do throws(WorkerError) {
                let lease = try pool.lease(for: CallerID(), cancellation: cancellation)
                _ = try lease.text("echo x")
                lease.end()
            } catch {
                #expect(error.code == .cancelled)
                cancelled += 1
            }
            // The one who cancels may still be at it.
            #expect(try pool.text("echo y") == "y")
            canceller.value()
        }
        #expect(cancelled > 0)
        #expect(pool.load == (idle: 1, waiting: 0))
    }
}
