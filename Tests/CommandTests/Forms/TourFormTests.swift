// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// What the tour of the command types to fill in forms works on the sample sheet and the sample party.
@Suite struct TourFormTests {
    /// The commands below a heading, without their comments.
    private static func commands(below heading: String) throws -> [String] {
        let tour = try String(
            contentsOf: Project.folder.appendingPathComponent("Documentation/Tour.md"), encoding: .utf8)
        let part = try #require(tour.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
        let block = try #require(part.components(separatedBy: "```sh\n").dropFirst().first)
        let lines = try #require(block.components(separatedBy: "```").first).split(separator: "\n")
        return lines.map { line in
            let end = line.range(of: "  #")?.lowerBound ?? line.endIndex
            return line[..<end].trimmingCharacters(in: .whitespaces)
        }
    }

    private func shell() throws -> Shell {
        let shell = try Shell([
            "sheet.pdf": try Project.sample("character-sheet.pdf"), "party.csv": try Project.sample("party.csv"),
            "portrait.png": try Project.sample("portrait.png"),
            "actor.json": try Project.sample("mappings/examples/foundry-dnd5e.json"),
        ])
        for name in ["foundry-dnd5e", "dnd-beyond", "roll20-dnd5e"] {
            try shell.write("Samples/mappings/\(name).json", try Project.sample("mappings/\(name).json"))
        }
        return shell
    }

    @Test func `Every command of the tour about forms works, in its order`() throws {
        let shell = try shell()
        let commands = try Self.commands(below: "Fill in forms")
        #expect(commands.count >= 5 && commands.allSatisfy { $0.hasPrefix("limn form ") }, "\(commands)")
        for command in commands {
            let done = try shell.sh(command)
            #expect(done.split(separator: "\n").last?.hasPrefix("[0]") == true, "\(command): \(done.suffix(500))")
        }
    }

    @Test func `The sample party fills twelve sheets with a sum, a date, combs and a portrait`() throws {
        let shell = try shell()
        let done = try shell.limn("form fill sheet.pdf party.csv -o party/{@row}.pdf")
        let lines = done.split(separator: "\n")
        #expect(lines.count == 13 && lines.dropLast().allSatisfy { $0.contains("1 computed") }, "\(done)")
        let table = try shell.limn("form show --csv party/1.pdf party/5.pdf party/11.pdf")
        for value in ["Maren Ashwick", "Юна Ветрова", "Grete Ironmonger"] { #expect(table.contains(value)) }

        func text(_ name: String) throws -> String {
            try run(try Requirement.tool("pdftotext"), "-layout", shell.folder.path(name), "-").text
        }
        // 3 + 2, 2 + 11 and 35 + 4 pounds.
        #expect(try text("party/1.pdf").contains("5.0 lb") && text("party/1.pdf").contains("2 March 2024"))
        #expect(try text("party/5.pdf").contains("13.0 lb") && text("party/5.pdf").contains("Ветер помнит"))
        #expect(try text("party/11.pdf").contains("39.0 lb") && text("party/11.pdf").contains("1 April 2024"))
        // The window of the portrait, in pixels at 72 an inch: a wash of dark green, and nothing without a picture.
        let window = [440, 230, 520, 330]
        #expect(darkShare(try Engine.mupdf.draw(shell.folder.path("party/1.pdf"), dpi: 72), window) > 0.1)
        #expect(darkShare(try Engine.mupdf.draw(shell.folder.path("party/5.pdf"), dpi: 72), window) == 0)
    }

    /// The share of dark pixels between left, top, right and bottom.
    private func darkShare(_ picture: Picture, _ box: [Int]) -> Double {
        let rows = (box[1]..<box[3]).map { y in (box[0]..<box[2]).filter { picture[$0, y].red < 150 }.count }
        return Double(rows.reduce(0, +)) / Double((box[3] - box[1]) * (box[2] - box[0]))
    }
}
