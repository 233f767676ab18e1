// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
internal import SystemPackage

/// Performs a job.
struct JobPerformer: Sendable {
    let engine: Engine
    let library: Library
    let job: Job
    let folder: JobFolder
    /// The password for encrypted documents. It is never stored.
    let password: String?
    let turn: JobStore.Turn
    let quota: StorageQuota
    let progress: @Sendable (Double) -> Void

    private var access: Access { Access(password: password) }
    private var inputs: [FilePath] { (0..<job.request.inputCount).map { FilePath(folder.input($0 + 1).path) } }

    /// Performs the job and returns its outcome.
    ///
    /// - Throws: ``Problem``, `LimnError`, `LibraryError`, `FileError`.
    func run() async throws -> JobStore.Done {
        try folder.make()
        var options = JobOptions(job.request.options)
        switch job.request.verb {
        case .render: return try await render(try RenderOptions(&options, inputs: inputs, access))
        case .thumbnail: return try await render(try RenderOptions(thumbnails: &options, inputs: inputs, access))
        case .inspect: return try await inspect()
        case .flatten, .convert, .fill, .export, .detect:
            return try await turn.run {
                var options = JobOptions(job.request.options)
                // The result is about as large as the inputs. What it takes beyond that counts before it is kept.
                let room = try quota.take(try estimate())
                let done =
                    switch job.request.verb {
                    case .convert: try await convert(&options)
                    case .fill: try await fill(&options)
                    case .export: try await export(&options)
                    case .detect: try await detect(&options)
                    default: try await flatten(&options)
                    }
                do { try room.take(done.result.bytes - (try estimate())) } catch {
                    try? FileManager.default.removeItem(atPath: folder.result.string)
                    throw error
                }
                room.settle(FolderSize.allocated(done.result.bytes))
                return done
            }
        }
    }

    /// Returns the bytes that the result of one document may take: twice its inputs, and a mebibyte.
    private func estimate() throws -> Int {
        var bytes = try inputs.reduce(0) { $0 + (try InputFile($1).size) }
        if let id = job.request.character.flatMap({ CharacterID($0) }),
            let template = try library.character(id).template
        {
            bytes += try library.content(of: template).size
        }
        if let id = job.request.template.flatMap({ TemplateID($0) }) { bytes += try library.content(of: id).size }
        return 2 * bytes + (1 << 20)
    }

    /// Checks the options and the number of inputs of a job before the job is created.
    ///
    /// - Throws: ``Problem`` with status 422 or 403.
    static func check(_ request: JobRequest) throws(Problem) {
        var options = JobOptions(request.options)
        let count = request.inputCount
        let paths = (0..<count).map { FilePath("\($0 + 1)") }
        switch request.verb {
        case .render: _ = try RenderOptions(&options, inputs: paths, Access())
        case .thumbnail: _ = try RenderOptions(thumbnails: &options, inputs: paths, Access())
        case .flatten:
            _ = try options.flattenOptions(Access(), seesSecrets: request.seesSecrets)
            _ = try options.integer("page", in: 1...1_000_000)
            _ = try options.flag("fit")
        case .inspect: break
        case .convert: _ = try ConvertOptions(&options)
        case .fill: _ = try FillOptions(&options, inputCount: count, Access())
        case .export: _ = try options.flattenOptions(Access(), seesSecrets: request.seesSecrets)
        case .detect: _ = try DetectOptions(&options)
        }
        try options.finish()
        let allowed: ClosedRange<Int> =
            switch request.verb {
            case .render: 1...2
            case .thumbnail, .inspect: 1...1000
            case .flatten, .fill: 1...2
            case .convert: 1...1
            case .export: 0...0
            case .detect: request.template == nil ? 1...1 : 0...0
            }
        guard allowed.contains(count) else {
            throw .refused(
                "The operation \(request.verb.rawValue) takes \(allowed.lowerBound) to \(allowed.upperBound) inputs.",
                field: "inputs")
        }
    }

    private func render(_ options: RenderOptions) async throws -> JobStore.Done {
        let report = RenderReport(folder, format: options.request.encoder.format, room: try quota.take(0))
        let (inputs, progress) = (options.request.inputs, progress)
        for (index, input) in inputs.enumerated() {
            var request = options.request
            request.inputs = [input]
            request.destination = .folder(folder.output(""))
            try await turn.run { [engine, request] in
                try await report.stoppingWhenFull {
                    try await engine.render(
                        request, report: { report.take($0) },
                        progress: { progress((Double(index) + $0.fraction) / Double(inputs.count)) })
                }
            }
        }
        return try report.done()
    }

    private func flatten(_ options: inout JobOptions) async throws -> JobStore.Done {
        var request = FlattenRequest(
            template: inputs.count == 2 ? inputs[0] : nil, ink: inputs[inputs.count - 1],
            output: folder.output("out.pdf"), for: .everyone)
        request.options = try options.flattenOptions(access, seesSecrets: job.request.seesSecrets)
        request.page = try options.integer("page", in: 1...1_000_000)
        request.fit = try options.flag("fit")
        return try done(try await engine.reporting(progress).flatten(request), "out.pdf", "application/pdf")
    }

