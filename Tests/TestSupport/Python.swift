// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Runs one of the scripts in `Tests/TestSupport/Python` in the project's virtual environment.
///
/// - Returns: what the script printed; its text is part of the error when it fails.
public func python(_ script: String, _ arguments: String...) throws -> String { try python(script, arguments) }

/// Runs one of the scripts in `TestSupport/Python` with the project's Python.
///
/// - Returns: what it printed.
public func python(_ script: String, _ arguments: [String]) throws -> String {
    let file = Project.folder.appendingPathComponent("Tests/TestSupport/Python/\(script).py").path
    let done = try run(try Requirement.python(), ([file] + arguments).map { Array($0.utf8) })
    guard done.status == 0 else { throw ScriptFailure(script: script, output: done.text + done.stderr) }
    return done.text
}

/// A script ended with an error.
public struct ScriptFailure: Error, CustomStringConvertible {
    let script: String
    let output: String
    /// The script and what it printed.
    public var description: String { "\(script).py failed: \(output)" }
}
