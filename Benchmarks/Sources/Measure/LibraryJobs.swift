// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnLibrary
internal import SystemPackage

/// A library of thousands of characters, and what is done with it again and again.
struct LibraryJobs {
    private let folder: FilePath
    private let count: Int
    private let runs = 51

    /// - Parameters:
    ///   - folder: where the library is; it must not exist yet.
    ///   - count: how many characters it gets.
    init(_ folder: String, count: Int) {
        self.folder = FilePath(folder)
        self.count = count
    }

    private static func stroke(_ index: Int, points: Int = 60) -> Stroke {
        let line = (0..<points).map { step in
            Point(x: 50 + Double(step) * 3 + Double(index % 7), y: 50 + Double(index % 600) + sin(Double(step)) * 4)
        }
        return Stroke(brush: Brush(width: 1.5), points: StrokePoints(line, width: 1.5))
    }

    /// Makes the library and measures.
    func measure() throws {
        let library = try Library(at: folder)
        let template = try library.importTemplate(
            NewTemplate(
                name: "Sheet", content: InputFile(bytes: Array("%PDF-1.4".utf8), named: "sheet.pdf"),
                pages: (0..<100).map { _ in PageGeometry(mediaBox: nil) }, text: "strength dexterity wisdom")
        ).template.id
        for index in 0..<count {
            try library.createCharacter(
                NewCharacter(
                    name: "Character \(index) of \(["Rivendell", "Lórien", "Moria"][index % 3])", template: template,
                    tags: index.isMultiple(of: 10) ? ["elf", "number \(index)"] : []))
        }
        try measureLists(library)
        try measureSaving(library, template)
        try measureOpening(library, template)
    }

    private func measureLists(_ library: Library) throws {
        let times = try medians(
            runs: 11,
            [
                { _ = try library.characters() },
                { _ = try library.characters(CharacterFilter(search: "lorien 77")) },
                { _ = try library.characters(CharacterFilter(search: "strength")) },
                { _ = try library.characters(CharacterFilter(tags: ["ELF"])) },
            ])
        for (job, time) in zip(["list", "search names", "search text", "tags"], times) { try print(job, time) }
    }

    /// 50 strokes on a page, against 64 KiB that are written and synced.
    private func measureSaving(_ library: Library, _ template: TemplateID) throws {
        let page = CharacterPage(
            try library.createCharacter(NewCharacter(name: "Drawn on", template: template)).id, page: 1)
        let file = try FileDescriptor.open(
            folder.appending("scratch"), .writeOnly, options: [.create], permissions: .ownerReadWrite)
        defer { try? file.close() }
        let bytes = [UInt8](repeating: 7, count: 64 << 10)
        var next = 0
        let times = try medians(
            runs: runs,
            [
                {
                    try library.append((next..<(next + 50)).map { Self.stroke($0) }, to: page)
                    next += 50
                },
                {
                    _ = try file.writeAll(toAbsoluteOffset: Int64(next) * 1311, bytes)
                    guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
                },
            ])
        try print("save 50 strokes", times[0])
        try print("fsync 64 KiB", times[1])
    }

    /// The page that is shown, of a character with one page and of one with a hundred.
    private func measureOpening(_ library: Library, _ template: TemplateID) throws {
        let drawing = Drawing(strokes: (0..<200).map { Self.stroke($0) })
        let ids = try [1, 100].map { pages in
            try library.createCharacter(
                NewCharacter(
                    name: "\(pages) pages", template: template,
                    drawings: Dictionary(uniqueKeysWithValues: (1...pages).map { ($0, drawing) }))
            ).id
        }
        // Opened anew each time, so that nothing is remembered.
        let times = try medians(
            runs: 21,
            ids.map { id in
                {
                    let library = try Library(at: folder, creating: false)
                    _ = try library.character(id)
                    _ = try library.drawnPages(of: id)
                    _ = try library.drawing(on: CharacterPage(id, page: 1))
                }
            })
        try print("open 1 page", times[0])
        try print("open 100 pages", times[1])
    }

    private func print(_ job: String, _ seconds: Double) throws {
        try Report(job: job, program: "library", seconds: seconds).print()
    }
}
