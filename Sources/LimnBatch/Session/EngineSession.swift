// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
public import Limn
internal import LimnFiles
internal import Synchronization
internal import SystemPackage

/// A conversation with one program that sends requests as lines of JSON and gets events as lines of JSON: what
/// `limn engine` does with its standard input and output. The protocol is described in `Engine.md`.
///
/// Requests run at the same time, on the engine's workers. A request that fails, or whose document is hostile, ends
/// with one `failed` event and does no harm to the others.
public final class EngineSession: Sendable {
    /// The version of the protocol.
    public static let version = 1
    /// The verbs that a request may have.
    public static let verbs = BatchVerb.allCases.map(\.rawValue) + ["form show", "text", "marks", "ink convert"]

    /// A request under way.
    private struct Running {
        var task: Task<Void, Never>?
        /// Counts the pages that may still be told before the program has to take some.
        let pages: DispatchSemaphore
        var isCancelled = false
    }

    private let engine: Engine
    private let access: Access
    private let send: @Sendable ([UInt8]) -> Void
    private let running = Mutex<[Int: Running]>([:])

    /// Makes a session.
    ///
    /// - Parameters:
    ///   - engine: performs the requests.
    ///   - access: the limits of all requests.
    ///   - send: writes a line, including its end. It is called on several threads, also at the same time.
    public init(engine: Engine, access: Access, send: @escaping @Sendable ([UInt8]) -> Void) {
        (self.engine, self.access, self.send) = (engine, access, send)
        tell(.ready)
    }

    /// Takes a line. Work begins at once and goes on when the call returns.
    public func receive(_ line: [UInt8]) {
        let message: EngineMessage
        do { message = try JSONLine.decode(EngineMessage.self, line) } catch {
            let sentence =
                (error as? BatchError)?.sentence ?? "The line is not a request: \(DecodingText.sentence(error))."
            return tell(.failed(Self.number(of: line), code: "invalid", sentence))
        }
        switch message {
        case .request(let request): begin(request)
        case .cancel(let id): cancel(id)
        case .taken(let count, let id):
            guard let pages = running.withLock({ $0[id]?.pages }) else { return }
            for _ in 0..<count { pages.signal() }
        }
    }

    /// Answers a line that was not even read because it is too long.
    public func refuseLongLine() { tell(.failed(nil, code: "tooLarge", "The line is too long.")) }

    /// Waits until all requests have ended.
    public func finish() async {
        for task in running.withLock({ $0.values.map(\.task) }) { await task?.value }
    }

    /// Cancels all requests.
    public func cancelAll() { running.withLock { Array($0.keys) }.forEach(cancel) }

    /// The number of a line that is no request, so that its sender learns which one failed; nil if it has none.
    private static func number(of line: [UInt8]) -> Int? {
        struct Numbered: Decodable { var id: Int }
        return (try? JSONLine.decode(Numbered.self, line))?.id
    }

    private func begin(_ request: EngineRequest) {
        let pages = DispatchSemaphore(value: 0)
        for _ in 0..<request.window { pages.signal() }
        let isNew = running.withLock { running in
            guard running[request.id] == nil else { return false }
            running[request.id] = Running(pages: pages)
            return true
        }
        guard isNew else {
            return tell(.failed(request.id, code: "invalid", "A request with this id is already running."))
        }
        let task = Task { [self] in
            let event = await perform(request, pages)
            // Once a program hears of the end, it may use the number again.
            running.withLock { _ = $0.removeValue(forKey: request.id) }
            tell(event)
        }
        let isCancelled = running.withLock { running in
            running[request.id]?.task = task
            return running[request.id]?.isCancelled ?? false
        }
        if isCancelled { task.cancel() }
    }

    private func cancel(_ id: Int) {
        let (task, pages) = running.withLock { running in
            running[id]?.isCancelled = true
            return (running[id]?.task, running[id]?.pages)
        }
        task?.cancel()
        // A thread that waits for the program to take a page goes on.
        pages?.signal()
    }

    private func isCancelled(_ id: Int) -> Bool { running.withLock { $0[id]?.isCancelled ?? true } }

    private func perform(_ request: EngineRequest, _ pages: DispatchSemaphore) async -> EngineEvent {
        var access = access
        access.password = request.password
        do throws(LimnError) {
            switch request.work {
            case .showForm(let input):
                return .done(request.id, try await engine.form(in: .path(input.path ?? ""), access: access))
            case .readText(let input, let selection):
                let texts = try await engine.text(of: .path(input.path ?? ""), pages: selection, access: access)
                return .done(request.id, try WrittenList(texts, in: request.folder))
            case .readMarks(let input, let selection):
                let marks = try await engine.marks(in: .path(input.path ?? ""), pages: selection, access: access)
                return .done(request.id, try WrittenList(marks, in: request.folder))
            case .convertInk(let input, let id, let audience):
                guard let format = InkFormat.writable.first(where: { $0.id == id }) else {
                    return .failed(request.id, code: "unknownFormat", "Ink cannot be written as “\(id.prefix(40))”.")
                }
                var converter = InkConverter(
                    input: input.path ?? "", output: request.folder.appending("out.\(format.extensions.first ?? id)"),
                    for: audience)
                converter.to = format
                converter.access = access
                return .done(request.id, try await engine.result(of: converter))
            case .task(let task):
                guard task.verb.inputCount.contains(task.inputs.count), task.inputs.allSatisfy({ $0.path != nil })
                else {
                    return .failed(request.id, code: "invalid", "The operation takes a different number of files.")
                }
                let work: TaskRequest
                do throws(BatchError) {
                    work = try TaskRequest(task, access: access, folder: request.folder)
                } catch { return .failed(request.id, code: "invalid", error.sentence) }
                return try await perform(work, request.id, pages)
            }
        } catch {
            return .failed(request.id, code: EngineEvent.word(for: error), error.description)
        }
    }