    private func export(_ options: inout JobOptions) async throws -> JobStore.Done {
        guard let id = job.request.character.flatMap({ CharacterID($0) }) else { throw Problem.notFound() }
        let flattening = try options.flattenOptions(access, seesSecrets: job.request.seesSecrets)
        let made = try await engine.reporting(progress).export(
            id, from: library, options: flattening, to: .path(folder.output("out.pdf")))
        return try done(made.result, "out.pdf", "application/pdf")
    }

    private func inspect() async throws -> JobStore.Done {
        let file = try FileDescriptor.open(
            folder.output("out.json"), .writeOnly, options: [.create, .truncate, .closeOnExec],
            permissions: [.ownerReadWrite])
        defer { try? file.close() }
        // A report may be as large as its document, so all of them are never in memory at once.
        let room = try quota.take(0)
        var (shown, size): ([JSONValue], Int) = ([], 0)
        _ = try file.writeAll(Array("{\"results\":[".utf8))
        for (index, path) in inputs.enumerated() {
            let found = try await turn.run { try folder.receipt(try await engine.inspect(.path(path), access: access)) }
            let bytes = Array((index == 0 ? "" : ",").utf8) + (try Answer.encode(found))
            try room.take(bytes.count)
            _ = try file.writeAll(bytes)
            size += bytes.count
            if size <= JobStore.largestReceipt { shown.append(found) }
            progress(Double(index + 1) / Double(inputs.count))
        }
        _ = try file.writeAll(Array("]}".utf8))
        let receipt =
            size <= JobStore.largestReceipt ? JSONValue.object(["results": .list(shown)]) : JobStore.omittedReceipt
        let done = try done(receipt, "out.json", "application/json")
        room.settle(FolderSize.allocated(done.result.bytes))
        return done
    }

    private func convert(_ options: inout JobOptions) async throws -> JobStore.Done {
        let wanted = try ConvertOptions(&options)
        let name = "out.\(wanted.to.extensions[0])"
        var converter = InkConverter(input: inputs[0], output: folder.output(name), for: wanted.audience)
        converter.from = wanted.from
        converter.to = wanted.to
        converter.page = wanted.page
        converter.tolerance = wanted.tolerance
        converter.isLossless = wanted.isLossless
        converter.access = access
        let result = try await engine.result(of: converter)
        guard result.output != nil else {
            throw Problem.refused(try readable(result.messages.first ?? "The ink could not be converted."))
        }
        return try done(result, name, wanted.to.mediaType)
    }

    private func fill(_ options: inout JobOptions) async throws -> JobStore.Done {
        let wanted = try FillOptions(&options, inputCount: inputs.count, access)
        var data = inputs.count == 2 ? FormDataSource(inputs[1]) : nil
        if let values = wanted.values {
            // The values are stored beside the form, so that they can name only files of this job.
            let path = FilePath(folder.input(2).path)
            try Publisher().publish(try Answer.encode(values), to: path)
            data = FormDataSource(path, format: .json)
        }
        let request = FormFillRequest(
            form: inputs[0], data: data, output: folder.output("out.pdf"), options: wanted.filling)
        return try done(try await engine.reporting(progress).fill(request), "out.pdf", "application/pdf")
    }

    /// Finds places on a template, or makes a form of an uploaded sheet.
    private func detect(_ options: inout JobOptions) async throws -> JobStore.Done {
        let wanted = try DetectOptions(&options)
        if let id = job.request.template.flatMap({ TemplateID($0) }) {
            let designer = TemplateDesigner(id, access: access)
            let found = try await engine.reporting(progress).detectFields(designer, on: wanted.pages, in: library)
            try Publisher().publish(try Answer.encode(found), to: folder.output("out.json"))
            return try done(found, "out.json", "application/json")
        }
        var request = FormDetectionRequest(
            sheet: inputs[0], output: folder.output("out.pdf"), pages: wanted.pages, access: access)
        (request.makesAll, request.save, request.force) = (wanted.makesAll, wanted.save, wanted.force)
        return try done(try await engine.reporting(progress).detectFields(request), "out.pdf", "application/pdf")
    }

    private func done(_ receipt: some Encodable, _ name: String, _ type: String) throws -> JobStore.Done {
        let bytes = try folder.publish(name)
        let ending = name.split(separator: ".").last ?? ""
        return JobStore.Done(
            result: Job.Result(type: type, name: "\(job.request.verb).\(ending)", bytes: bytes),
            receipt: try folder.receipt(receipt))
    }

    /// Removes the paths of this machine from a sentence.
    private func readable(_ sentence: String) throws -> String {
        guard case .text(let text) = try folder.receipt(sentence) else { return sentence }
        return text
    }
}

extension InkFormat {
    /// The media type of a file in this format.
    var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .json: "application/json"
        case .native: "application/vnd.limn.ink"
        case .inkml: "application/inkml+xml"
        default: "application/octet-stream"
        }
    }
}
