// SPDX-License-Identifier: Apache-2.0

internal import LimnForms
internal import LimnGeometry

/// Gives fields names from the words that label them. Periods separate what belongs together: `attacks.2.harm`.
public enum FieldNaming {
    /// Names fields. All names differ, and none begins with the first part of an existing name.
    ///
    /// - Parameters:
    ///   - fields: the fields in their order, from all pages.
    ///   - existing: the full names of the fields that the document already has.
    public static func name(_ fields: inout [DetectedField], besides existing: [String]) {
        let roots = Set(existing.compactMap { $0.split(separator: ".").first.map(String.init) })
        // Full names, and all beginnings of them that end before a period.
        var names = roots
        var branches: Set<String> = []
        // The next number for a name that is taken.
        var numbers: [String: Int] = [:]
        func numbered(_ name: String, while isTaken: (String) -> Bool) -> String {
            var full = name
            while isTaken(full) {
                let number = numbers[name, default: 2]
                numbers[name] = number + 1
                // A number behind a digit would change that number.
                full = name + (name.last?.isNumber == true ? "-" : "") + "\(number)"
            }
            return full
        }
        // The names of groups of radio buttons, and their choices.
        var groups: [[Int]: (name: String, choices: Set<String>, numbers: [String: Int])] = [:]
        for index in fields.indices {
            let field = fields[index]
            if let number = field.group {
                let key = [field.page, number]
                var group = groups[key] ?? ("", [], [:])
                if group.name.isEmpty {
                    let name = part(field.question ?? "choice", of: field)
                    group.name = numbered(name) { names.contains($0) || branches.contains($0) }
                    names.insert(group.name)
                }
                let choice = part(field.choice ?? "", of: field)
                var unique = choice
                while !group.choices.insert(unique).inserted {
                    group.numbers[choice, default: 1] += 1
                    unique = "\(choice)\(group.numbers[choice] ?? 1)"
                }
                fields[index].name = group.name
                fields[index].choice = unique
                groups[key] = group
                continue
            }
            let own = part(field.label, of: field)
            guard field.row != nil || field.number != nil else {
                fields[index].name = numbered(own) { names.contains($0) || branches.contains($0) }
                names.insert(fields[index].name)
                continue
            }
            let branch = numbered(field.row.map { part($0, of: field) } ?? own) { names.contains($0) }
            branches.insert(branch)
            let leaf = field.row == nil ? field.number.map { "\($0)" } ?? own : own
            fields[index].name = numbered("\(branch).\(leaf)") { names.contains($0) }
            names.insert(fields[index].name)
        }
    }

    /// Returns a label as a part of a name: its first words in camel case, without signs.
    private static func part(_ label: String, of field: DetectedField) -> String {
        var words: [String] = []
        var word = ""
        for character in label + " " {
            if character.isLetter || character.isNumber {
                word.append(character)
            } else if character == "'" || character == "’" {
                continue
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        let chosen = words.prefix(5).enumerated().map { index, word in
            index == 0 ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst().lowercased()
        }
        var name = ""
        for character in chosen.joined() {
            // Some programs read no longer names of states.
            guard name.utf8.count + character.utf8.count <= 48 else { break }
            name.append(character)
        }
        if !name.isEmpty { return name.allSatisfy(\.isNumber) ? "line\(name)" : name }
        switch field.kind {
        case .check: return "check"
        case .radio: return "choice"
        case .push: return "picture"
        case .signature: return "signature"
        case .text, .list, .combo: return "text"
        }
    }
}
