// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LibraryStory
import LimnLibrary
import SystemPackage

/// Tells the story in a folder, and of each step that it is done: `done N`. Of what fails: `error CODE DESCRIPTION`; it is
/// tried once more, and where that fails too the library is read and that is the end.
func tellStory(in folder: FilePath, importing sheet: FilePath) {
    let story = Story(in: folder, importing: sheet)
    for number in Story.names.indices {
        guard succeeds({ try story.tell(number) }) || succeeds({ try story.tell(number) }) else {
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
    default: "unexpected"
    }
}
