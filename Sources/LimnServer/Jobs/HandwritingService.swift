// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import Logging

/// Reads the handwriting of pages on which nobody has written for a while, so that searches find it and fields offer it.
///
/// It reads one page at a time, those that changed last first, in workers of its own: it never takes one from people's requests.
/// Without the files that read handwriting, it does nothing.
struct HandwritingService: Sendable {
    let services: Services
    let logger: Logger

    /// The time without a change after which a page is read.
    private static let rest: TimeInterval = 3
    /// The time between two looks at the library.
    private static let interval = Duration.seconds(2)
    /// The number of pages that fail one after the other before it rests.
    private static let mostFailures = 3
    /// The time after which it is tried again where nothing can be read at all.
    private static let patience = Duration.seconds(600)
    /// The number of looks without a page to read after which the worker is ended.
    private static let looks = 30
    /// A page that was read takes less, in bytes.
    private static let size = 100_000

    /// Reads pages until the task is canceled.
    func run() async {
        var (failed, failures): ([CharacterPage: Int], Int) = ([:], 0)
        var (engine, idle): (Engine?, Int) = (nil, 0)
        while !Task.isCancelled {
            guard ReadingFiles.find() != nil, let next = await next(without: failed) else {
                idle += 1
                if idle >= Self.looks { engine = nil }
                guard (try? await Task.sleep(for: Self.interval)) != nil else { return }
                continue
            }
            idle = 0
            let reader = engine ?? Engine(configuration)
            engine = reader
            do {
                let room = try services.workshop.quota.take(Self.size)
                defer { room.settle() }
                // No worker serves the pages of two characters.
                let found = try await reader.forOwner(OwnerID("\(next.page.character)"))
                    .keepHandwriting(of: next.page, in: services.library)
                // A page without ink is read when it has some.
                if found == nil { failed[next.page] = next.revision }
                if found?.isKept != false {
                    failures = 0
                    continue
                }
            } catch {
                if Task.isCancelled { return }
                let code = (error as? LimnError)?.code
                // What was removed meanwhile needs no reading.
                if code != .noSuchPage, (error as? LibraryError)?.code != .notFound {
                    logger.warning(
                        "The handwriting of a page was not read.",
                        metadata: [
                            "character": "\(next.page.character)", "page": "\(next.page.page)", "error": "\(error)",
                        ])
                }
                // A page that is too large or damaged hides no others, and is no sign that others fail.
                if code == .limit || code == .crashed || code == .libraryDamaged {
                    failed[next.page] = next.revision
                    continue
                }
            }
            // The others come first. Where several fail one after the other, the disk may be full, or the files damaged.
            failed[next.page] = next.revision
            failures += 1
            guard failures >= Self.mostFailures else { continue }
            guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
            (failed, failures) = ([:], 0)
        }
    }

    private var configuration: Engine.Configuration {
        var configuration = Engine.Configuration()
        // One reads handwriting and keeps its model, and one opens forms.
        (configuration.workers, configuration.limits) = (2, services.options.limits)
        return configuration
    }

    private func next(without failed: [CharacterPage: Int]) async -> (page: CharacterPage, revision: Int)? {
        let rest = Date(timeIntervalSinceNow: -Self.rest)
        return try? await services.withLibrary { library in
            guard !library.isReadOnly else { return nil }
            return try library.pagesToRead(unchangedSince: rest, limit: 1) { failed[$0] != $1 }.first
        }
    }
}
