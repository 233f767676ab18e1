// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnJobs
internal import LimnPictures

/// A job as hostile workers know it. The compiler demands all of this of every job in the list.
protocol SoundJob: Job {
    /// A request.
    static var sample: Self { get }
    /// The uses of an engine in which the job is done.
    static var uses: [HostileUse] { get }

    /// Returns what an honest worker could answer to this request: an answer that does not fit is found out at once.
    ///
    /// - Parameter written: the size of the file that the worker has written, in bytes.
    func answer(_ written: Int, _ chance: inout Chance) -> Answer
}

/// A job whose result is a value, as hostile workers know it.
protocol SoundValueJob: SoundJob, ValueJob {
    /// What an honest worker could write.
    static var value: Value { get }
}

extension SoundValueJob {
    func answer(_ written: Int, _ chance: inout Chance) -> Answer { Answer(bytes: written) }
}

/// A job of the list without its type.
struct HostileJob: Sendable {
    let name: String
    let uses: [HostileUse]
    /// An honest answer to a sample.
    let sample: [UInt8]
    /// An honest file, if the result is a value; else nil.
    let file: [UInt8]?
    /// Returns an honest answer to a request.
    let answer: @Sendable (_ request: Data, _ written: Int, _ chance: inout Chance) -> [UInt8]
    /// Returns whether the parent accepts an answer to the sample; nil if it is none.
    let accepts: @Sendable (_ answer: Data) -> Bool?
    /// Returns whether the parent accepts a file for the sample; nil if it is none.
    let acceptsFile: @Sendable (_ file: Data) -> Bool?

    /// All jobs, in the order of the list.
    static let all = table(JobList.all)
    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static func named(_ name: String) -> HostileJob? { byName[name] }

    private static func table<each J: SoundJob>(_ jobs: (repeat (each J).Type)) -> [HostileJob] {
        var table: [HostileJob] = []
        for job in repeat each jobs { table.append(HostileJob(job)) }
        return table
    }

    private init<J: SoundJob>(_ job: J.Type) {
        @Sendable func reply(to job: J, _ written: Int, _ chance: inout Chance) -> [UInt8] {
            HostileAnswers.encoded(JobReply.done(job.answer(written, &chance)))
        }
        name = J.name
        uses = J.uses
        var chance = Chance(seed: 1)
        sample = reply(to: J.sample, 1, &chance)
        answer = { request, written, chance in
            reply(to: (try? JSONDecoder().decode(J.self, from: request)) ?? J.sample, written, &chance)
        }
        accepts = { json in
            guard case .done(let answer)? = try? BoundedJSON.decode(JobReply<J.Answer>.self, from: json) else {
                return nil
            }
            return J.sample.files.accept(answer) && J.sample.accepts(answer, Access())
        }
        func value<V: SoundValueJob>(_ job: V.Type) -> ([UInt8], @Sendable (Data) -> Bool?) {
            (
                HostileAnswers.encoded(V.value),
                { json in
                    (try? BoundedJSON.decode(V.Value.self, from: json, limits: V.sample.limits)).map {
                        V.sample.accepts($0)
                    }
                }
            )
        }
        if let valued = job as? any SoundValueJob.Type {
            (file, acceptsFile) = value(valued)
        } else {
            precondition(!(job is any ValueJob.Type), "\(J.name) lacks a value.")
            (file, acceptsFile) = (nil, { _ in nil })
        }
    }
}

extension PictureJob {
    /// The size of the picture that is asked for, in pixels.
    var askedSize: (width: Int, height: Int) {
        switch size {
        case .longerSide(let side): (side, max(1, side / 2))
        case .width(let side): (side, 64)
        case .height(let side): (64, side)
        case .exactly(let width, let height): (width, height)
        case .dpi: (64, 64)
        }
    }

    /// What looks like the picture that is asked for.
    var forgedPicture: [UInt8] {
        let (width, height) = askedSize
        guard case .file(let encoder) = form else {
            return [UInt8](repeating: 0x80, count: min(4 * width * height, 4 << 20))
        }
        func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        switch encoder.format {
        case .png:
            return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + number(13) + Array("IHDR".utf8) + number(width)
                + number(height) + [8, 2, 0, 0, 0]
        case .jpeg: return [0xFF, 0xD8, 0xFF, 0xE0]
        case .webp: return Array("RIFF".utf8) + number(0) + Array("WEBP".utf8)
        case .ppm: return Array("P6\n\(width) \(height)\n255\n".utf8)
        }
    }
}
