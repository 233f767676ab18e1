// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Finds the program that reads documents in a confined process.
public enum WorkerProgram {
    /// The name of the program.
    public static let name = "limn-worker"

    /// The environment variable with the program's path.
    public static let variable = "LIMN_WORKER"

    /// The program's path. It is the value of ``variable``, or `limn-worker` beside this program, or in
    /// `../libexec/limn` or `../lib/limn` from there, or else the bare name.
    public static let path: String = {
        if let named = ProcessInfo.processInfo.environment[variable], !named.isEmpty { return named }
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return name
        }
        let folder = (own as NSString).deletingLastPathComponent
        let places = ["\(folder)/\(name)", "\(folder)/../libexec/limn/\(name)", "\(folder)/../lib/limn/\(name)"]
        return places.first { access($0, X_OK) == 0 } ?? "\(folder)/\(name)"
    }()
}
