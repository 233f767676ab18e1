// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage

// Works on a library until it is killed or the time is over, and tells each thing that it was told is done:
// LibraryFixture draw|mixed LIBRARY CHARACTER PROCESS TASKS SECONDS
// `stroke N` for a stroke that begins at x = N, `template N`, `backup N`, `undo N` for the number of a page.
// Or tells a story, whose steps are always the same:
// LibraryFixture story FOLDER SHEET.pdf

let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "story" {
    tellStory(in: FilePath(arguments[2]), importing: FilePath(arguments[3]))
    exit(0)
}
guard arguments.count == 7, let character = CharacterID(arguments[3]), let process = Int(arguments[4]),
    let tasks = Int(arguments[5]), let seconds = Double(arguments[6])
else { exit(64) }
let folder = FilePath(arguments[2])
let end = Date(timeIntervalSinceNow: seconds)
let isMixed = arguments[1] == "mixed"

/// Written at once and whole, so that whoever kills this process knows of it.
@Sendable func acknowledge(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@Sendable func stroke(_ number: Int) -> Stroke {
    let points = (0..<20).map { Point(x: Double(number), y: Double($0)) }
    return Stroke(brush: Brush(width: 2), points: StrokePoints(points, width: 2))
}

@Sendable func work(_ task: Int) throws {
    let library = try Library(at: folder)
    var number = (process * 100 + task) * 1_000_000
    while Date() < end {
        number += 1
        let page = CharacterPage(character, page: 1 + number % 2)
        switch isMixed ? number % 12 : number % 3 {
        case 0:
            // As an editor saves: against what it loaded, and anew where that is stale.
            while true {
                let there = try library.drawing(on: page)
                do throws(LibraryError) {
                    let edit = (there?.drawing ?? Drawing()).adding([stroke(number)])
                    try library.perform(edit, on: page, expecting: there?.revision ?? 0)
                    break
                } catch { guard error.code == .stale else { throw error } }
            }
            acknowledge("stroke \(number)")
        case 9:
            let content = InputFile(bytes: Array("%PDF \(number)".utf8), named: "x.pdf")
            try library.importTemplate(
                NewTemplate(name: "T \(number)", content: content, pages: [PageGeometry(mediaBox: nil)]))
            acknowledge("template \(number)")
        case 10:
            try library.compact(page)
            let other = CharacterPage(character, page: 3)
            try library.append([stroke(number)], to: other)
            try library.undo(other)
            acknowledge("undo 3")
        case 11:
            guard number % 5 == 0 else { break }
            _ = try library.backup(to: folder.removingLastComponent().appending("backup-\(number)"))
            acknowledge("backup \(number)")
        default:
            try library.append([stroke(number)], to: page)
            acknowledge("stroke \(number)")
        }
    }
}

let group = DispatchGroup()
for task in 0..<tasks {
    group.enter()
    Thread.detachNewThread {
        do { try work(task) } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
        group.leave()
    }
}
group.wait()
