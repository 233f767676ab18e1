// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles

/// The routes for job files, jobs, and exports of characters.
struct JobRoutes: RouteGroup {
    let services: Services

    /// The largest description of a job, in bytes: 1,000 inputs and the values of a form.
    private static let jobLimit = 1 << 20

    /// The bytes that the description and the folders of a job take.
    private static let jobBytes = 16 << 10

    private var workshop: Workshop { services.workshop }

    var routes: [Route] {
        [
            Route(.post, "\(Self.base)/files", putFile),
            Route(.post, "\(Self.base)/jobs", create),
            Route(.get, "\(Self.base)/jobs", list),
            Route(.delete, "\(Self.base)/jobs", removeAll),
            Route(.get, "\(Self.base)/jobs/{job}", show),
            Route(.delete, "\(Self.base)/jobs/{job}", remove),
            Route(.get, "\(Self.base)/jobs/{job}/result", result),
            Route(.post, "\(Self.base)/characters/{character}/exports", export),
        ]
    }

    @Sendable private func putFile(_ request: Request, _ context: ServerContext) async throws -> Response {
        let stored = try await workshop.files.take(
            Body(request, context), limit: services.options.maximumUpload, of: context.identity.key)
        return try Answer.json(stored, status: .created)
    }

    private struct NewJob: Decodable {
        var verb: String
        var inputs: [String]
        var options: [String: JSONValue]?
    }

    @Sendable private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let wanted = try await Body(request, context).json(NewJob.self, limit: Self.jobLimit)
        guard let verb = JobRequest.Verb(rawValue: wanted.verb), verb != .export else {
            throw Problem.refused("There is no operation “\(wanted.verb.prefix(40))”.", field: "verb")
        }
        let job = JobRequest(
            verb: verb, inputCount: wanted.inputs.count, options: wanted.options ?? [:], seesSecrets: true)
        try JobPerformer.check(job)
        return try await begin(job, request, context) { [workshop, person = context.identity.key] folder in
            for (index, id) in wanted.inputs.enumerated() {
                try workshop.files.link(id, of: person, to: folder.input(index + 1))
            }
        }
    }

    @Sendable private func export(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let id = CharacterID(try context.segment("character")), context.identity.maySee(id) else {
            throw Problem.notFound("There is no such character.")
        }
        let bytes = try await Body(request, context).bytes(limit: Body.optionsLimit)
        let options = bytes.isEmpty ? [:] : try Body.decode([String: JSONValue].self, bytes)
        let character = try await services.withLibrary { try $0.character(id) }
        guard character.template != nil else {
            throw Problem(.conflict, "conflict", "The character has no template.")
        }
        let job = JobRequest(
            verb: .export, options: options, character: "\(id)", seesSecrets: context.identity.isOwner)
        try JobPerformer.check(job)
        return try await begin(job, request, context) { _ in }
    }

    /// Creates a job and answers with it.
    func begin(
        _ job: JobRequest, _ request: Request, _ context: ServerContext,
        prepare: @escaping @Sendable (JobFolder) throws -> Void
    ) async throws -> Response {
        let work = workshop.work(services, password: request.headers[.pdfPassword])
        let begun = try await services.threads.run { [workshop, person = context.identity.key] in
            let room = try workshop.quota.take(Self.jobBytes)
            let begun = try workshop.jobs.add(job, of: person, prepare: prepare, work: work)
            room.settle(Self.jobBytes)
            return begun
        }
        return try Answer.json(
            JobView(job: begun, isForOwner: context.identity.isOwner), status: .accepted,
            headers: [.location: "\(Self.base)/jobs/\(begun.id)"])
    }

    private func job(_ context: ServerContext) throws -> Job {
        try workshop.jobs.job(try context.segment("job"), for: context.identity)
    }

    @Sendable private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await answer(try job(context), context)
    }

    /// Answers with a job and its receipt.
    func answer(_ job: Job, _ context: ServerContext) async throws -> Response {
        var job = job
        if job.state == .done, job.receipt == nil {
            job.receipt = try await services.threads.run { [workshop, job] in workshop.jobs.receipt(of: job) }
        }
        return try Answer.json(JobView(job: job, isForOwner: context.identity.isOwner))
    }

    /// Lists the person's jobs, or everybody's for the owner.
    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let window = try ListWindow(context.query)
        let isOwner = context.identity.isOwner
        let jobs = workshop.jobs.jobs(for: context.identity)
        return try Answer.json(window.page(of: jobs, id: \.id) { JobView(job: $0, isForOwner: isOwner) })
    }

    /// Ends the person's jobs, or everybody's for the owner.
    @Sendable private func removeAll(_ request: Request, _ context: ServerContext) async throws -> Response {
        let jobs = workshop.jobs.jobs(for: context.identity)
        try await services.threads.run { [workshop] in for job in jobs { workshop.jobs.remove(job.id) } }
        return try Answer.json(["removed": jobs.count])
    }

    @Sendable private func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try job(context).id
        try await services.threads.run { [workshop] in workshop.jobs.remove(id) }
        return Answer.empty()
    }

    /// Returns the name of a result for whoever downloads it: an export is named after its character.
    private func name(of result: Job.Result, _ job: Job) async -> String {
        guard job.request.verb == .export, let id = job.request.character.flatMap({ CharacterID($0) }),
            let character = try? await services.withLibrary({ try $0.character(id) })
        else { return result.name }
        return "\(character.name).\(result.name.split(separator: ".").last ?? "pdf")"
    }

    @Sendable private func result(_ request: Request, _ context: ServerContext) async throws -> Response {
        let job = try job(context)
        guard let result = job.result else {
            throw Problem(
                .conflict, "conflict", job.failure?.detail ?? "The job is not done yet.",
                headers: job.isOver ? [:] : [.retryAfter: "1"])
        }
        let file = workshop.jobs.folder(job.id).result
        let input = try await services.threads.run { try InputFile(file) }
        return FileAnswer(
            input, name: await name(of: result, job), type: result.type, tag: job.id, threads: services.threads
        ).response(to: request)
    }
}
