// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnInk
internal import SystemPackage

/// The pages of a request, handed out to lanes: documents one by one, the pages of a large one to every lane that has
/// nothing else to do.
///
/// Of every few documents the largest come first, so that none is begun when everything else is done; not of all, as
/// results wait for those before them. A lane opens the next document only when its own has no pages left, so few are
/// open however many are named.
final class PictureQueue: @unchecked Sendable {
    // Unchecked: everything is guarded by `condition`.

    /// A document on its way.
    final class Document {
        let number: Int
        let path: FilePath
        fileprivate(set) var plan: Plan?
        fileprivate var next = 0
        fileprivate var done = 0

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
        /// What libraries complained about when it was opened.
        var complaints: [String]
        /// The document's content; nil where pictures get no stamp.
        var content: ContentHash?

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
    /// Numbers of documents to open next, the last one first.
    private var block: [Int] = []
    private var pagesDone = 0
    private var documentsDone = 0

    /// So many documents are put in order of size at a time.
    static let blockSize = 64
    private var opening = 0
    /// Documents that have pages to hand out.
    private var active: [Document] = []
    /// Documents that have pages that are not done.
    private var begun: [Document] = []

    init(_ paths: [FilePath]) { self.paths = paths }

    /// Waits for something to do; nil when nothing is left.
    ///
    /// - Parameter current: the document that the lane has open; its pages come first.
    func next(after current: Document?) -> Work? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let current, let work = take(from: current) { return work }
            if let number = nextDocument() {
                opening += 1
                return .open(Document(number: number, path: paths[number]))
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
        if let plan, !plan.choice.pages.isEmpty {
            active.append(document)
            begun.append(document)
        } else {
            documentsDone += 1
        }
        condition.broadcast()
    }

    /// Notes that a page is done.
    func finishedPage(of document: Document) {
        condition.lock()
        defer { condition.unlock() }
        document.done += 1
        pagesDone += 1
        if document.done == document.plan?.choice.pages.count {
            documentsDone += 1
            begun.removeAll { $0 === document }
        }
    }

    /// How far the work is.
    var progress: PictureProgress {
        condition.lock()
        defer { condition.unlock() }
        let parts = begun.reduce(0.0) { $0 + Double($1.done) / Double(max(1, $1.plan?.choice.pages.count ?? 1)) }
        return PictureProgress(
            documents: paths.count, documentsDone: documentsDone, pagesDone: pagesDone,
            fraction: min(1, (Double(documentsDone) + parts) / Double(max(1, paths.count))))
    }

    private func nextDocument() -> Int? {
        if block.isEmpty, nextPath < paths.count {
            let numbers = nextPath..<min(nextPath + Self.blockSize, paths.count)
            nextPath = numbers.upperBound
            let sizes = numbers.map { DocumentSearch.size(of: paths[$0]) }
            block = numbers.sorted { a, b in
                let (sizeA, sizeB) = (sizes[a - numbers.lowerBound], sizes[b - numbers.lowerBound])
                return sizeA == sizeB ? a > b : sizeA < sizeB
            }
        }
        return block.popLast()
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
