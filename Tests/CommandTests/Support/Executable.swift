// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport

/// The program under test, as it was built together with these tests.
enum Executable {
    /// Its path: beside the test bundle, wherever the build folder is.
    static let path: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let bundles = [own] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
        let folders =
            bundles.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
            + [Project.folder.appendingPathComponent(".build-suite/release")]
        let paths = folders.map { $0.appendingPathComponent("limn").path }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            fatalError("There is no limn in \(folders.map(\.path)); build it first.")
        }
        return path
    }()
}
