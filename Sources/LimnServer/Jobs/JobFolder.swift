// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import SystemPackage

/// The folder of a job: its description `job.json`, the input files in `in`, the output files in `out`, and the result.
struct JobFolder: Sendable {
    let url: URL

    /// Creates the folders.
    func make() throws {
        for name in ["in", "out"] {
            try FileManager.default.createDirectory(
                at: url.appendingPathComponent(name), withIntermediateDirectories: true)
        }
    }

    /// Returns the location of an input file, by its number from 1.
    func input(_ number: Int) -> URL { url.appendingPathComponent("in/\(number)") }
    /// Returns the path of an output file.
    func output(_ name: String) -> FilePath { FilePath(url.appendingPathComponent("out/\(name)").path) }
    /// The path of the result file.
    var result: FilePath { FilePath(url.appendingPathComponent("result").path) }

    private var description: URL { url.appendingPathComponent("job.json") }

    /// Writes the description of the job, so that it survives a restart.
    func save(_ job: Job) throws {
        try Publisher(isPrivate: true).publish(try Answer.encode(job), to: FilePath(description.path))
    }

    /// Returns the job in this folder; nil if it is missing or cannot be decoded.
    func load() -> Job? {
        (try? Data(contentsOf: description)).flatMap { try? BoundedJSON.decode(Job.self, from: $0) }
    }

    /// Makes an output file the result of the job.
    ///
    /// - Returns: the size of the result in bytes.
    func publish(_ name: String) throws -> Int {
        guard rename(output(name).string, result.string) == 0 else { throw Errno(rawValue: errno) }
        return try InputFile(result).size
    }

    /// Removes the input and output files, but not the result.
    func tidy() {
        for name in ["in", "out"] { try? FileManager.default.removeItem(at: url.appendingPathComponent(name)) }
    }

    /// Removes the folder.
    func remove() { try? FileManager.default.removeItem(at: url) }

    /// Encodes a report and makes its paths relative to this folder, so that it does not reveal paths of this machine.
    func receipt(_ value: some Encodable) throws -> JSONValue {
        let bytes = try Answer.encode(value)
        let own = [url.path + "/", url.resolvingSymlinksInPath().path + "/"]
        return try BoundedJSON.decode(JSONValue.self, from: Data(bytes)).mappingTexts { text in
            own.reduce(text) { $0.replacingOccurrences(of: $1, with: "") }
        }
    }
}
