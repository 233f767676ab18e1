// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import LimnFormData
import LimnForms
import TestSupport
import Testing

@Suite("The mappings that come with the project")
struct ShippedMappingTests {
    private static let names = ["dnd-beyond", "foundry-dnd5e", "roll20-dnd5e"]

    private func tree(_ path: String) throws -> DataValue {
        let url = Project.samples.appendingPathComponent("mappings").appendingPathComponent(path + ".json")
        return try FormDataReader(purpose: .mapping).read(Array(Data(contentsOf: url)), fileName: path + ".json").tree(
            at: 0)
    }

    /// The fields of Samples/character-sheet.pdf.
    private static let sheet: Form = {
        var texts = ["name", "level", "calling", "lineage", "homeland", "campaign"].map { "identity.\($0)" }
        for ability in ["might", "grace", "vigour", "wit", "insight", "presence"] {
            texts += ["ability.\(ability).score", "ability.\(ability).modifier"]
        }
        texts += ["tongues", "vitals.vitality", "vitals.defence", "vitals.initiative", "motto", "story", "notes"]
        var checks = (1...10).map { "vitals.wound.\($0)" }
        for skill in [
            "bargaining", "beastcraft", "bladework", "climbing", "disguise", "healing", "hearthlore", "letters",
            "listening", "lockwork",
            "navigation", "riding", "sealore", "song", "stealth", "woodcraft",
        ] {
            checks.append("skill.\(skill).trained")
            texts.append("skill.\(skill).bonus")
        }
        texts +=
            ["gold", "silver", "copper"].map { "purse.\($0)" }
            + ["armour", "guard", "load", "stride"].map { "burden.\($0)" }
        for n in 1...5 { texts += ["weapon", "hit", "harm", "reach", "notes"].map { "attack.\(n).\($0)" } }
        for n in 1...13 { texts += ["item", "count", "weight"].map { "satchel.\(n).\($0)" } }
        for n in 1...7 {
            checks.append("charm.\(n).ready")
            texts += ["name", "circle", "cost", "effect"].map { "charm.\(n).\($0)" }
        }
        let multiline: Set = ["tongues", "story", "notes"]
        return Form(
            kind: .acroForm,
            fields: texts.map { FormField(name: $0, kind: .text, flags: multiline.contains($0) ? .multiline : []) }
                + checks.map { FormField(name: $0, kind: .check, options: [FieldOption(value: "Yes", state: "Yes")]) })
    }()

    /// A form with every field that a mapping knows of the generic sheet.
    private func generic(_ mapping: DataValue) throws -> Form {
        let sheets = try #require(mapping["sheets"]?.list)
        let names = try #require(sheets[1]["fields"]?.members).map(\.key)
        return Form(
            kind: .acroForm,
            fields: names.map { name in
                let isCheck = ["roficient", "prepared"].contains { name.hasSuffix($0) }
                return FormField(
                    name: name, kind: isCheck ? .check : .text, flags: name.hasPrefix("text.") ? .multiline : [],
                    options: isCheck ? [FieldOption(value: "Yes", state: "Yes")] : [])
            })
    }

    private func values(_ name: String, _ data: String? = nil, for form: Form) throws -> [String: String] {
        let mapping = try FormMapping(tree(name))
        let mapped = try mapping.row(from: tree("examples/" + (data ?? name)), for: form)
        #expect(mapped.problems == [])
        #expect(mapped.absent == [])
        let check = mapped.row.resolved(against: form)
        #expect(check.problems == [])
        return Dictionary(uniqueKeysWithValues: check.changes.map { ($0.name, $0.values.first ?? "") })
    }

