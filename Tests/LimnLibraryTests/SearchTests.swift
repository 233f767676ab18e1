// SPDX-License-Identifier: GPL-3.0-or-later

import LimnLibrary
import Testing

@Suite struct SearchTests {
    private func library(_ kind: LibraryKind) throws -> any LibraryStore {
        let store = try Fixture(kind).store
        let german = try store.importTemplate(
            sheet("Heldenbögen", text: "Stärke, Geschicklichkeit\nund Mut. Würfel: d-20 Ὀδυσσεύς")
        ).template
        let english = try store.importTemplate(sheet("Adventurer", text: "Strength Dexterity it's naïve")).template
        for (name, tags, template) in [
            ("Ragnar", ["Wikinger", "Böse"], german.id), ("Ännchen von Tharau", ["lieb"], german.id),
            ("Conan", ["barbarian", "böse"], english.id), ("Nobody", [], nil),
        ] {
            try store.createCharacter(
                NewCharacter(name: name, template: template, isFavorite: name == "Conan", tags: tags))
        }
        return store
    }

    @Test(arguments: LibraryKind.allCases)
    func `Search finds words in names, tags, templates and their text, ignoring case and diacritics`(
        kind: LibraryKind
    ) throws {
        let store = try library(kind)
        func found(_ text: String) throws -> [String] {
            try store.characters(CharacterFilter(search: text)).map(\.name)
        }
        let (anna, conan, nobody, ragnar) = ("Ännchen von Tharau", "Conan", "Nobody", "Ragnar")
        #expect(try found("annchen") == [anna])
        #expect(try found("ÄNN") == [anna])
        #expect(try found("tharau ännch") == [anna])
        #expect(try found("bose") == [conan, ragnar])
        #expect(try found("BÖSE strength") == [conan])
        #expect(try found("heldenbogen") == [anna, ragnar])
        #expect(try found("starke") == [anna, ragnar])
        #expect(try found("starke wiki") == [ragnar])
        #expect(try found("οδυσσευς") == [anna, ragnar])
        #expect(try found("d-20") == [anna, ragnar])
        #expect(try found("20-d") == [])
        #expect(try found("it's") == [conan])
        #expect(try found("naive") == [conan])
        #expect(try found("agnar") == [])
        #expect(try found("nob") == [nobody])
        #expect(try found("") == [anna, conan, nobody, ragnar])
        #expect(try found(" \t ") == [anna, conan, nobody, ragnar])
        #expect(try found(" -- \"") == [])
        for hostile in [
            "\"", "\" OR \"", "a\" NOT \"b", "NEAR(a b)", "name:x", "*", "a*b^", "(", "\0", "'; DROP TABLE",
        ] {
            _ = try found(hostile)
        }
    }

    @Test(arguments: LibraryKind.allCases) func `Search follows renames, tags, new templates and removals`(
        kind: LibraryKind
    ) throws {
        let store = try library(kind)
        func found(_ text: String) throws -> [String] {
            try store.characters(CharacterFilter(search: text)).map(\.name)
        }
        let ragnar = try store.resolveCharacter("Ragnar")
        try store.renameCharacter(ragnar.id, to: "Lothar")
        #expect(try found("ragnar") == [] && found("lothar") == ["Lothar"])
        try store.changeTags(of: ragnar.id, adding: ["Lothringen"], removing: ["böse"])
        #expect(try found("bose") == ["Conan"] && found("lothringen") == ["Lothar"])
        try store.attach(ragnar.id, to: try store.resolveTemplate("Adventurer").id)
        #expect(try found("dexterity") == ["Conan", "Lothar"])
        try store.renameTemplate(try store.resolveTemplate("Adventurer").id, to: "Rogue")
        #expect(try found("adventurer") == [] && found("rogue") == ["Conan", "Lothar"])
        try store.removeTemplate(try store.resolveTemplate("Rogue").id, keepingCharacters: true)
        #expect(try found("rogue") == [] && found("dexterity") == [] && found("conan") == ["Conan"])
        try store.removeCharacter(ragnar.id)
        #expect(try found("lothar") == [])
    }

    @Test(arguments: LibraryKind.allCases) func `A search of signs alone finds the names that contain them`(
        kind: LibraryKind
    ) throws {
        let store = try library(kind)
        func found(_ text: String) throws -> [String] {
            try store.characters(CharacterFilter(search: text)).map(\.name)
        }
        let fire = try store.importTemplate(sheet("Feuer 🔥")).template.id
        for (name, tags) in [("Anna 🧙‍♀️", ["♥"]), ("Kühn* \"Held\"", []), ("O'Neill 100%", ["*"]), ("Äther_§", [])] {
            try store.createCharacter(NewCharacter(name: name, template: fire, tags: tags))
        }
        #expect(try found("🧙‍♀️") == ["Anna 🧙‍♀️"])
        #expect(try found("♀") == ["Anna 🧙‍♀️"])
        #expect(try found("♥") == ["Anna 🧙‍♀️"])
        #expect(try found("*") == ["Kühn* \"Held\"", "O'Neill 100%"])
        #expect(try found("\"") == ["Kühn* \"Held\""])
        #expect(try found("* \"") == ["Kühn* \"Held\""])
        #expect(try found("%") == ["O'Neill 100%"])
        #expect(try found("_") == ["Äther_§"])
        #expect(try found("🔥") == ["Anna 🧙‍♀️", "Äther_§", "Kühn* \"Held\"", "O'Neill 100%"])
        #expect(try found("🔥 anna") == ["Anna 🧙‍♀️"])
        #expect(try found("🦄") == [])
    }

