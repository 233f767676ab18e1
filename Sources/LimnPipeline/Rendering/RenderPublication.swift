// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs

/// Publishes finished pictures and then reports them. Many pictures are published together, because each publication
/// waits for the disk.
struct RenderPublication {
    /// The maximum number of pictures that wait to be published.
    private static let limit = 256

    private let publisher: Publisher
    private var waiting: [RenderedDocument.Made] = []

    init(_ publisher: Publisher) { self.publisher = publisher }

    /// Adds the next picture in order.
    mutating func add(_ made: RenderedDocument.Made, _ report: (RenderResult) -> Void) {
        waiting.append(made)
        if waiting.count >= Self.limit { publish(report) }
    }

    /// Publishes and reports all waiting pictures.
    mutating func publish(_ report: (RenderResult) -> Void) {
        guard !waiting.isEmpty else { return }
        let indices = waiting.indices.filter { waiting[$0].file != nil }
        let errors = publisher.publish(indices.compactMap { waiting[$0].file })
        for (index, error) in zip(indices, errors) {
            guard let error else { continue }
            let result = waiting[index].result
            waiting[index].result = RenderResult(LimnError(error), input: result.input, page: result.page)
        }
        defer { waiting = [] }
        for made in waiting { report(made.result) }
    }
}