    /// What all three programs' data tell of the same character.
    private func expectCharacter(_ values: [String: String]) {
        let expected = [
            "identity.name": "Mira Ashdown", "identity.level": "5", "identity.lineage": "Hill folk",
            "identity.homeland": "Ferry keeper",
            "ability.might.score": "16", "ability.might.modifier": "+3", "ability.vigour.score": "14",
            "ability.wit.score": "8",
            "ability.wit.modifier": "-1", "ability.insight.modifier": "+1", "ability.presence.score": "17",
            "ability.presence.modifier": "+3",
            "skill.stealth.trained": "Yes", "skill.stealth.bonus": "+8", "skill.listening.bonus": "+4",
            "skill.climbing.bonus": "+6",
            "skill.bargaining.trained": "", "skill.bargaining.bonus": "+3", "skill.lockwork.bonus": "+2",
            "vitals.vitality": "48", "vitals.initiative": "+7", "purse.gold": "31", "purse.silver": "12",
            "purse.copper": "4",
            "burden.stride": "25", "motto": "Nobody is left ashore.",
            "story": "Born on a ferry.\nNever left the river.",
            "attack.1.weapon": "Boarding axe", "attack.1.hit": "+6", "attack.1.harm": "1d8+3 slashing",
            "charm.1.name": "Calm the tide",
            "charm.1.circle": "1", "charm.1.ready": "Yes", "charm.2.name": "Fog bank", "charm.2.ready": "",
        ]
        for (name, value) in expected { #expect(values[name] == value, "\(name)") }
    }

    @Test("D&D Beyond's data fill the sample sheet, with everything derived")
    func beyond() throws {
        let values = try values("dnd-beyond", for: Self.sheet)
        expectCharacter(values)
        let expected = [
            "identity.campaign": "The Amber Coast", "identity.calling": "Warden / Prowler", "vitals.defence": "19",
            "tongues": "Common, River sign",
            "attack.1.reach": "5 ft", "attack.2.weapon": "Dirk", "attack.2.hit": "+6",
            "attack.2.harm": "1d4+3 piercing",
            "burden.armour": "Scale coat", "burden.guard": "Round shield", "burden.load": "66 lb",
            "satchel.1.item": "Boarding axe", "satchel.2.item": "Coil of rope",
            "satchel.2.count": "2", "satchel.2.weight": "10", "charm.3.name": "Lantern light", "charm.3.circle": "0",
            "charm.3.ready": "Yes",
            "charm.3.effect": "A light that follows.",
        ]
        for (name, value) in expected { #expect(values[name] == value, "\(name)") }
        #expect(values["satchel.6.item"] == nil && values["attack.3.hit"] == nil && values["charm.4.ready"] == nil)
    }

    @Test("An actor of Foundry fills the sample sheet")
    func foundry() throws {
        let values = try values("foundry-dnd5e", for: Self.sheet)
        expectCharacter(values)
        let expected = [
            "identity.calling": "Prowler / Warden", "vitals.defence": "18", "tongues": "common, river-sign",
            "attack.2.weapon": "Dirk", "attack.2.harm": "1d4+3 piercing",
            "attack.1.reach": "5 ft", "satchel.1.item": "Boarding axe", "satchel.2.item": "Coil of rope",
            "satchel.2.count": "2", "satchel.5.item": "Scale coat",
            "satchel.5.weight": "45", "burden.armour": "Scale coat", "skill.hearthlore.bonus": "+0",
        ]
        for (name, value) in expected { #expect(values[name] == value, "\(name)") }
    }

    @Test("An export of Roll20 fills the sample sheet")
    func roll20() throws {
        let values = try values("roll20-dnd5e", for: Self.sheet)
        expectCharacter(values)
        let expected = [
            "identity.calling": "Warden 3, Prowler 2", "vitals.defence": "19", "tongues": "Common, River sign",
            "burden.load": "76", "satchel.1.item": "Scale coat",
            "satchel.2.count": "2", "satchel.3.item": "Dirk", "satchel.3.weight": "1",
        ]
        for (name, value) in expected { #expect(values[name] == value, "\(name)") }
        // A row without a count does not take that of another row.
        #expect(values["satchel.3.count"] == nil)
    }

    @Test("Each fills the generic sheet, too", arguments: names)
    func generic(_ name: String) throws {
        let form = try generic(tree(name))
        let values = try values(name, for: form)
        let expected = [
            "character.name": "Mira Ashdown", "character.level": "5", "character.alignment": "Chaotic Good",
            "character.xp": "6500",
            "ability.str.score": "16", "ability.str.modifier": "+3", "ability.str.save": "+6",
            "ability.str.saveProficient": "Yes",
            "ability.dex.save": "+2", "ability.dex.saveProficient": "", "skill.stealth.bonus": "+8",
            "skill.stealth.proficient": "Yes",
            "combat.initiative": "+7", "combat.proficiencyBonus": "+3", "combat.passivePerception": "14",
            "combat.hp.max": "48", "combat.hp.current": "41",
            "purse.gp": "31", "purse.pp": "1", "attack.1.name": "Boarding axe", "attack.1.bonus": "+6",
            "spell.1.name": "Calm the tide",
            "spell.1.prepared": "Yes", "text.ideals": "Nobody is left ashore.",
        ]
        for (name, value) in expected { #expect(values[name] == value, "\(name)") }
        // The names of generic sheets are the same for all.
        let names = Set(try generic(tree("dnd-beyond")).fields.map(\.name))
        #expect(names.isSuperset(of: form.fields.map(\.name)))
    }

    /// The armour class that a mapping gives an actor of Foundry; nil for none.
    private func armourClass(_ system: String, items: String = "", effects: String = "") throws -> String? {
        let data = """
            {"name": "Test", "type": "character", "system": {"abilities": {"str": {"value": 10}, "dex": {"value": 16},
            "con": {"value": 14}, "wis": {"value": 15}, "cha": {"value": 8}}, "attributes": {"ac": \(system)}},
            "items": [\(items)], "effects": [\(effects)]}
            """
        let tree = try FormDataReader(purpose: .mapping).read(Array(data.utf8), fileName: "x.json").tree(at: 0)
        let mapped = try FormMapping(self.tree("foundry-dnd5e")).row(from: tree, for: Self.sheet)
        #expect(mapped.problems == [])
        guard case .number(let number)? = mapped.row.entries.first(where: { $0.name == "vitals.defence" })?.entry else {
            return nil
        }
        return number
    }

    @Test("An armour class follows the rule of the actor, or stays empty")
    func foundryArmour() throws {
        func armour(_ kind: String, _ value: Int, _ more: String = "") -> String {
            #"{"name": "A", "type": "equipment", "system": {"equipped": true, "type": {"value": "\#(kind)"}, "armor": {"value": \#(value)\#(more)}}}"#
        }
        func effect(_ key: String, _ mode: Int, _ value: String) -> String {
            #"{"disabled": false, "transfer": true, "changes": [{"key": "system.attributes.ac.\#(key)", "mode": \#(mode), "value": "\#(value)"}]}"#
        }
        func calc(_ name: String) -> String { #"{"flat": null, "calc": "\#(name)", "formula": ""}"# }
        let feature = { (effect: String) in #"{"name": "F", "type": "feat", "system": {}, "effects": [\#(effect)]}"# }
        let rows: [(system: String, items: String, effects: String, expected: String?)] = [
            (calc("unarmoredMonk"), "", "", "15"), (calc("unarmoredBarb"), "", "", "15"),
            (calc("unarmoredBarb"), armour("shield", 2), "", "17"),
            (calc("unarmoredMonk"), armour("shield", 2), "", nil),
            (calc("unarmoredBard"), "", "", "12"), (calc("mage"), "", "", "16"), (calc("default"), "", "", "13"),
            (calc("custom"), "", "", nil), (calc("somethingNew"), "", "", nil),
            (calc("default"), armour("light", 11), "", "14"), (calc("default"), armour("medium", 14), "", "16"),
            (calc("default"), armour("medium", 14, #", "dex": 1"#), "", "15"),
            (calc("default"), armour("heavy", 18), "", "18"),
            (calc("default"), armour("heavy", 18) + "," + armour("light", 11), "", nil),
            (calc("unarmoredMonk"), armour("light", 11), "", nil),
            // A feature that changes the rule, as Foundry's monks have.
            (calc("default"), feature(effect("calc", 5, "unarmoredMonk")), "", "15"),
            (calc("default"), feature(effect("bonus", 2, "1")), "", "14"),
            (calc("default"), feature(effect("bonus", 2, "@prof")), "", nil),
            (calc("default"), feature(effect("min", 4, "17")), "", nil),
            (calc("default"), "", effect("bonus", 2, "+2"), "15"),
            (#"{"flat": 17, "calc": "natural"}"#, armour("shield", 2), "", "19"),
            (#"{"flat": 17, "calc": "flat"}"#, armour("shield", 2), "", "17"),
        ]
        for row in rows {
            #expect(
                try armourClass(row.system, items: row.items, effects: row.effects) == row.expected,
                "\(row.system) \(row.items) \(row.effects)")
        }
    }

    @Test("Unarmoured defence on D&D Beyond, and rules that are not known")
    func beyondArmour() throws {
        func value(_ modifiers: String, inventory: String = "") throws -> String? {
            let data = """
                {"data": {"name": "T", "stats": [{"id": 1, "value": 10}, {"id": 2, "value": 16}, {"id": 3, "value": 14},
                {"id": 4, "value": 10}, {"id": 5, "value": 15}, {"id": 6, "value": 10}], "bonusStats": [], "overrideStats": [],
                "classes": [{"level": 1}], "inventory": [\(inventory)], "modifiers": {"class": [\(modifiers)]}}}
                """
            let tree = try FormDataReader(purpose: .mapping).read(Array(data.utf8), fileName: "x.json").tree(at: 0)
            let mapped = try FormMapping(self.tree("dnd-beyond")).row(from: tree, for: Self.sheet)
            #expect(mapped.problems == [])
            guard case .number(let number)? = mapped.row.entries.first(where: { $0.name == "vitals.defence" })?.entry
            else { return nil }
            return number
        }
        #expect(try value("") == "13")
        #expect(try value(#"{"type": "set", "subType": "unarmored-armor-class", "statId": 5, "value": null}"#) == "15")
        #expect(try value(#"{"type": "set", "subType": "unarmored-armor-class", "statId": null, "value": 3}"#) == "16")
        #expect(try value(#"{"type": "set", "subType": "minimum-base-armor", "value": 16}"#) == nil)
        #expect(try value(#"{"type": "bonus", "subType": "dual-wield-armor-class", "value": 1}"#) == nil)
        let leather = #"{"equipped": true, "definition": {"name": "Leather", "armorTypeId": 1, "armorClass": 11}}"#
        #expect(
            try value(#"{"type": "bonus", "subType": "armored-armor-class", "value": 1}"#, inventory: leather) == "15")
        // A ring that is in the backpack protects nobody.
        let ring =
            #"{"equipped": false, "definition": {"name": "Ring", "grantedModifiers": [{"type": "bonus", "subType": "armor-class", "value": 1}]}}"#
        #expect(try value("", inventory: ring) == "13")
    }

    @Test("Each fills the official fifth-edition sheet", arguments: names)
    func official(_ name: String) throws {
        let mapping = try tree(name)
        let sheet = try #require(mapping["sheets"]?.list?.first { $0["name"]?.text == "official fifth-edition sheet" })
        let names = try #require(sheet["fields"]?.members).map(\.key)
        let form = Form(
            kind: .acroForm,
            fields: names.map { name in
                let isCheck = name.hasPrefix("Check Box")
                return FormField(
                    name: name, kind: isCheck ? .check : .text, flags: .multiline,
                    options: isCheck ? [FieldOption(value: "Yes", state: "Yes")] : [])
            })
        let values = try values(name, for: form)
        let expected = [
            "CharacterName": "Mira Ashdown", "STR": "16", "STRmod": "+3", "DEXmod ": "+2", "ST Strength": "+6",
            "Check Box 11": "Yes", "Check Box 18": "", "Stealth ": "+8", "Check Box 39": "Yes", "ProfBonus": "+3",
            "Passive": "14", "HPMax": "48", "HPCurrent": "41", "GP": "31", "Wpn Name": "Boarding axe",
            "Wpn1 AtkBonus": "+6", "Spells 1015": "Calm the tide", "Check Box 251": "Yes",
            "Ideals": "Nobody is left ashore.",
        ]
        for (name, value) in expected { #expect(values[name] == value, "\(name)") }
        #expect(values["ClassLevel"]?.contains("Warden 3") == true, "\(values["ClassLevel"] ?? "")")
        #expect(values["Equipment"]?.contains("2 × Coil of rope") == true, "\(values["Equipment"] ?? "")")
    }

    @Test("What a sheet has and a mapping does not is listed, and other data are refused")
    func unmapped() throws {
        let mapping = try FormMapping(tree("dnd-beyond"))
        let mapped = try mapping.row(from: tree("examples/dnd-beyond"), for: Self.sheet)
        #expect(mapped.sheet == "sample character sheet")
        #expect(mapped.unmapped.contains("skill.bladework.bonus") && mapped.unmapped.contains("vitals.wound.1"))
        #expect(!mapped.unmapped.contains("identity.name"))
        for other in Self.names where other != "dnd-beyond" {
            #expect(throws: FormMappingError.self) { try mapping.row(from: tree("examples/" + other), for: Self.sheet) }
        }
        #expect(throws: FormMappingError.self) { try mapping.row(from: tree("examples/dnd-beyond"), for: Form()) }
    }
}