    private func perform(
        _ work: TaskRequest, _ id: Int, _ pages: DispatchSemaphore
    ) async throws(LimnError) -> EngineEvent {
        switch work {
        case .pictures(let request):
            // The renderer tells pages on one thread of this request, which waits here until the program takes some.
            try await engine.render(request) { [self] page in
                pages.wait()
                if !isCancelled(id) { tell(.page(id, page)) }
            }
            return .done(id, FailedTask(messages: []))
        case .flatten(let request): return .done(id, try await reporting(id).result(of: request))
        case .fill(let request): return .done(id, try await reporting(id).result(of: request))
        case .detect(let request): return .done(id, try await reporting(id).result(of: request))
        case .inspect(let path, let access):
            return .done(id, try await engine.inspect(.path(path), access: access))
        }
    }

    private func reporting(_ id: Int) -> Engine {
        engine.reporting { [self] share in tell(.progress(id, share)) }
    }

    private func tell(_ event: EngineEvent) {
        // Only numbers that are not finite cannot be encoded.
        guard let line = try? JSONLine.encode(event) else { return }
        send(line)
    }
}

/// A result that may be too long for a line, as a file with an array in JSON.
private struct WrittenList: Encodable, Sendable {
    /// The path of the file.
    let output: String
    /// The number of elements.
    let count: Int

    /// Writes elements to a new file of a folder.
    init(_ elements: [some Encodable], in folder: FilePath) throws(LimnError) {
        let path = folder.appending("out.json")
        do {
            try Data(try JSONLine.encode(elements)).write(
                to: URL(fileURLWithPath: path.string), options: .withoutOverwriting)
        } catch { throw LimnError(.failed, "The result cannot be written to the folder of the request.") }
        (output, count) = (path.string, elements.count)
    }
}

/// A line that a session sends.
enum EngineEvent: Encodable {
    /// The first line.
    case ready
    /// A page is drawn, or failed.
    case page(Int, RenderResult)
    /// The share of a request that is done, 0…1.
    case progress(Int, Double)
    /// A request has ended; its result tells how.
    case done(Int, any Encodable & Sendable)
    /// A request has no result. The number is nil if the line had none.
    case failed(Int?, code: String, String)

    /// The words for kinds of failures; a kind that has none is told as `failed`.
    private static let words: [LimnError.Code: String] = [
        .noSuchPage: "noSuchPage", .locked: "locked", .refused: "refused", .limit: "limit", .crashed: "crashed",
        .cancelled: "cancelled", .busy: "busy", .signed: "signed", .unverified: "unverified",
        .inkNotShown: "inkNotShown", .tooLarge: "tooLarge", .unrecognized: "unrecognized", .noSpace: "noSpace",
        .unconfined: "unconfined", .needsAudience: "needsAudience",
    ]

    /// The word for an error.
    static func word(for error: LimnError) -> String { words[error.code] ?? "failed" }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .ready:
            try encoder.encodeMembers([
                "event": "ready", "protocol": EngineSession.version, "limn": LimnVersion.text,
                "verbs": EngineSession.verbs,
            ])
        case .page(let id, let page):
            let code = page.status.isSuccess ? nil : page.diagnostics.lazy.compactMap(\.code.error).first
            try encoder.encodeMembers([
                "event": "page", "id": id, "page": page, "code": code.map { Self.words[$0] ?? "failed" },
            ])
        case .progress(let id, let share):
            try encoder.encodeMembers(["event": "progress", "id": id, "share": share])
        case .done(let id, let result):
            try encoder.encodeMembers(["event": "done", "id": id, "result": ResultBody(value: result)])
        case .failed(let id, let code, let message):
            try encoder.encodeMembers(["event": "failed", "id": id, "code": code, "message": message])
        }
    }

    /// A result with the members that every result has.
    private struct ResultBody: Encodable {
        let value: any Encodable & Sendable

        func encode(to encoder: any Encoder) throws {
            try encoder.encodeMembers(["status": ResultStatus.ok, "messages": [String](), "notes": [String]()])
            if Sandbox.wasMissing { try encoder.encodeMembers(["unconfined": true]) }
            try value.encode(to: encoder)
        }
    }
}
