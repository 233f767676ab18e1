// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import Testing

/// What a test needs and a machine may lack.
///
/// Where it is missing the test is cancelled, loudly, and its name is added to the file that `Scripts/test`
/// counts. With `CI` set nothing may be missing that apt and pip can install: there it is a failure.
public enum Requirement {
    /// The path of a program on the PATH.
    public static func tool(_ name: String) throws -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
            return "\(folder)/\(name)"
        }
        throw missing("the program \(name)", installable: true)
    }

    /// The path of a file that a package brings.
    public static func file(_ path: String, of package: String) throws -> String {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw missing("the package \(package)", installable: true)
        }
        return path
    }

    /// A Python interpreter with the packages of `Scripts/setup --test`.
    public static func python() throws -> String {
        let path = Project.folder.appendingPathComponent(".venv/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw missing("the virtual environment .venv", installable: true)
        }
        return path
    }

    /// A file that `Scripts/foreign` makes.
    static func made(_ path: String) throws -> URL {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw missing("the file \(path), which Scripts/foreign makes", installable: true)
        }
        return URL(fileURLWithPath: path)
    }

    /// The folder of what reads handwriting, which `Scripts/setup --reading` lays.
    public static func reading() throws -> URL {
        let folder = Project.folder.appendingPathComponent(".reading")
        let files = ["recognition.onnx", "libonnxruntime.so.1"].map { folder.appendingPathComponent($0).path }
        guard files.allSatisfy(FileManager.default.fileExists) else {
            throw missing("what reads handwriting (Scripts/setup --reading)", installable: true)
        }
        return folder
    }

    /// The folder of real PDFs that `Scripts/corpus` fetches.
    public static func corpus() throws -> URL {
        guard FileManager.default.fileExists(atPath: Project.corpus.path) else {
            throw missing("the corpus of real PDFs (Scripts/corpus)", installable: true)
        }
        return Project.corpus
    }

    /// A further folder of real PDFs, such as `signed/pyhanko`, that `Scripts/corpus` fetches when its set is named.
    public static func corpus(more name: String) throws -> URL {
        let url = Project.folder.appendingPathComponent(".corpus-more/\(name)")
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw missing("the corpus \(name) (Scripts/corpus --all)", installable: true)
        }
        return url
    }

    /// `unshare` with what makes a mount that only its own command sees; not every container may do that.
    public static func mounting() throws -> String {
        let unshare = "\(try tool("unshare")) -m"
        guard (try? run("bash", "-c", "\(unshare) mount -t tmpfs none /mnt"))?.status == 0 else {
            throw missing("the right to mount", installable: false)
        }
        return unshare
    }

    /// `setpriv` and the arguments that run a program as nobody; not every container may do that, and not every folder
    /// is open to everybody.
    public static func nobody(running program: String) throws -> [String] {
        let command = [try tool("setpriv"), "--reuid", "65534", "--regid", "65534", "--clear-groups", program]
        let trial = command.dropFirst().map { Array($0.utf8) } + [Array("--version".utf8)]
        guard (try? run(command[0], trial))?.status == 0 else {
            throw missing("the right to run \(program) as another user", installable: false)
        }
        return command
    }

    /// Files that have no name until they are given one; not every file system has them.
    public static func filesWithoutNames() throws {
        let probe = "import os, sys; os.open(sys.argv[1], os.O_TMPFILE | os.O_RDWR)"
        let folder = try TemporaryFolder()
        guard try run(try python(), "-c", probe, folder.url.path).status == 0 else {
            throw missing("a file system for temporary files that has some without names", installable: false)
        }
    }

    /// A layer of confinement that this kernel lacks.
    public static func kernel(_ layer: String) -> any Error { missing("\(layer) in the kernel", installable: false) }

    private static func missing(_ what: String, installable: Bool) -> any Error {
        let environment = ProcessInfo.processInfo.environment
        if installable, environment["CI"] != nil { return Missing(what: what) }
        let line = "SKIPPED \(Test.current?.name ?? "a test"): \(what) is missing\n"
        FileHandle.standardError.write(Data(line.utf8))
        if let log = environment["LIMN_SKIP_LOG"], let handle = FileHandle(forWritingAtPath: log) {
            handle.seekToEndOfFile()
            handle.write(Data(line.utf8))
        }
        do { try Test.cancel("\(what) is missing") } catch { return error }
    }

    /// Something that must not be missing here is.
    public struct Missing: Error, CustomStringConvertible {
        let what: String
        /// What is missing, as a sentence.
        public var description: String { "\(what) is missing; Scripts/test installs it." }
    }
}
