// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LibraryStory
import LimnLibrary
import SystemPackage

/// Runs the story in a folder and prints `done N` after each step.
///
/// After a failure it prints `error CODE DESCRIPTION` and tries the step once more. If that fails too, it reads the
/// library and stops.
func runStory(in folder: FilePath, importing sheet: FilePath) {
    let story = Story(in: folder, importing: sheet)
    for number in Story.names.indices {
        guard succeeds({ try story.run(number) }) || succeeds({ try story.run(number) }) else {
            _ = succeeds { _ = try story.library?.story() }
            return
        }
        acknowledge("done \(number)")
    }

    func succeeds(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            acknowledge("error \(name(of: error)) \(error)")
            return false
        }
    }
}

private func name(of error: any Error) -> String {
    guard let error = error as? LibraryError else { return "\(type(of: error))" }
    return switch error.code {
    case .noSpace: "noSpace"
    case .denied: "denied"
    case .busy: "busy"
    case .damaged: "damaged"
    case .other: "other"
    case .refused: "refused"
    default: "unexpected"
    }
}
