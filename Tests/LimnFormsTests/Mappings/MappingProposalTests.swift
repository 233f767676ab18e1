// SPDX-License-Identifier: Apache-2.0

import LimnForms
import Testing

@Suite struct MappingProposalTests {
    private let tree = DataValue.object([
        .init("name", .text("Game")), .init("when", .text("stats")),
        .init("let", .object([.init("level", .text("1 + 1"))])),
        .init(
            "sheets",
            .list([
                .object([
                    .init("name", .text("short")), .init("when", .text("hasField('x')")),
                    .init("fields", .object([.init("motto", .text("motto"))])),
                ]),
                .object([
                    .init("name", .text("generic")), .init("when", .text("hasField('y')")),
                    .init("let", .object([.init("ac", .text("10"))])),
                    .init(
                        "fields",
                        .object(
                            [
                                "character.name", "character.class", "ability.str.score", "ability.str.modifier",
                                "ability.dex.score", "ability.dex.modifier", "skill.stealth.bonus",
                                "skill.stealth.proficient", "combat.ac", "combat.hp.max", "attack.1.name",
                                "attack.1.damage", "attack.2.name", "attack.2.damage", "purse.gp", "text.bonds",
                            ].map { .init($0, .text("level")) })),
                ]),
            ])),
    ])

    private func matches(_ fields: [FormField]) throws -> [String: String] {
        let proposal = try MappingProposal(for: Form(kind: .acroForm, fields: fields), from: tree)
        let certain = proposal.matches.filter { $0.certainty >= MappingProposal.threshold }
        return Dictionary(certain.map { ($0.field, $0.known) }) { first, _ in first }
    }

    private func text(_ name: String, _ tooltip: String? = nil) -> FormField {
        FormField(name: name, kind: .text, tooltip: tooltip)
    }

    @Test func `Names are matched by their words, abbreviations and numbers`() throws {
        let fields = [
            "characterName", "class", "strength", "strMod", "Dexterity", "DEX modifier", "stealth", "armorClass",
            "maxHitPoints", "weapon.1", "damage.1", "weapons.2", "attacks.2.harm", "gold", "bonds", "shoeSize",
        ]
        #expect(
            try matches(fields.map { text($0) }) == [
                "characterName": "character.name", "class": "character.class", "strength": "ability.str.score",
                "strMod": "ability.str.modifier", "Dexterity": "ability.dex.score",
                "DEX modifier": "ability.dex.modifier", "stealth": "skill.stealth.bonus", "armorClass": "combat.ac",
                "maxHitPoints": "combat.hp.max", "weapon.1": "attack.1.name", "damage.1": "attack.1.damage",
                "weapons.2": "attack.2.name", "attacks.2.harm": "attack.2.damage", "gold": "purse.gp",
                "bonds": "text.bonds",
            ])
    }

    @Test func `Boxes are ticked for what one is trained in, and tooltips speak where names say nothing`() throws {
        let box = FormField(name: "stealth", kind: .check)
        #expect(try matches([box, text("stealth2")])["stealth"] == "skill.stealth.proficient")
        #expect(try matches([text("Text7", "Armor Class"), text("Text8")]) == ["Text7": "combat.ac"])
    }

    @Test func `The new mapping has the fields of the form, and is valid`() throws {
        let form = Form(kind: .acroForm, fields: [text("Strength"), text("Shoe \"size\"\n")])
        let proposal = try MappingProposal(for: form, from: tree)
        #expect(proposal.sheet == "generic")
        let made = proposal.mapping(named: "Game, for sheet.pdf")
        #expect(made["fields"] == .object([.init("Strength", .text("level"))]))
        #expect(made["let"]?.members?.map(\.key) == ["level", "ac"] && made["sheets"] == nil)
        _ = try FormMapping(made)
        let odd = JSONText(.object([.init("a\"\u{1}", .list([.number("1.50"), .null, .flag(true), .list([])]))])).text
        #expect(odd == "{\n  \"a\\\"\\u0001\": [\n    1.50,\n    null,\n    true,\n    []\n  ]\n}\n")
    }

    @Test func `A mapping that is none is refused`() {
        #expect(throws: FormMappingError.self) { try MappingProposal(for: Form(), from: .object([])) }
    }
}
