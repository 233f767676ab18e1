// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser

/// Words that people try because other programs have them, and the command that does what they want.
enum TriedWords {
    /// Returns the advice for a word after a command; nil if there is none.
    ///
    /// - Parameter path: the command, such as `limn character`.
    static func advice(for word: String, after path: String) -> String? {
        let meaning = synonyms[word] ?? word
        if let advice = advices["\(path) \(meaning)"] { return advice }
        guard meaning != word else { return nil }
        let command = HelpText.command(for: path.split(separator: " ").dropFirst().map(String.init)).command
        let isVerb = command.configuration.subcommands.contains { $0.configuration.commandName == meaning }
        return isVerb ? "\(path) \(meaning) does that." : nil
    }

    private static let synonyms = [
        "delete": "remove", "del": "remove", "rm": "remove", "erase": "remove", "ls": "list", "dir": "list",
        "new": "create", "make": "create", "mk": "create", "mv": "rename", "cp": "duplicate", "copy": "duplicate",
        "clone": "duplicate", "info": "show", "get": "show", "view": "show", "cat": "show", "open": "show",
        "pdf": "export", "save": "export", "print": "export", "write": "draw", "ink": "draw", "unfill": "clear",
        "set": "fill", "history": "changes", "log": "changes", "star": "favorite", "verify": "check", "fsck": "check",
        "image": "render", "picture": "render", "annotate": "flatten", "stamp": "flatten",
        "overlay": "flatten", "merge": "flatten", "preview": "thumbnail", "thumb": "thumbnail", "fields": "show",
    ]

    private static let advices = [
        "limn version": "limn --version shows it.",
        "limn remove": "limn character remove, limn template remove and limn item remove remove things.",
        "limn list": "limn character list and limn template list list the library, limn form show the fields of a PDF.",
        "limn create": "limn character create NAME --template T creates a character, limn template import a template.",
        "limn show": "limn inspect shows a file, limn character show and limn template show the library.",
        "limn fill": "limn form fill fills in a PDF, limn character fill a character.",
        "limn draw": "limn flatten puts ink on a PDF, limn character draw on a character.",
        "limn convert": "limn ink convert converts ink, limn render makes pictures of pages.",
        "limn import": "limn template import brings a PDF into the library.",
        "limn rename": "limn character rename and limn template rename do that.",
        "limn undo": "limn character undo does that.", "limn redo": "limn character redo does that.",
        "limn changes": "limn character changes lists them.",
        "limn backup": "limn library backup does that.",
        "limn restore":
            "limn library restore restores a backup, limn trash restore what was removed.",
        "limn check": "limn library check looks at the library, limn doctor at this machine.",
        "limn pack": "limn library pack does that.", "limn unpack": "limn library unpack does that.",
        "limn share": "limn serve serves a library, limn library pack makes one file of a character.",
        "limn character export": "limn export does that.", "limn character render": "limn render NAME does that.",
        "limn character thumbnail": "limn thumbnails does that.",
        "limn character thumbnails": "limn thumbnails does that.",
        "limn character pack": "limn library pack does that.",
        "limn character import": "limn library unpack does that.",
        "limn character restore": "limn trash restore does that.",
        "limn template restore": "limn trash restore does that.",
        "limn template create": "limn template import makes a template of a PDF.",
        "limn template export": "limn export writes characters as PDFs.",
        "limn form flatten": "limn form fill --flatten does that, limn flatten --mode burn without new values.",
        "limn trash remove": "limn trash empty NAME deletes an item for good, limn trash empty everything.",
    ]
}
