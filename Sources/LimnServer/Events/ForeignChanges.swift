// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn

/// Notices what other programs change in the library, such as `limn sync`, and has everybody read it again.
struct ForeignChanges: Sendable {
    let library: Library
    let events: EventHub
    let threads: BlockingThreads

    private static let interval = Duration.seconds(1)

    /// Looks until the task is canceled.
    func run() async {
        var known: Int?
        while (try? await Task.sleep(for: Self.interval)) != nil {
            guard let version = try? await threads.run({ [library] in try library.foreignVersion() }) else { continue }
            if let known, known != version { events.reset() }
            known = version
        }
    }
}
