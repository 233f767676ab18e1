// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
public import SystemPackage

/// Writes a list of tasks. Files are hashed on all processors. The list has the order of the inputs, and only a part of
/// it is in memory at any time.
public struct BatchPlan: Sendable {
    /// What the tasks do.
    public var verb: BatchVerb
    /// The options of all tasks.
    public var options: TaskOptions
    /// The inputs, as bytes: paths of files, paths of folders with PDFs, and addresses of objects. With a table for
    /// forms, the form.
    public var inputs: [[UInt8]] = []
    /// A file with more inputs, one on each line; `-` is standard input.
    public var list: FilePath?
    /// Whether the inputs in the list end with a zero byte instead of a line feed.
    public var isZeroSeparated = false
    /// A CSV table with one task on each row; `-` is standard input.
    public var table: FilePath?
    /// The ink to lay over all documents.
    public var ink: FilePath?
    /// Folders with the results of earlier runs, from which costs are estimated.
    public var costs: [FilePath] = []
    /// Whether documents are opened to count their pages.
    public var countsPages = false
    /// The maximum number of pages of a task; nil to keep documents whole. Only for ``BatchVerb/render``.
    public var split: Int?

    /// Creates a plan.
    public init(_ verb: BatchVerb, options: TaskOptions = TaskOptions()) { (self.verb, self.options) = (verb, options) }

    /// The result of a plan.
    public struct Summary: Sendable {
        /// The number of tasks.
        public var tasks = 0
        /// The number of inputs with the same content and options as an earlier one.
        public var repeated = 0
        /// The number of inputs that could not be read.
        public var failed = 0
    }

    /// Checks the options without reading a file. ``run(emit:complain:)`` does so, too.
    ///
    /// - Throws: ``BatchError`` with `invalid`.
    public func check() throws(BatchError) {
        _ = try TaskRequest(BatchTask(verb, [TaskInput(path: "a"), TaskInput(path: "b")], options: options))
    }

    /// Writes the list.
    ///
    /// - Parameters:
    ///   - emit: is called with each line, including its end.
    ///   - complain: is called with a sentence for each input that does not become a task.
    /// - Returns: the numbers of tasks, of repeated inputs and of those that could not be read. The line of an input with
    ///   the same content and options as an earlier one repeats its task under another name.
    /// - Throws: the errors of `emit`; ``BatchError`` if a list, a table or costs cannot be read.
    public func run(emit: ([UInt8]) throws -> Void, complain: (String) -> Void) throws -> Summary {
        try check()
        let costs = try CostModel(learning: costs)
        let items = try PlanItems(self)
        let maker = TaskMaker(self, costs)
        var summary = Summary()
        var seen: Set<TaskID.Short> = []
        try orderedMap(items, width: WorkerPool.Configuration.processors, lead: 256) { item in
            Result { () throws(BatchError) in try maker.tasks(try item.get()) }
        } deliver: { (made: Result<[BatchTask], BatchError>) in
            switch made {
            case .success(let tasks):
                for task in tasks {
                    try emit(try task.line())
                    if seen.insert(task.id.short).inserted { summary.tasks += 1 } else { summary.repeated += 1 }
                }
            case .failure(let error):
                summary.failed += 1
                complain(error.sentence)
            }
        }
        return summary
    }
}
