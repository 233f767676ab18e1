// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnFiles
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The option that selects the library.
struct LibraryOptions: ParsableArguments {
    @Option(help: "The library's folder. (default: $LIMN_LIBRARY, else ~/.local/share/limn)", completion: .directory)
    var library: FilePath?

    /// The folder of the library.
    var folder: FilePath { library ?? LibraryFolder.standard }

    /// Opens the library.
    ///
    /// - Parameter creating: whether the library is created if it does not exist.
    func open(creating: Bool = false) throws -> Library {
        try Ending.failing {
            try advising { () throws(LibraryError) in try Library(at: folder, creating: creating) }
        }
    }

    /// Opens the library for files that are to be taken in. It is created if it does not exist, unless none of the files
    /// exists either.
    func open(takingIn files: [FilePath]) throws -> Library {
        if (try? Library(at: folder, creating: false)) == nil, let file = files.first,
            files.allSatisfy({ $0 != "-" && FileIdentity($0) == nil })
        {
            try Ending.failing { _ = try InputFile(file) }
        }
        return try open(creating: true)
    }

    /// Runs `body`. If there is no library, the error names the command that creates one.
    func advising<T>(_ body: () throws(LibraryError) -> T) throws -> T {
        do throws(LibraryError) { return try body() } catch {
            guard error.code == .notFound else { throw error }
            throw Sentence("\(error) limn template import creates one.")
        }
    }

    /// Prints a warning if the library is damaged and the output is based on the data that could still be read.
    ///
    /// - Throws: the exit code 3 if the library is damaged.
    func tellDamage(_ store: Library) throws {
        guard store.isDamaged else { return }
        Console.complain(
            "warning: The library \(folder.displayName) is damaged; this is what is left of it. "
                + "limn library check gives the details."
        )
        throw ExitCode(3)
    }
}

/// An error that consists of a sentence only.
struct Sentence: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// One argument with references to templates or characters: names, ids, or prefixes of either. The argument can
/// represent a long list.
struct References: ExpressibleByArgument {
    let texts: [String]

    init?(argument: String) { texts = LongLists.arguments(argument).map { Reference.text($0) } }
}

/// A reference to a template or a character: a name, an id, or a prefix of either.
struct Reference: ExpressibleByArgument {
    let text: String

    init?(argument: String) { text = Self.text(argument) }

    static func text(_ argument: String) -> String {
        String(decoding: RawArguments.decode(argument), as: UTF8.self)
    }
}

extension [References] {
    /// Returns the characters, without duplicates, in the given order.
    func characters(in library: Library) throws -> [CharacterRecord] {
        try Ending.failing {
            var seen: Set<CharacterID> = []
            return try flatMap(\.texts).map { try library.resolveCharacter($0) }.filter { seen.insert($0.id).inserted }
        }
    }
}
