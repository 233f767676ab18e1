// SPDX-License-Identifier: GPL-3.0-or-later

internal import Dispatch
internal import Foundation
internal import Limn
internal import LimnFiles
internal import SystemPackage

/// Converts items to tasks, on any thread.
final class TaskMaker: @unchecked Sendable {
    // Unchecked: `lock` guards `hashes`.
    private let plan: BatchPlan
    private let costs: CostModel
    private let engine = Engine()
    private let lock = NSLock()
    /// The hashes of a few files that many tasks may share, such as a form or ink.
    private var hashes: [FilePath: (FileStamp, TaskInput)] = [:]

    init(_ plan: BatchPlan, _ costs: CostModel) { (self.plan, self.costs) = (plan, costs) }

    /// Returns the tasks of an item: one, or several if the document is split.
    ///
    /// - Throws: ``BatchError`` if a file cannot be read, or if the options are not valid.
    func tasks(_ item: PlanItem) throws(BatchError) -> [BatchTask] {
        var inputs = [try known(item.input)]
        if let ink = item.ink ?? plan.ink { inputs.append(try known(TaskInput(path: ink))) }
        guard plan.verb.inputCount.contains(inputs.count) else {
            throw BatchError(
                .invalid,
                plan.verb == .flatten
                    ? "\(name(item.input)): It needs an ink file." : "\(name(item.input)): This operation takes no ink."
            )
        }
        let options = TaskOptions(plan.options.values.merging(item.options) { _, own in own })
        let pages = plan.countsPages || plan.split != nil ? pageCount(inputs[0]) : nil
        var task = BatchTask(plan.verb, inputs, options: options, output: try output(item, options))
        let bytes = inputs.compactMap(\.bytes).reduce(0) { $0.addingReportingOverflow($1).partialValue }
        task.cost = costs.estimate(task, bytes: bytes, pages: pages)
        _ = try TaskRequest(task)
        guard plan.verb == .render, let split = plan.split, let pages, pages > split, options.values["pages"] == nil
        else { return [task] }
        return stride(from: 1, through: pages, by: split).map { first in
            let last = min(pages, first + split - 1)
            var part = task
            part.options.values["pages"] = .text(first == last ? "\(first)" : "\(first)-\(last)")
            let share = Double(last - first + 1) / Double(pages)
            let whole = Double(task.cost?.milliseconds ?? 0)
            part.cost = TaskCost(
                bytes: task.cost?.bytes, pages: last - first + 1, milliseconds: max(1, Int(clamping: whole * share)))
            return part
        }
    }

    private func name(_ input: TaskInput) -> String { input.path?.displayName ?? input.url ?? "" }

    /// Returns the input with its size and its hash. The content of objects is not read.
    private func known(_ input: TaskInput) throws(BatchError) -> TaskInput {
        guard let path = input.path else { return input }
        let stamp = FileStamp(path)
        if let stamp, let found = lock.withLock({ hashes[path] }), found.0 == stamp { return found.1 }
        do throws(FileError) {
            let file = try InputFile(regularFile: path, followsLinks: true)
            let known = TaskInput(path: path, bytes: file.size, sha256: try ContentHash(of: file))
            if let stamp {
                lock.withLock {
                    if hashes.count >= 64 { hashes = [:] }
                    hashes[path] = (stamp, known)
                }
            }
            return known
        } catch { throw BatchError(error.mayPass ? .again : .unreadable, "\(path.displayName): \(error.sentence)") }
    }

    /// Returns the number of pages; nil if the document cannot be opened, which its task will report.
    private func pageCount(_ input: TaskInput) -> Int? {
        guard let path = input.path else { return nil }
        nonisolated(unsafe) var count: Int?
        let done = DispatchSemaphore(value: 0)
        Task.detached { [engine] in
            if let inspection = try? await engine.inspect(.path(path)), case .pdf(let pdf) = inspection {
                count = pdf.pages.count
            }
            done.signal()
        }
        done.wait()
        return count
    }

    /// Returns the readable name: the path without `..`, with the extension of the result.
    private func output(_ item: PlanItem, _ options: TaskOptions) throws(BatchError) -> TaskOutputName? {
        if let text = item.output {
            guard let name = TaskOutputName(text) else {
                throw BatchError(
                    .invalid,
                    "“\(text.prefix(80))” cannot name a result: it is too long, or not a path inside the output folder."
                )
            }
            return name
        }
        let path = item.input.path ?? FilePath(bytes: Array(Self.objectPath(item.input.url ?? "").utf8))
        var name = path.components.filter { $0.kind == .regular }.map(\.string).joined(separator: "/")
        if let ending = path.extension { name.removeLast(min(name.count, ending.count + 1)) }
        let format = try options.choice("format", PictureFormat.self) ?? .png
        switch plan.verb {
        case .render: name += "-{page}.\(format.fileExtension)"
        case .thumbnail: name += ".\(format.fileExtension)"
        case .flatten, .formFill, .formDetect: name += ".pdf"
        case .inspect: return nil
        }
        return TaskOutputName(cleaning: name)
    }

    /// Returns the part of an address after its scheme, without the query.
    private static func objectPath(_ address: String) -> String {
        let rest = address.firstRange(of: "://").map { String(address[$0.upperBound...]) } ?? address
        return String(rest.prefix { $0 != "?" && $0 != "#" })
    }
}
