// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// The folder of a job: its description, what it reads in `in`, what it makes in `out`, and its result.
struct JobFolder: Sendable {
    let url: URL

    /// Makes the folders.
    func make() throws {
        for name in ["in", "out"] {
            try FileManager.default.createDirectory(
                at: url.appendingPathComponent(name), withIntermediateDirectories: true)
        }
    }

    /// A file that is read, by its number from 1.
    func input(_ number: Int) -> URL { url.appendingPathComponent("in/\(number)") }
    /// A file that is made.
    func output(_ name: String) -> FilePath { FilePath(url.appendingPathComponent("out/\(name)").path) }
    /// The result.
    var result: FilePath { FilePath(url.appendingPathComponent("result").path) }

    private var description: URL { url.appendingPathComponent("job.json") }

    /// Writes what the job is, so that it is there after a restart.
    func save(_ job: Job) throws {
        try Publisher(isPrivate: true).publish(try Answer.encode(job), to: FilePath(description.path))
    }

    /// The job in this folder; nil where there is none that can be read.
    func load() -> Job? {
        (try? Data(contentsOf: description)).flatMap { try? JSONDecoder().decode(Job.self, from: $0) }
    }

    /// Takes a file that was made as the result.
    func publish(_ name: String) throws -> Int {
        guard rename(output(name).string, result.string) == 0 else { throw Errno(rawValue: errno) }
        return try InputFile(result).size
    }

    /// Removes what is not needed once the job is over.
    func tidy() {
        for name in ["in", "out"] { try? FileManager.default.removeItem(at: url.appendingPathComponent(name)) }
    }

    /// Removes all of it.
    func remove() { try? FileManager.default.removeItem(at: url) }

    /// A report without the paths of this machine: files are named as they are in this folder.
    func receipt(_ value: some Encodable) throws -> JSONValue {
        let bytes = try Answer.encode(value)
        let own = [url.path + "/", url.resolvingSymlinksInPath().path + "/"]
        return try JSONDecoder().decode(JSONValue.self, from: Data(bytes)).mappingTexts { text in
            own.reduce(text) { $0.replacingOccurrences(of: $1, with: "") }
        }
    }
}
