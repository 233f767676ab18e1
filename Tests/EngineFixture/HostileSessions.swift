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

    /// One use of the engine; each gives one result.
    ///
    /// - Returns: for each use `done`, or the code of its error.
    private func session(_ seed: UInt64) async -> [String] {
        let program = "\(folder)/hostile-\(seed)"
        symlink(CommandLine.arguments[0], program)
        defer { unlink(program) }
        var configuration = Engine.Configuration()
        (configuration.workers, configuration.workerProgram) = (2, program)
        configuration.limits = WorkerLimits(memory: 1024, timeout: 2, fileSize: 16)
        let engine = Engine(configuration)
        // What the engine does not offer yet is called below it, with workers of the same kind.
        let context = JobContext(WorkerPool(.init(executable: program, limits: configuration.limits, workers: 2)))
        var chance = Chance(seed: seed &+ 77)
        var outcomes: [String] = []
        let field = HostileField(seed: seed)
        for _ in 0..<(field == nil ? 3 : 1) {
            let use =
                field.map { HostileUse.that(asks: $0.job, &chance) }
                ?? HostileUse.allCases[Int.random(in: HostileUse.allCases.indices, using: &chance)]
            do {
                try await use.run(engine, context, samples: samples, folder: folder, &chance)
                outcomes.append("done")
            } catch let error as LimnError {
                outcomes.append(
                    String(describing: error.code).components(separatedBy: ".").last?.filter(\.isLetter) ?? "")
            } catch { outcomes.append("other") }
        }
        return outcomes
    }
}
