// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport

/// A folder with a library `lib` in which commands are typed.
///
/// Arguments are parted by single spaces; in a name, an underscore stands for one. Transcripts are those of a shell, but ids read
/// ID, and what changed inside the library is left out.
struct LibraryShell {
    let shell: Shell

    init(_ files: KeyValuePairs<String, [UInt8]> = [:]) throws {
        shell = try Shell(files)
        try shell.write("sheet.pdf", try Documents.sheet())
        try shell.write("map.pdf", try Project.sample("map-landscape.pdf"))
    }

    /// A library with one template, `sheet`, and one character on it, `Mia`.
    static func withMia(_ files: KeyValuePairs<String, [UInt8]> = [:]) throws -> LibraryShell {
        let shell = try LibraryShell(files)
        _ = try shell.limn("template import sheet.pdf")
        _ = try shell.limn("character create Mia --template sheet")
        return shell
    }

    private func arguments(_ text: String, library: String) -> [[UInt8]] {
        let typed = text.split(separator: " ").map { Array($0.replacingOccurrences(of: "_", with: " ").utf8) }
        return typed + [Array("--library".utf8), Array(library.utf8)]
    }

    func limn(_ text: String, library: String = "lib", input: [UInt8] = []) throws -> String {
        let transcript = try shell.limn(arguments(text, library: library), input: input)
        // Hardly any word of twelve letters does without i, l, o and u.
        let id = #"(?<![0-9a-z])[0-9a-hjkmnp-tv-z]{12}(?![0-9a-z])"#
        var lines = transcript.replacingOccurrences(of: id, with: "ID", options: .regularExpression)
            .components(separatedBy: "\n")
        let last = lines.removeLast().components(separatedBy: " ")
        return (lines + [last.filter { !$0.dropFirst().hasPrefix("\(library)/") }.joined(separator: " ")])
            .joined(separator: "\n")
    }

    /// The objects that a command prints with `--json`.
    func json(_ text: String, library: String = "lib") throws -> [[String: Any]] {
        let done = try TestSupport.run(
            Executable.path, arguments(text + " --json", library: library), directory: shell.folder.url)
        return try done.text.split(separator: "\n").map { line in
            guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                throw CocoaError(.propertyListReadCorrupt)
            }
            return object
        }
    }

    /// The pages of a character that were drawn on, each with its number of strokes.
    func strokes(of character: String, library: String = "lib") throws -> [Int: Int] {
        let pages = try json("character show \(character)", library: library).first?["pages"] as? [[String: Any]] ?? []
        return Dictionary(
            pages.compactMap { page in
                (page["page"] as? Int).flatMap { number in (page["strokes"] as? Int).map { (number, $0) } }
            }, uniquingKeysWith: { $1 })
    }
}
