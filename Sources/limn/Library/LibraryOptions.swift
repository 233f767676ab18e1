// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnFiles
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// Which library is meant.
struct LibraryOptions: ParsableArguments {
    @Option(help: "The library's folder. (default: $LIMN_LIBRARY, else ~/.local/share/limn)", completion: .directory)
    var library: FilePath?

    /// The folder of the library.
    var folder: FilePath { library ?? LibraryFolder.standard }

    /// Opens the library.
    ///
    /// - Parameter creating: whether it is made where there is none.
    func open(creating: Bool = false) throws -> Library {
        try Ending.failing {
            try advising { () throws(LibraryError) in try Library(at: folder, creating: creating) }
        }
    }

    /// Does something with the library; where there is none, the sentence says what makes one.
    func advising<T>(_ body: () throws(LibraryError) -> T) throws -> T {
        do throws(LibraryError) { return try body() } catch {
            guard error.code == .notFound else { throw error }
            throw Sentence("\(error) limn template import makes one.")
        }
    }

    /// Tells if answers came from what is left of a damaged library.
    ///
    /// - Throws: the exit code 3 if so.
    func tellDamage(_ store: Library) throws {
        guard store.isDamaged else { return }
        Console.complain(
            "warning: The library \(folder.displayName) is damaged; this is what is left of it. limn library check tells more."
        )
        throw ExitCode(3)
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
