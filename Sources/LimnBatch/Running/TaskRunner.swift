// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
internal import SystemPackage

/// Performs tasks one after another, with one worker for each document.
final class TaskRunner {
    private let shard: Shard
    private let folder: FilePath
    private let access: Access
    private let limits: WorkerLimits
    /// The engines by the number of their workers.
    private var engines: [Int: Engine] = [:]
    private var counter = 0

    /// The pauses before a task is tried again after an error of a disk or a network file system.
    private static let pauses: [Duration] = [.milliseconds(100), .milliseconds(400), .milliseconds(1600)]

    /// - Parameter folder: the folder for temporary results; only this runner uses it.
    init(_ shard: Shard, folder: FilePath, access: Access, limits: WorkerLimits) {
        (self.shard, self.folder, self.access, self.limits) = (shard, folder, access, limits)
    }

    private func engine(_ workers: Int) -> Engine {
        if let engine = engines[workers] { return engine }
        var configuration = Engine.Configuration()
        (configuration.workers, configuration.limits) = (workers, limits)
        let engine = Engine(configuration)
        engines[workers] = engine
        return engine
    }

    /// Checks that this machine can read documents at all, so that tasks are not blamed for it.
    ///
    /// - Throws: ``BatchError`` with `refused`.
    func check() async throws(BatchError) {
        let page = Array(
            """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
            trailer<</Root 1 0 R/Size 4>>
            """.utf8)
        do throws(LimnError) { _ = try await engine(1).render(.bytes(page), size: .longerSide(9)) } catch {
            if error.code == .cancelled { throw BatchError(.interrupted, error.description) }
            throw BatchError(ofMachine: error)
                ?? BatchError(.refused, "No document can be read here: \(error.sentence)")
        }
    }

    /// Performs a task.
    func run(_ line: TaskList.Line) async -> TaskOutcome {
        counter += 1
        let place = folder.appending("\(counter)")
        var pauses = Self.pauses[...]
        while true {
            let outcome = await attempt(line, in: place)
            guard case .stopped(let error) = outcome, error.code == .again, let pause = pauses.popFirst() else {
                return outcome
            }
            try? await Task.sleep(for: pause)
            if Task.isCancelled { return .cancelled }
        }
    }

    private func attempt(_ line: TaskList.Line, in place: FilePath) async -> TaskOutcome {
        let start = ContinuousClock.now
        let task: BatchTask
        do throws(BatchError) { task = try line.task.get() } catch {
            return .finished(failed(line, nil, .failed, error.sentence, place))
        }
        let request: TaskRequest
        let stamps: [FileStamp?]
        do throws(BatchError) {
            request = try TaskRequest(task, access: access, folder: place)
            stamps = try TaskInputCheck.stamps(task.inputs, limit: access.inputLimit)
        } catch {
            guard error.code != .again else { return .stopped(error) }
            return .finished(failed(line, task, .failed, error.sentence, place))
        }
        guard Self.emptyFolder(place) else {
            return .stopped(BatchError(FileError(writing: place, cause: Errno(rawValue: errno))))
        }
        let made: Made
        do throws(LimnError) { made = try await result(of: request, task) } catch {
            if error.code == .cancelled { return .cancelled }
            if let error = BatchError(ofMachine: error) { return .stopped(error) }
            return .finished(failed(line, task, ResultStatus(error), error.description, place))
        }
        if made.errors.contains(where: { $0.code == .cancelled }) || Task.isCancelled { return .cancelled }
        if let error = made.errors.lazy.compactMap({ BatchError(ofMachine: $0) }).first { return .stopped(error) }
        guard TaskInputCheck.areUnchanged(task.inputs, stamps) else {
            return .finished(failed(line, task, .failed, "The file changed while it was read.", place))
        }
        let elapsed = ContinuousClock.now - start
        do throws(FileError) { return .finished(try finished(line, task, made, elapsed, place)) } catch {
            return .stopped(BatchError(error))
        }
    }

    /// The result of an engine for a task.
    private struct Made {
        var body: any Encodable & Sendable
        var status: ResultStatus
        /// The pictures by page; empty for other verbs.
        var pages: [RenderResult] = []
        var errors: [LimnError] = []

        init(body: any Encodable & Sendable, status: ResultStatus) { (self.body, self.status) = (body, status) }

        init(_ result: any DocumentResult) {
            (body, status) = (result, result.status)
            if let error = result.error { errors = [error] }
        }
    }

