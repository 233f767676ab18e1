// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnJobs
internal import LimnWorker

/// A worker that was taken over. Its seed stands behind the last hyphen of the name that it was started by.
final class HostileService: WorkerService {
    private var chance: Chance
    private var answers: HostileAnswers
    /// Whether nothing is left to chance but the values of one answer.
    private let isSystematic: Bool

    init() {
        let name = CommandLine.arguments[0]
        let seed = name.split(separator: "-").last.flatMap { UInt64($0) } ?? 0
        chance = Chance(seed: seed)
        answers = HostileAnswers(seed: seed)
        isSystematic = HostileField(seed: seed) != nil
    }

    func prepare() {}

    func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8] {
        guard let (name, body) = JobMessage.split(request), let job = HostileJob.named(name) else { return [] }
        let request = Data(body)
        if isSystematic {
            let written = write(for: request, of: job, into: descriptors)
            return answers.answer(to: request, of: job, written: written)
        }
        switch Int.random(in: 0..<1000, using: &chance) {
        case 0..<2: while true { sleep(1000) }
        case 2..<12: exit(Int32.random(in: 0...255, using: &chance))
        case 12..<22: abort()
        case 22..<32:
            close(3)
            while true { sleep(1000) }
        case 32..<42: return []
        case 42..<52: return [UInt8](repeating: 91, count: 200 << 10)
        case 52..<62: return [UInt8](repeating: 91, count: 127 << 10)
        case 62..<82:
            return (0..<Int.random(in: 1...300, using: &chance)).map { _ in .random(in: 0...255, using: &chance) }
        case 82..<92: complain()
        default: break
        }
        let written = write(for: request, of: job, into: descriptors)
        return answers.answer(to: request, of: job, written: written)
    }

    private func complain() {
        let line = [UInt8](repeating: 120, count: Int.random(in: 1...100_000, using: &chance))
        line.withUnsafeBytes { _ = Glibc.write(2, $0.baseAddress, $0.count) }
        lseek(2, .random(in: 0...(1 << 40), using: &chance), SEEK_SET)
    }

    /// Writes something into the files that came along.
    ///
    /// - Returns: the size of the file that the job writes into.
    private func write(for request: Data, of job: HostileJob, into descriptors: [Int32]) -> Int {
        for (index, descriptor) in descriptors.enumerated() {
            // Whatever else came along is for reading only, which shows when it is written to.
            guard isSystematic ? index == 0 : index == 0 ? chance.happens(950) : chance.happens(20) else { continue }
            lseek(descriptor, 0, SEEK_SET)
            if !isSystematic, chance.happens(60) {
                // As large as the kernel allows, without taking room on the disk.
                lseek(descriptor, (16 << 20) - 1, SEEK_SET)
                _ = Glibc.write(descriptor, [0], 1)
                continue
            }
            let bytes = answers.content(for: request, of: job)
            bytes.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
        var status = stat()
        guard let output = descriptors.first, fstat(output, &status) == 0 else { return 0 }
        return Int(status.st_size)
    }
}