    @Test(arguments: LibraryKind.allCases) func `More words than can be searched for are told in a sentence`(
        kind: LibraryKind
    ) throws {
        let store = try library(kind)
        let words = (0..<1200).map { "w\($0)" }
        let error = failure { _ = try store.characters(CharacterFilter(search: words.joined(separator: " "))) }
        #expect(error?.code == .refused)
        #expect(error?.description == "The search has 1200 words and tags; at most 500 are possible. Give fewer.")
        let most = words.prefix(500).joined(separator: " ")
        #expect(try store.characters(CharacterFilter(search: most)) == [])
        let signs = (0..<500).map { String(UnicodeScalar(0x2200 + $0)!) }.joined(separator: " ")
        #expect(try store.characters(CharacterFilter(search: signs)) == [])
        // The same word again asks for nothing more.
        #expect(try store.characters(CharacterFilter(search: String(repeating: "conan ", count: 2000))).count == 1)
        let tags = (0..<600).map { "t\($0)" }
        #expect(failure { _ = try store.characters(CharacterFilter(tags: tags)) }?.code == .refused)
    }

    @Test(arguments: LibraryKind.allCases) func `Filters by favourite, tag and template narrow the list`(
        kind: LibraryKind
    ) throws {
        let store = try library(kind)
        func names(_ filter: CharacterFilter) throws -> [String] { try store.characters(filter).map(\.name) }
        #expect(try names(CharacterFilter(favoritesOnly: true)) == ["Conan"])
        #expect(try names(CharacterFilter(tags: ["BOSE"])) == ["Conan", "Ragnar"])
        #expect(try names(CharacterFilter(tags: ["böse", "wikinger"])) == ["Ragnar"])
        #expect(try names(CharacterFilter(tags: ["bös"])) == [])
        #expect(try names(CharacterFilter(search: "nobody", favoritesOnly: true)) == [])
        let german = try store.resolveTemplate("Helden").id
        #expect(try names(CharacterFilter(template: german)) == ["Ännchen von Tharau", "Ragnar"])
    }

    @Test(.timeLimit(.minutes(1))) func `The text of a thousand pages is made searchable in time`() throws {
        let store = try Fixture(.disk).store
        // Text that is not all ASCII is folded letter by letter.
        let text = "Größe\n" + String(repeating: "the quick brown fox jumps over the lazy dog ", count: 50000)
        try store.createCharacter(
            NewCharacter(name: "Conan", template: try store.importTemplate(sheet("Manual", text: text)).template.id))
        #expect(try store.characters(CharacterFilter(search: "grosse fox")).isEmpty)
        #expect(try store.characters(CharacterFilter(search: "große fox")).map(\.name) == ["Conan"])
    }

    /// Pages on which words are printed, as `page:places`; `?` where the number is not known.
    private func matches(_ words: String, _ text: String, pages: Int = 3, isWhole: Bool = false) throws -> [String] {
        let store = try Fixture(.memory).store
        let template = try store.importTemplate(sheet("Book", pages: pages, text: text)).template
        return SearchWords(words).matches(
            inTextOf: template, try store.searchText(of: template.id), isWhole: isWhole
        ).map { "\($0.page):\($0.count.map(String.init) ?? "?")" }
    }

    @Test(arguments: [
        ("the", false, ["1:3", "2:1", "3:1"]), ("the", true, ["1:2", "2:?", "3:1"]), ("matrix", false, ["1:1", "2:2"]),
        // Words follow one another over spaces and ends of lines.
        ("the matrix", false, ["1:1", "2:?"]), ("matrix the", false, ["1:?", "2:?"]), ("x of t", false, ["1:1"]),
        // A hyphen at the end of a line goes, stays, or both.
        ("ma-trix", false, ["2:1"]), ("well-known", false, ["3:1"]), ("wellknown", false, ["3:1"]),
        ("pletely", false, ["2:1"]), ("completely", true, ["2:1"]), ("com", true, ["2:1"]),
        ("öde", false, ["3:1"]), ("ode", true, ["3:1"]), ("od", true, ["3:?"]), ("_x", true, ["3:1"]),
        ("x", true, ["1:?", "2:?", "3:?"]),
        ("nowhere", false, []), ("", false, []),
    ])
    func `Places with words are counted on each page`(words: String, isWhole: Bool, expected: [String]) throws {
        let text = """
            The\nMatrix of the thethe\u{c}matrix, a ma-\ntrix is com-\npletely their own\u{c}the well-\nknown Öde, _x\u{c}
            """
        #expect(try matches(words, text, isWhole: isWhole) == expected)
    }

    @Test func `Where the text does not tell pages apart, all of them may have a word`() throws {
        #expect(try matches("word", "word\u{c}", pages: 2) == ["1:?", "2:?"])
        #expect(try matches("word", "", pages: 1) == ["1:?"])
    }
}