    private func result(of request: TaskRequest, _ task: BatchTask) async throws(LimnError) -> Made {
        let engine = engine(task.verb.workers)
        switch request {
        case .pictures(let request):
            let results = Collector()
            try await engine.render(request, report: { results.add($0) })
            let pages = results.all
            let status = pages.first { !$0.status.isSuccess }?.status
            let worst = status ?? (pages.contains { $0.status == .warnings } ? .warnings : .ok)
            let errors = pages.flatMap(\.diagnostics).compactMap { diagnostic in
                diagnostic.code.error.map { LimnError($0, named: diagnostic.file, diagnostic.text) }
            }
            var made = Made(body: FailedTask(messages: []), status: worst)
            (made.pages, made.errors) = (pages, errors)
            return made
        case .flatten(let request): return Made(try await engine.result(of: request))
        case .fill(let request): return Made(try await engine.result(of: request))
        case .detect(let request): return Made(try await engine.result(of: request))
        case .inspect(let path, let access):
            let inspection = try await engine.inspect(.path(path), access: access)
            return Made(body: inspection, status: inspection.status)
        }
    }

    /// Hashes the created files and finishes the task.
    private func finished(
        _ line: TaskList.Line, _ task: BatchTask, _ made: Made, _ elapsed: Duration, _ place: FilePath
    ) throws(FileError) -> FinishedTask {
        var result = self.line(line, task, made.status)
        result.body = made.body
        result.seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
        var staged: [StagedOutput] = []
        var pages = made.pages
        for index in pages.indices {
            guard let path = pages[index].output else { continue }
            let output = try StagedOutput(path)
            staged.append(output)
            pages[index].output = FilePath(output.object)
            let number = task.verb == .render ? Self.number(path) : nil
            result.outputs.append(
                ResultLine.Output(
                    name: task.output?.name(page: number), object: output.object, bytes: output.bytes,
                    page: pages[index].page))
        }
        switch task.verb {
        case .thumbnail where pages.count == 1: result.body = pages[0]
        case .render, .thumbnail: result.body = RenderedTask(input: task.shownInput, pages: pages)
        default:
            guard var body = made.body as? any DocumentResult, let document = body.output else { break }
            let output = try StagedOutput(document)
            staged.append(output)
            body.output = FilePath(output.object)
            result.body = body
            result.outputs = [
                ResultLine.Output(name: task.output?.name(page: nil), object: output.object, bytes: output.bytes)
            ]
        }
        return FinishedTask(line: result, staged: staged, folder: place)
    }

    /// Returns the padded page number in a file name, such as 012 in `stem-012.png`.
    private static func number(_ path: FilePath) -> String? {
        path.stem.flatMap { $0.split(separator: "-").last.map { String($0) } }
    }

    private func line(_ line: TaskList.Line, _ task: BatchTask?, _ status: ResultStatus) -> ResultLine {
        ResultLine(
            body: FailedTask(messages: []), status: status, id: line.id, index: line.index, shard: shard,
            verb: task?.verb)
    }

    private func failed(
        _ line: TaskList.Line, _ task: BatchTask?, _ status: ResultStatus, _ sentence: String, _ place: FilePath
    ) -> FinishedTask {
        var result = self.line(line, task, status)
        result.body = FailedTask(input: task?.shownInput, messages: [sentence])
        return FinishedTask(line: result, folder: place)
    }

    /// Creates a folder, or empties one that an earlier attempt has left.
    private static func emptyFolder(_ path: FilePath) -> Bool {
        if path.withPlatformString({ mkdir($0, 0o700) }) == 0 { return true }
        guard errno == EEXIST else { return false }
        for name in (try? DocumentSearch.names(in: path)) ?? [] {
            _ = path.appending(FilePath(bytes: name).components).withPlatformString { unlink($0) }
        }
        return true
    }
}

extension BatchTask {
    /// The document's name for JSON.
    var shownInput: String { inputs.first.map { $0.path?.json ?? $0.url ?? "" } ?? "" }
}

/// Collects the results of a document's pages.
private final class Collector: @unchecked Sendable {
    // Unchecked: `lock` guards `results`.
    private let lock = NSLock()
    private var results: [RenderResult] = []

    func add(_ result: RenderResult) { lock.withLock { results.append(result) } }
    var all: [RenderResult] { lock.withLock { results } }
}
