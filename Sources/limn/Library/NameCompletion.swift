// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnAccess
internal import LimnFiles
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// Names that a shell offers when Tab is pressed: those of the library that the command line means.
///
/// A library that is not there, or that cannot be read, has no names; a shell has no place for an error.
extension CompletionKind {
    /// The names of characters.
    static var characters: CompletionKind {
        names { library, _ in try library.characters(CharacterFilter()).map(\.name) }
    }

    /// The names of templates.
    static var templates: CompletionKind {
        names { library, _ in try library.templates().map(\.name) }
    }

    /// The tags of all characters.
    static var tags: CompletionKind {
        names { library, _ in try library.characters(CharacterFilter()).flatMap(\.tags) }
    }

    /// The names of what is in the trash.
    static var trash: CompletionKind {
        names { library, _ in try library.trash().map(\.name) }
    }

    /// The names of those who have access.
    static var grants: CompletionKind {
        names { _, folder in try AccessStore(in: folder).grants().map(\.name) }
    }

    private static func names(_ all: @escaping @Sendable (Library, FilePath) throws -> [String]) -> CompletionKind {
        .custom { words, _, prefix in
            let folder = CompletedLine.library(in: words)
            guard let library = try? Library(at: folder, creating: false), let names = try? all(library, folder) else {
                return []
            }
            return CompletedLine.candidates(names, for: prefix)
        }
    }
}

/// A command line that is not finished, word by word as the shell holds it: with its quotes and backslashes.
enum CompletedLine {
    /// The folder of the library that the words name, else the usual one.
    static func library(in words: [String]) -> FilePath {
        let option = "--library"
        var named: String?
        for (index, word) in words.enumerated() {
            if word == option, index + 1 < words.count {
                named = words[index + 1]
            } else if word.hasPrefix("\(option)=") {
                named = String(word.dropFirst(option.count + 1))
            }
        }
        guard let named, let path = FilePath(argument: unquoted(named)) else { return LibraryFolder.standard }
        return path
    }

    /// Each name once, in order. Names that begin with the prefix except for case begin with it as it was typed: shells compare
    /// case, and the library does not.
    static func candidates(_ names: [String], for prefix: String) -> [String] {
        let typed = unquoted(prefix)
        return Set(names).sorted().map { name in
            guard !typed.isEmpty, name.count >= typed.count, name.lowercased().hasPrefix(typed.lowercased()) else {
                return name
            }
            return typed + name.dropFirst(typed.count)
        }
    }

    /// A word without quotes and backslashes; `~/` at its beginning is the person's home.
    static func unquoted(_ word: String) -> String {
        var text = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                text.append(character)
            }
        }
        guard word.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] else { return text }
        return home + text.dropFirst()
    }
}
