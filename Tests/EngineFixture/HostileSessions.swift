// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnPipeline
internal import LimnWorker

/// A parent whose workers answer whatever chance says. Each session has an engine and a seed of its own.
struct HostileSessions {
    let samples: String
    let folder: String

    /// Runs sessions one after the other, and prints a line of `name value` pairs.
    ///
    /// The first ones leave everything to chance; then each value of each answer is replaced by each extreme in turn, or,
    /// where there are fewer sessions, by some of them.
    func run(first: UInt64, count: Int, fields: Int) async {
        var codes: [String: Int] = [:]
        let step = max(1, HostileField.count / max(1, fields))
        let extremes = stride(from: 0, to: fields == 0 ? 0 : HostileField.count, by: step).map { index in
            HostileField.first + UInt64(index)
        }
        tell("fields", HostileField.count)
        for seed in Array(first..<(first + UInt64(count))) + extremes {
            // Whoever reads the last line knows which session the parent has not survived.
            tell("session \(seed)")
            for outcome in await session(seed) { codes[outcome, default: 0] += 1 }
            // What the allocator keeps of one session would count as memory of all later ones.
            malloc_trim(0)
        }
        let told = codes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        tell("outcomes", told.joined(separator: " "))
        tell("memory", Usage.peakMemory >> 10, "descriptors", Usage.descriptors)
    }

    /// Has each job of the list done by a worker that lies in one value of its answer. Prints for each whether a worker was
    /// asked, and the outcome.
    func runEachJob() async {
        for job in HostileJob.all {
            // A job without a value to lie in is answered honestly: the last field is that of another job.
            let field = HostileField.all.firstIndex { $0.job.name == job.name } ?? HostileField.count - 1
            var (outcome, isAsked) = ("", false)
            // Chance decides with which options an engine is used.
            for round in 0..<20 where !isAsked {
                let workers = workers(HostileField.first + UInt64(field))
                defer { unlink(workers.program) }
                let asked = AskedJobs(workers.pool, awaiting: job.name)
                var chance = Chance(seed: UInt64(round))
                outcome = await self.outcome(of: chance.pick(job.uses), JobContext(asked), &chance)
                isAsked = asked.names.contains(job.name)
            }
            tell("asked", job.name, isAsked, outcome)
        }
    }

    /// One use of the engine; each gives one result.
    ///
    /// - Returns: for each use `done`, or the code of its error.
    private func session(_ seed: UInt64) async -> [String] {
        let workers = workers(seed)
        defer { unlink(workers.program) }
        let context = JobContext(workers.pool)
        var chance = Chance(seed: seed &+ 77)
        var outcomes: [String] = []
        let field = HostileField(seed: seed)
        for _ in 0..<(field == nil ? 3 : 1) {
            let use = chance.pick(field?.job.uses ?? HostileUse.allCases)
            outcomes.append(await outcome(of: use, context, &chance))
        }
        return outcomes
    }

    /// Workers of a seed, and the link by whose name they know it.
    private func workers(_ seed: UInt64) -> (pool: WorkerPool, program: String) {
        let program = "\(folder)/hostile-\(seed)"
        symlink(CommandLine.arguments[0], program)
        let limits = WorkerLimits(memory: 1024, timeout: 2, fileSize: 16)
        return (WorkerPool(.init(executable: program, limits: limits, workers: 2)), program)
    }

    private func outcome(of use: HostileUse, _ context: JobContext, _ chance: inout Chance) async -> String {
        do {
            try await use.run(Engine(context), context, samples: samples, folder: folder, &chance)
            return "done"
        } catch let error as LimnError {
            return String(describing: error.code).components(separatedBy: ".").last?.filter(\.isLetter) ?? ""
        } catch { return "other" }
    }
}

/// What the parent holds answers to, without workers.
enum HostileJudgment {
    /// Prints for the answer and the file of each job whether the honest one is accepted, in how many ways one of its values
    /// can be replaced so that it can still be read, and how many of these are not accepted.
    static func run() {
        for job in HostileJob.all {
            judge(job.name, job.accepts(Data(job.sample)), HostileField.all.filter { $0.isIn(answerOf: job) })
            guard let file = job.file else { continue }
            judge("\(job.name)-file", job.acceptsFile(Data(file)), HostileField.all.filter { $0.isIn(fileOf: job) })
        }
    }

    private static func judge(_ name: String, _ isHonestAccepted: Bool?, _ fields: [HostileField]) {
        let lies = fields.compactMap(\.isAccepted)
        tell("judged", name, isHonestAccepted ?? false, lies.count, lies.count { !$0 })
    }
}
