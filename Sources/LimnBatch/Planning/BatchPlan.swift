// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
public import SystemPackage

/// Makes a list of tasks. Contents are hashed on all processors; the list comes in the order of the inputs, and only a
/// part of it is in memory at any time.
public struct BatchPlan: Sendable {
    /// What is done.
    public var verb: BatchVerb
    /// The options of all tasks.
    public var options: TaskOptions
    /// The bytes of names of files and of folders of PDFs, and addresses of objects; with a table for forms, the form.
    public var inputs: [[UInt8]] = []
    /// A file with more names, one a line; `-` is standard input.
    public var list: FilePath?
    /// Whether names in the list end with a zero byte.
    public var isZeroSeparated = false
    /// A table with a task a row; `-` is standard input.
    public var table: FilePath?
    /// Ink for all documents.
    public var ink: FilePath?
    /// Folders of results of earlier runs, which tell costs.
    public var costs: [FilePath] = []
    /// Whether documents are opened to count their pages.
    public var countsPages = false
    /// The most pages of a task; nil to leave documents whole. Only for ``BatchVerb/render``.
    public var split: Int?

    /// Makes a plan.
    public init(_ verb: BatchVerb, options: TaskOptions = TaskOptions()) { (self.verb, self.options) = (verb, options) }

    /// What became of a plan.
    public struct Summary: Sendable {
        /// The number of tasks.
        public var tasks = 0
        /// How many inputs have the content and the options of an earlier one.
        public var repeated = 0
        /// How many inputs could not be read.
        public var failed = 0
    }

    /// Checks the options.
    ///
    /// - Throws: ``BatchError`` with `invalid`.
    public func check() throws(BatchError) {
        _ = try TaskRequest(BatchTask(verb, [TaskInput(path: "a"), TaskInput(path: "b")], options: options))
    }

    /// Makes the list.
    ///
    /// - Parameters:
    ///   - emit: takes a line with its end.
    ///   - complain: takes a sentence about an input that becomes no task.
    /// - Throws: errors of `emit`, and ``BatchError`` if a list, a table or costs cannot be read.
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
                    guard seen.insert(task.id.short).inserted else {
                        summary.repeated += 1
                        continue
                    }
                    try emit(try task.line())
                    summary.tasks += 1
                }
            case .failure(let error):
                summary.failed += 1
                complain(error.sentence)
            }
        }
        return summary
    }
}
