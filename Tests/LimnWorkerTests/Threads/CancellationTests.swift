// SPDX-License-Identifier: GPL-3.0-or-later

import LimnWorker
import Testing

struct CancellationTests {
    @Test func `Handlers are called once, in their order`() {
        let cancellation = Cancellation()
        let calls = Notes<Int>()
        let registrations = (0..<5).map { number in cancellation.onCancel { calls.add(number) } }
        #expect(!cancellation.isCancelled)
        cancellation.cancel()
        cancellation.cancel()
        #expect(cancellation.isCancelled)
        #expect(calls.entries == [0, 1, 2, 3, 4])
        withExtendedLifetime(registrations) {}
    }

    @Test func `A handler that was taken back or released is not called`() {
        let cancellation = Cancellation()
        let calls = Notes<String>()
        let kept = cancellation.onCancel { calls.add("kept") }
        let removed = cancellation.onCancel { calls.add("removed") }
        removed.remove()
        removed.remove()
        do { _ = cancellation.onCancel { calls.add("released") } }
        cancellation.cancel()
        #expect(calls.entries == ["kept"])
        withExtendedLifetime((kept, removed)) {}
    }

    @Test func `A handler for what is cancelled already is called at once`() {
        let cancellation = Cancellation()
        cancellation.cancel()
        let calls = Notes<Int>()
        _ = cancellation.onCancel { calls.add(1) }
        #expect(calls.entries == [1])
    }

    @Test func `A handler may use the cancellation`() {
        let cancellation = Cancellation()
        let calls = Notes<Bool>()
        let registration = cancellation.onCancel {
            calls.add(cancellation.isCancelled)
            cancellation.cancel()
        }
        cancellation.cancel()
        #expect(calls.entries == [true])
        registration.remove()
    }
}
