// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnLibrary
public import SystemPackage

/// The file names for characters, derived from the characters' names. If two characters would get the same file name,
/// their ids are added.
public struct CharacterFileNames: Sendable {
    private let names: [CharacterID: String]

    /// The maximum length of a name before an added id and the extension, in bytes. File systems allow 255 bytes in
    /// total.
    private static let byteLimit = 200

    /// Determines the file names of characters in one folder.
    ///
    /// - Parameter characters: the characters whose files share a folder; names that would be equal get their ids.
    public init(_ characters: [CharacterRecord]) {
        var owners: [String: Set<CharacterID>] = [:]
        for character in characters { owners[Self.key(character), default: []].insert(character.id) }
        names = Dictionary(
            characters.map { character in
                let stem = Self.stem(character.name)
                let isAlone = owners[Self.key(character)]?.count == 1
                return (character.id, isAlone ? stem : "\(stem) \(character.id)")
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the name of a character's file.
    ///
    /// - Parameter ending: the extension, such as `pdf`.
    public func name(of character: CharacterRecord, ending: String) -> FilePath {
        FilePath("\(names[character.id] ?? Self.stem(character.name)).\(ending)")
    }

    /// Returns a key that is equal for names that some file system treats as equal.
    private static func key(_ character: CharacterRecord) -> String { stem(character.name).lowercased() }

    /// Makes a valid file name: without separators and control characters, not hidden, and not too long. Names in
    /// libraries from elsewhere may contain any characters.
    private static func stem(_ name: String) -> String {
        let isSeparator = { (scalar: Unicode.Scalar) in
            scalar == "/" || scalar == "\\" || scalar == ":" || scalar.properties.generalCategory == .control
        }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: name.unicodeScalars.map { isSeparator($0) ? "-" : $0 })
        var stem = String(scalars)
        if stem.first == "." { stem = "_" + stem.dropFirst() }
        // A name must not look like a command-line option.
        if stem.first == "-" { stem = "_" + stem.dropFirst() }
        while stem.utf8.count > byteLimit { stem.removeLast() }
        // Nothing is left if a single letter with hundreds of accents exceeds the maximum length.
        return stem.isEmpty ? "Untitled" : stem
    }
}
