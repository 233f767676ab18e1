// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnGeometry
import LimnInk
import LimnLibrary
import SystemPackage

// Changes a library until it is killed or the time is over, and prints each change once the library has acknowledged
// it: LibraryFixture draw|mixed LIBRARY CHARACTER PROCESS TASKS SECONDS It prints `stroke N` for a stroke that starts
// at x = N, `template N`, `backup N`, and `undo N` for page N.
//
// Or runs a story, a fixed sequence of steps:
// LibraryFixture story FOLDER SHEET.pdf
//
// Or opens a library, which migrates it, and prints `opened`:
// LibraryFixture open LIBRARY

let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "story" {
    runStory(in: FilePath(arguments[2]), importing: FilePath(arguments[3]))
    exit(0)
}
if arguments.count == 3, arguments[1] == "open" {
    do { _ = try Library(at: FilePath(arguments[2]), creating: false) } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
    }
    acknowledge("opened")
    exit(0)
}
guard arguments.count == 7, let character = CharacterID(arguments[3]), let process = Int(arguments[4]),
    let tasks = Int(arguments[5]), let seconds = Double(arguments[6])
else { exit(64) }
let folder = FilePath(arguments[2])
let end = Date(timeIntervalSinceNow: seconds)
let isMixed = arguments[1] == "mixed"

/// Prints a line with one write, so that it is complete even if this process is killed next.
@Sendable func acknowledge(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@Sendable func stroke(_ number: Int) -> Stroke {
    let points = (0..<20).map { Point(x: Double(number), y: Double($0)) }
    return Stroke(brush: Brush(width: 2), points: StrokePoints(points, width: 2))
}

@Sendable func work(_ task: Int) throws {
    let library = try Library(at: folder)
    // Numbers are coordinates, which stay below a billion.
    let first = (process * 100 + task) * 20_000
    var number = first
    // Where the disk is slow, there are some changes all the same.
    while Date() < end || number < first + 10 {
        number += 1
        let page = CharacterPage(character, page: 1 + number % 2)
        switch isMixed ? number % 12 : number % 3 {
        case 0:
            // As an editor saves: with the loaded revision, and again if it is stale.
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
