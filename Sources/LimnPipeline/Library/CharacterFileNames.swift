// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnLibrary
public import SystemPackage

/// What files made of characters are called: after the character, and told apart by ids where two would be the same.
public struct CharacterFileNames: Sendable {
    private let names: [CharacterID: String]

    /// The most bytes of a name before its ending; file systems take 255 in all.
    private static let byteLimit = 200

    /// Settles the names of files that lie in one folder.
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

    /// The name of a character's file.
    ///
    /// - Parameter ending: such as `pdf`.
    public func name(of character: CharacterRecord, ending: String) -> FilePath {
        FilePath("\(names[character.id] ?? Self.stem(character.name)).\(ending)")
    }

    /// Names that some file system takes for the same.
    private static func key(_ character: CharacterRecord) -> String { stem(character.name).lowercased() }

    /// A name as a file can have it: no separators, not hidden, not too long, and no control characters, which a library from
    /// elsewhere may hold.
    private static func stem(_ name: String) -> String {
        let isSeparator = { (scalar: Unicode.Scalar) in
            scalar == "/" || scalar == "\\" || scalar == ":" || scalar.properties.generalCategory == .control
        }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: name.unicodeScalars.map { isSeparator($0) ? "-" : $0 })
        var stem = String(scalars)
        if stem.first == "." { stem = "_" + stem.dropFirst() }
        // An option is no file.
        if stem.first == "-" { stem = "_" + stem.dropFirst() }
        while stem.utf8.count > byteLimit { stem.removeLast() }
        // One letter with hundreds of accents is longer than that.
        return stem.isEmpty ? "Untitled" : stem
    }
}
