// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnWorker
import TestSupport

/// A lane with the worker that does as it is told.
struct Fixture {
    let lane: WorkerLane

    init(memory: Int = 256, timeout: Double = 20, fileSize: Int = 16, requests: Int = 2000) {
        lane = WorkerLane(
            executable: Self.path,
            limits: WorkerLimits(memory: memory, timeout: timeout, fileSize: fileSize, requests: requests))
    }

    /// The program: beside the test bundle, wherever the build folder is.
    static let path: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let bundles = [own] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
        let paths = bundles.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("WorkerFixture").path
        }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            fatalError("There is no WorkerFixture in \(paths); build it first.")
        }
        return path
    }()

    /// The answer as text.
    func ask(_ request: String, descriptors: [Int32] = []) throws(WorkerError) -> String {
        String(decoding: try lane.ask(Array(request.utf8), descriptors: descriptors).bytes, as: UTF8.self)
    }

    func stderrLines(_ request: String) throws(WorkerError) -> [String] {
        try lane.ask(Array(request.utf8)).stderrLines
    }

    /// The error of a request that must fail; nil when it does not.
    func failure(_ request: String) -> WorkerError? {
        do throws(WorkerError) {
            _ = try ask(request)
            return nil
        } catch { return error }
    }
}

/// Processes and descriptors, as the kernel tells them.
enum System {
    static var openDescriptors: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
    }

    /// The state of a process, such as `S` or `Z`; nil when there is none.
    static func state(of process: pid_t) -> Character? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let bracket = text.lastIndex(of: ")")
        else { return nil }
        return text[bracket...].dropFirst(2).first
    }
}
