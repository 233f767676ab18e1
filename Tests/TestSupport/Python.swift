// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Runs one of the scripts in the rooms of `Tests/TestSupport/Python` in the project's virtual environment.
///
/// - Returns: what the script printed; its text is part of the error when it fails.
public func python(_ script: String, _ arguments: String...) throws -> String { try python(script, arguments) }

/// Runs one of the scripts in the rooms of `Tests/TestSupport/Python` in the project's virtual environment.
///
/// - Returns: what the script printed; its text is part of the error when it fails.
public func python(_ script: String, _ arguments: [String]) throws -> String {
    let done = try PythonServer.running().run(try scriptPath(script), arguments)
    guard done.status == 0 else { throw ScriptFailure(script: script, output: done.text + done.stderr) }
    return done.text
}

/// The path of a script, whichever room it is in.
public func scriptPath(_ script: String) throws -> String {
    let rooms = Project.folder.appendingPathComponent("Tests/TestSupport/Python")
    let paths = try FileManager.default.contentsOfDirectory(atPath: rooms.path)
        .map { rooms.appendingPathComponent("\($0)/\(script).py").path }
    guard let path = paths.first(where: FileManager.default.fileExists) else {
        throw ScriptFailure(script: script, output: "no room of \(rooms.path) has it")
    }
    return path
}

/// A script ended with an error.
public struct ScriptFailure: Error, CustomStringConvertible {
    let script: String
    let output: String
    /// The script and what it printed.
    public var description: String { "\(script).py failed: \(output)" }
}
