// SPDX-License-Identifier: GPL-3.0-or-later

import Limn
import LimnPipeline
import LimnWorker
import SystemPackage
import Testing
import TestSupport

/// Documents that stay open for several calls.
struct OpenedDocumentTests {
    private let requests = AnswerCounter()
    private let dispatcher: WatchedDispatcher

    init() {
        dispatcher = WatchedDispatcher { [requests] answer, _ in
            requests.add()
            return answer
        }
    }

    /// Returns the number of requests to workers that are made meanwhile.
    private func count(_ body: () async throws -> Void) async throws -> Int {
        let before = requests.count
        try await body()
        return requests.count - before
    }

    @Test func `A worker reads a document once while it stays open`() async throws {
        let engine = Engine(JobContext(dispatcher))
        let document = try OpenedDocument(.path(Support.sheet))
        for (page, expected) in [(1, 2), (2, 1), (1, 1)] {
            let made = try await count {
                let picture = try await engine.render(.opened(document), page: page, size: .dpi(36)).bytes
                let alone = try await Engine().render(.path(Support.sheet), page: page, size: .dpi(36)).bytes
                #expect(picture == alone, "page \(page)")
            }
            #expect(made == expected, "page \(page)")
        }
        let texts = try await count {
            let text = try await engine.text(of: .opened(document)).map(\.text)
            #expect(try await text == Engine().text(of: .path(Support.sheet)).map(\.text))
        }
        #expect(texts == 1)
        // Opened with other limits it is another document, and the worker has one open.
        let access = Access(pixelLimit: 1_000_000)
        #expect(
            try await count {
                _ = try await engine.render(.opened(document), size: .dpi(36), access: access)
            } == 2)
        #expect(
            try await count {
                _ = try await engine.render(.opened(document), size: .dpi(36))
            } == 2)
    }

    @Test func `What a worker tells one owner is not believed for another`() async throws {
        let document = try OpenedDocument(.path(Support.sheet))
        for name in ["Maren", "Orsa"] {
            let engine = Engine(JobContext(dispatcher).forOwner(OwnerID(name)))
            let made = try await count {
                _ = try await engine.text(of: .opened(document), pages: try #require(PageSelection("1")))
            }
            #expect(made == 2, "\(name)")
        }
    }

    @Test func `A file that is not there cannot be opened`() {
        #expect(throws: LimnError.self) { try OpenedDocument(.path("/nowhere/sheet.pdf")) }
    }
}
