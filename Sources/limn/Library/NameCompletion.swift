// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnAccess
internal import LimnFiles
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// Completions for shells: the names in the library that the command line selects.
///
/// There are no completions if the library does not exist or cannot be read, because a shell cannot show an error.
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

    /// The names of the items in the trash.
    static var trash: CompletionKind {
        names { library, _ in try library.trash().map(\.name) }
    }

    /// The names of the people who have access.
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

/// Parses the words of an incomplete command line. The words contain quotes and backslashes, as in the shell.
enum CompletedLine {
    /// Returns the folder of the library in the option `--library`, or the default folder.
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

    /// Returns the distinct names in ascending order. If a name begins with the prefix when case is ignored, its
    /// beginning is replaced with the typed prefix: shells compare case, but the library does not.
    static func candidates(_ names: [String], for prefix: String) -> [String] {
        let typed = unquoted(prefix)
        return Set(names).sorted().map { name in
            guard !typed.isEmpty, name.count >= typed.count, name.lowercased().hasPrefix(typed.lowercased()) else {
                return name
            }
            return typed + name.dropFirst(typed.count)
        }
    }

    /// Removes quotes and backslashes from a word, and expands a leading `~/` to the home folder.
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
