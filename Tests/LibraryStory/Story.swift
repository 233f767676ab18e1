// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnInk
public import LimnLibrary
public import SystemPackage

/// A typical life of a library as a sequence of steps with one change each. It is the same on every run.
///
/// A step that failed can be run again.
public final class Story {
    /// The folder with `library`, `backup`, and `new`, into which the backup is restored.
    public let folder: FilePath
    /// A PDF to import.
    private let sheet: FilePath
    /// The library, once it is open.
    public private(set) var library: Library?

    /// Makes a story in an empty folder.
    public init(in folder: FilePath, importing sheet: FilePath) {
        self.folder = folder
        self.sheet = sheet
    }

    private struct Step: Sendable {
        let name: String
        let run: @Sendable (Story) throws -> Void
        init(_ name: String, _ run: @escaping @Sendable (Story) throws -> Void) {
            (self.name, self.run) = (name, run)
        }
    }

    /// The names of the steps.
    public static var names: [String] { steps.map(\.name) }

    /// Runs a step.
    ///
    /// - Throws: ``LibraryError``, or ``NotClean``.
    public func run(_ number: Int) throws { try Self.steps[number].run(self) }

    /// A check found something.
    public struct NotClean: Error { let check: LibraryCheck }

    private static let steps: [Step] = [
        Step("make the library") { try $0.open() },
        Step("import a PDF") { try $0.open().importTemplate($0.template("Sheet", InputFile($0.sheet))) },
        Step("import three PDFs") { story in
            let contents = (1...3).map { [UInt8](repeating: UInt8($0), count: $0 * 5000) }
            let news = try contents.map {
                try story.template("T\($0[0])", InputFile(bytes: $0, named: "t.pdf"))
            }
            _ = try story.open().importTemplates(news)
        },
        Step("import a PDF again") { try $0.open().importTemplate($0.template("Again", InputFile($0.sheet))) },
        Step("create a character") { story in
            let sheet = try story.open().resolveTemplate("Sheet").id
            try story.open().createCharacter(NewCharacter(name: "Ada", template: sheet, tags: ["hero"]))
        },
        Step("draw a stroke") { try $0.draw(1...1) },
        Step("draw many strokes") { try $0.draw(2...40) },
        Step("type a text and put a picture") { story in
            let page = try story.page()
            let text = TextItem("Ada", at: Point(x: 20, y: 30))
            guard let data = PictureData([0xff, 0xd8, 0xff] + [UInt8](repeating: 7, count: 9000)) else { return }
            let picture = PictureItem(data, frame: Rect(x0: 0, y0: 0, x1: 50, y1: 50))
            try story.open().append([.object(.text(text)), .object(.picture(picture))], to: page)
        },
        Step("erase") { story in
            let page = try story.page()
            guard let found = try story.open().drawing(on: page) else { return }
            try story.open().perform(found.drawing.removing([0, 3]), on: page, expecting: found.revision)
        },
        Step("undo") { try $0.open().undo($0.page()) },
        Step("undo again") { try $0.open().undo($0.page()) },
        Step("redo") { try $0.open().redo($0.page()) },
        Step("draw where something could be redone") { try $0.draw(41...42) },
        Step("draw on another page") { try $0.draw(100...250, on: 2) },
        Step("draw on two pages at once") { story in
            try story.open().perform(
                [1, 2].map { PageEdit(page: $0, .appending([Story.stroke(60 + $0), Story.stroke(70 + $0)])) },
                on: story.page().character)
        },
        Step("undo on both pages") { try $0.open().undo($0.page().character) },
        Step("compact") { try $0.open().compact($0.page()) },
        Step("undo behind the base") { try $0.open().undo($0.page()) },
        Step("draw behind the base") { try $0.draw(43...44) },
        Step("fill the form") { story in
            try story.open().setFormValues(["name": .text("Ada"), "hurt": .flag(true)], of: story.page().character)
        },
        Step("put a picture into the form") { story in
            let picture = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try story.open().setFormValues(
                ["portrait": .picture(path: ContentHash(picture).description)], removing: ["hurt"], pictures: [picture],
                of: story.page().character, expecting: nil)
        },
        Step("fill the form again") {
            try $0.open().setFormValues(["name": .text("Countess Ada")], of: $0.page().character)
        },
        Step("undo in the form") { try $0.open().undoForm(of: $0.page().character) },
        Step("tag") { try $0.open().addTags(["Zürich"], to: $0.page().character) },
        Step("keep a picture") { story in
            let picture = (0..<8000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try story.open().setThumbnail(picture, of: story.page().character, inkVersion: 3)
        },
        Step("duplicate") { try $0.open().duplicateCharacter($0.page().character, named: "Bea") },
        Step("close and open") { try $0.reopen() },
        Step("back up") { _ = try $0.open().backup(to: $0.folder.appending("backup")) },
        Step("draw after the backup") { try $0.draw(300...305) },
        Step("remove a template") { story in
            try story.open().removeTemplate(story.open().resolveTemplate("T2").id, keepingCharacters: true)
        },
        Step("create a character with ink") { story in
            let ink = Drawing(strokes: (400...420).map(Story.stroke))
            try story.open().createCharacter(NewCharacter(name: "Cleo", template: nil, drawings: [1: ink]))
        },
        Step("remove a character") { try $0.open().removeCharacter($0.open().resolveCharacter("Bea").id) },
        Step("bring a template back") { story in
            guard let entry = try story.open().trash().first(where: { $0.name == "T2" }) else { return }
            try story.open().restoreFromTrash(entry.id)
        },
        Step("remove another template") { story in
            try story.open().removeTemplate(story.open().resolveTemplate("T3").id, keepingCharacters: false)
        },
        Step("empty the trash") { try $0.open().emptyTrash() },
        Step("restore") {
            _ = try Library.restore(from: $0.folder.appending("backup"), to: $0.folder.appending("library"))
        },
        Step("draw after restoring") { try $0.draw(500...501) },
        Step("remove a character again") { try $0.open().removeCharacter($0.open().resolveCharacter("Bea").id) },
        Step("empty the trash again") { try $0.open().emptyTrash() },
        Step("merge") {
            _ = try Library.merge(from: $0.folder.appending("backup"), into: $0.folder.appending("library"))
        },
        Step("restore elsewhere") {
            _ = try Library.restore(from: $0.folder.appending("backup"), to: $0.folder.appending("new"))
        },
        Step("salvage") {
            _ = try Library.salvage(from: $0.folder.appending("library"), into: $0.folder.appending("salvaged"))
        },
        Step("check") { story in
            let check = try story.open().check()
            guard check.isClean else { throw NotClean(check: check) }
        },
        Step("close and open again") { try $0.reopen() },
    ]

    @discardableResult private func open() throws -> Library {
        if let library { return library }
        let opened = try Library(at: folder.appending("library"))
        library = opened
        return opened
    }

    private func reopen() throws {
        library = nil
        try open()
    }

    private func page(_ number: Int = 1) throws -> CharacterPage {
        CharacterPage(try open().resolveCharacter("Ada").id, page: number)
    }

    private func draw(_ numbers: ClosedRange<Int>, on number: Int = 1) throws {
        try open().append(numbers.map(Self.stroke), to: page(number))
    }

    private func template(_ name: String, _ content: InputFile) throws -> NewTemplate {
        NewTemplate(
            name: name, content: content, pages: [PageGeometry(mediaBox: nil), PageGeometry(mediaBox: nil)],
            thumbnail: Array(repeating: 7, count: 3000), text: "words of \(name)",
            outline: [OutlineEntry(level: 0, title: "Part", page: 1)])
    }

    /// A stroke that starts at x = `number`.
    private static func stroke(_ number: Int) -> Stroke {
        let points = (0..<20).map { Point(x: Double(number), y: Double($0)) }
        return Stroke(brush: Brush(width: 2), points: StrokePoints(points, width: 2))
    }
}
