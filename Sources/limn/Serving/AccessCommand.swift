// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import Foundation
public import LimnAccess
internal import LimnLibrary
internal import LimnPipeline

/// The `limn access` command.
struct AccessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access", abstract: "Manages who may see and change what in a library that is served.",
        subcommands: [Add.self, List.self, Revoke.self])

    /// The `limn access add` command.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Gives a person access, and prints the link that signs them in.",
            discussion: """
                The link works once in a browser. A program can use its code instead, as Authorization: Bearer.
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
        @Argument(help: "The name of the person. It must be unique in this library.")
        var name: Reference
        @Option(help: "The role of the person: owner, player or viewer.")
        var role: AccessRole
        @Option(
            help: "A character that a player or a viewer may see. May be repeated.", completion: .characters)
        var character: [Reference] = []
        @Option(help: "The number of days after which access ends. (default: never)")
        var days: Int?
        @Option(help: "The address of the server for the link. (default: the one that the server has recorded)")
        var address: String?

        func validate() throws {
            if let days, !(1...36_500).contains(days) {
                throw ValidationError("--days takes a number of days from 1 to 36500.")
            }
            if role == .owner, !character.isEmpty {
                throw ValidationError("An owner sees all characters; --character is for players and viewers.")
            }
            if role != .owner, character.isEmpty {
                throw ValidationError(
                    "A \(role.rawValue) sees only named characters; name one with --character.")
            }
        }

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let characters = try character.map { try store.resolveCharacter($0.text).id }
                let code = try AccessStore(in: library.folder).add(
                    name.text, role: role, characters: Set(characters), days: days)
                let place =
                    address.map { $0.hasSuffix("/") ? $0 : "\($0)/" } ?? ServerPlace.address(in: library.folder)
                let link = ServerPlace.link(code, at: place)
                if report.json { return try Console.print(json: Added(name: name.text, link: link, code: code)) }
                try Console.print(link)
                if !report.quiet {
                    let ending = days.map { " Access ends after \(Console.count($0, "day"))." } ?? ""
                    Console.complain("Send this link to \(name.text). It works once.\(ending)")
                }
                if ServerPlace.isOnlyHere(place), !report.quiet {
                    Console.complain(
                        "The link works only on this computer. For others, start the server with --host, or name its address "
                            + "with --address.")
                }
                guard !report.quiet, isatty(STDOUT_FILENO) == 1, let picture = QRCode(link) else { return }
                try Console.print(text: picture.terminalLines().joined(separator: "\n") + "\n")
            }
        }

        private struct Added: Encodable {
            let name: String
            let link: String
            let code: String
        }
    }

    /// The `limn access list` command.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists who has access, by name.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        func run() throws {
            let store = try library.open()
            try Ending.failing {
                let grants = try AccessStore(in: library.folder).grants()
                if grants.isEmpty, !report.json, !report.quiet {
                    Console.complain("Nobody but the owner has access. limn access add gives it.")
                }
                for grant in grants {
                    if report.json {
                        try Console.print(json: AccessSummary(grant))
                        continue
                    }
                    let names = grant.characters.sorted().map { (try? store.character($0).name) ?? "\($0)" }
                    var line = "\(grant.name)  \(grant.role.rawValue)"
                    if !names.isEmpty { line += "  \(names.map { "“\($0)”" }.joined(separator: ", "))" }
                    if let expires = grant.expires {
                        line += "  \(grant.holds(at: Date()) ? "until" : "ended") \(Lines.time(expires))"
                    }
                    try Console.print(line)
                }
            }
        }
    }

    /// The `limn access revoke` command.
    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revokes a person's access at once.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
        @Argument(help: "The full name of the person, as limn access list shows it.", completion: .grants)
        var name: Reference

        func run() throws {
            _ = try library.open()
            try Ending.failing {
                try AccessStore(in: library.folder).revoke(name.text)
                if report.json { return try Console.print(json: ["name": name.text]) }
                if !report.quiet { try Console.print("“\(name.text)” no longer has access.") }
            }
        }
    }
}

extension AccessRole: ExpressibleByArgument {}
