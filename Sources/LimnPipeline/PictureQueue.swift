// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk
internal import SystemPackage

/// The pages of a request, handed out to lanes: documents in the order given, the pages of a large one to every lane
/// that has nothing else to do.
///
/// Few documents are open at a time, however many are named: a lane opens the next one only when none has pages left.
final class PictureQueue: @unchecked Sendable {
    // Unchecked: everything is guarded by `condition`.

    /// A document on its way.
    final class Document {
        let number: Int
        let path: FilePath
        fileprivate(set) var plan: Plan?
        fileprivate var next = 0

        fileprivate init(number: Int, path: FilePath) {
            self.number = number
            self.path = path
        }
    }

    /// What is to be done with a document that was opened.
    struct Plan {
        var document: OpenDocument
        var pageCount: Int
        var choice: PageChoice
        var ink: InkPlacement?

        /// Every page that was asked for has a result, those that do not exist too.
        var resultCount: Int { choice.pages.count + choice.missing.count }
    }

    /// What a lane does next.
    enum Work {
        /// Open a document and call ``opened(_:plan:)``.
        case open(Document)
        /// Make the picture with an index among the document's pages.
        case page(Document, Plan, index: Int)
    }

    private let condition = NSCondition()
    private let paths: [FilePath]
    private var nextPath = 0
    private var opening = 0
    private var active: [Document] = []

    init(_ paths: [FilePath]) { self.paths = paths }

    /// Waits for something to do; nil when nothing is left.
    ///
    /// - Parameter current: the document that the lane has open; its pages come first.
    func next(after current: Document?) -> Work? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let current, let work = take(from: current) { return work }
            if nextPath < paths.count {
                let document = Document(number: nextPath, path: paths[nextPath])
                nextPath += 1
                opening += 1
                return .open(document)
            }
            // Help with the document that has most pages left.
            let busiest = active.max { remaining($0) < remaining($1) }
            if let busiest, let work = take(from: busiest) { return work }
            if opening == 0 { return nil }
            condition.wait()
        }
    }

    /// Notes that a document is open, or for nil that it could not be.
    func opened(_ document: Document, plan: Plan?) {
        condition.lock()
        defer { condition.unlock() }
        opening -= 1
        document.plan = plan
        if let plan, !plan.choice.pages.isEmpty { active.append(document) }
        condition.broadcast()
    }

    private func remaining(_ document: Document) -> Int { (document.plan?.choice.pages.count ?? 0) - document.next }

    private func take(from document: Document) -> Work? {
        guard let plan = document.plan, document.next < plan.choice.pages.count else { return nil }
        defer {
            document.next += 1
            if document.next == plan.choice.pages.count { active.removeAll { $0 === document } }
        }
        return .page(document, plan, index: document.next)
    }
}
