// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnFiles
internal import LimnLibrary
internal import SystemPackage

/// Which library is meant.
struct LibraryOptions: ParsableArguments {
    @Option(help: "The library's folder. (default: $LIMN_LIBRARY, else ~/.local/share/limn)")
    var library: FilePath?

    /// The folder of the library.
    var folder: FilePath {
        if let library { return library }
        if let value = getenv("LIMN_LIBRARY"), value.pointee != 0 { return FilePath(platformString: value) }
        return Self.home.appending(".local/share/limn")
    }

    private static var home: FilePath {
        if let value = getenv("HOME"), value.pointee != 0 { return FilePath(platformString: value) }
        guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return "." }
        return FilePath(platformString: folder)
    }

    /// Opens the library.
    ///
    /// - Parameter creating: whether it is made where there is none.
    func open(creating: Bool = false) throws -> Library {
        try Ending.failing {
            do throws(LibraryError) { return try Library(at: folder, creating: creating) } catch {
                guard error.code == .notFound, !creating else { throw error }
                throw Sentence("\(error) limn template import makes one.")
            }
        }
    }
}

/// An error that is a sentence and nothing else.
struct Sentence: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// What a person calls a template or a character: a name, an id, or the beginning of either; or a long list of these.
struct References: ExpressibleByArgument {
    let texts: [String]

    init?(argument: String) { texts = LongLists.arguments(argument).map { Reference.text($0) } }
}

/// One template or character, as a person calls it.
struct Reference: ExpressibleByArgument {
    let text: String

    init?(argument: String) { text = Self.text(argument) }

    static func text(_ argument: String) -> String {
        String(decoding: RawArguments.decode(argument), as: UTF8.self)
    }
}

extension [References] {
    /// The characters that are meant, each once, in the order given.
    func characters(in library: Library) throws -> [CharacterRecord] {
        try Ending.failing {
            var seen: Set<CharacterID> = []
            return try flatMap(\.texts).map { try library.resolveCharacter($0) }.filter { seen.insert($0.id).inserted }
        }
    }
}
