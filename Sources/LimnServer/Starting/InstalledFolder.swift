// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnPipeline
internal import SystemPackage

/// A folder of files that are installed with the server.
struct InstalledFolder {
    /// The folder in the environment variable, the folder that is installed with this program, or the folder in the project
    /// from which the program was built.
    let path: FilePath

    /// Finds a folder.
    ///
    /// - Parameters:
    ///   - name: the name of the folder where Limn is installed.
    ///   - place: the path of the folder in the project.
    ///   - variable: an environment variable with the path; nil for none.
    ///   - file: the name of a file that the folder has.
    init(name: String, inProject place: String, variable: String? = nil, holding file: String) {
        if let variable, let named = ProcessInfo.processInfo.environment[variable], !named.isEmpty {
            path = FilePath(named)
            return
        }
        let program = FilePath(InstalledProgram.path("limn-server", variable: "LIMN_SERVER"))
        var places = ["../share/limn/\(name)", name].map { program.removingLastComponent().pushing(FilePath($0)) }
        // A program that is not installed is in a build folder of the project.
        var parent = program.removingLastComponent()
        while let name = parent.lastComponent?.string {
            parent.removeLastComponent()
            if name.hasPrefix(".build") { places.append(parent.pushing(FilePath(place))) }
        }
        let found = places.first { FileManager.default.fileExists(atPath: $0.appending(file).string) }
        path = found ?? places[0]
    }
}
