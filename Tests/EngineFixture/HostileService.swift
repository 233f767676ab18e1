// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnJobs
internal import LimnWorker

/// A worker that was taken over. Its seed stands behind the last hyphen of the name that it was started by.
final class HostileService: WorkerService {
    private var chance: Chance
    private var answers: HostileAnswers

    init() {
        let name = CommandLine.arguments[0]
        let seed = name.split(separator: "-").last.flatMap { UInt64($0) } ?? 0
        chance = Chance(seed: seed)
        answers = HostileAnswers(seed: seed)
    }

    func prepare() {}

    func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8] {
        guard let (name, _) = JobMessage.split(request) else { return [] }
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
        let written = write(job: name, into: descriptors)
        return answers.answer(to: name, written: written)
    }

    private func complain() {
        let line = [UInt8](repeating: 120, count: Int.random(in: 1...100_000, using: &chance))
        line.withUnsafeBytes { _ = Glibc.write(2, $0.baseAddress, $0.count) }
        lseek(2, .random(in: 0...(1 << 40), using: &chance), SEEK_SET)
    }

    /// Writes something into the files that came along.
    ///
    /// - Returns: the size of the file that the job writes into.
    private func write(job: String, into descriptors: [Int32]) -> Int {
        let output = job == ReadInkJob.name || job == WriteInkJob.name ? 1 : 0
        for (index, descriptor) in descriptors.enumerated() {
            guard index == output ? chance.happens(950) : chance.happens(20) else { continue }
            if chance.happens(60) {
                // As large as the kernel allows, without taking room on the disk.
                ftruncate(descriptor, 16 << 20)
                continue
            }
            let bytes = answers.content(of: job)
            bytes.withUnsafeBytes { _ = pwrite(descriptor, $0.baseAddress, $0.count, 0) }
            ftruncate(descriptor, off_t(bytes.count))
        }
        var status = stat()
        guard descriptors.indices.contains(output), fstat(descriptors[output], &status) == 0 else { return 0 }
        return Int(status.st_size)
    }
}
