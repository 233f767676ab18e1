// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnGeometry
internal import LimnInk
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn character draw` command.
struct CharacterDrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw", abstract: "Adds the contents of an ink file to the pages of a character.")

    @OptionGroup var options: CharacterInkOptions
    @Argument(help: "The character.", completion: .characters)
    var character: Reference
    @Argument(help: "The ink file, or a PDF with ink; - is standard input.")
    var ink: FilePath
    @Option(
        help:
            "The page. Of ink with several pages, only the page with this number is drawn. (default: all pages)"
    )
    var page: Int?
    @Flag(help: "Scale ink from a page of another size to fit.")
    var fit = false
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions

    func validate() throws {
        guard (page ?? 1) > 0 else { throw ValidationError("Pages are numbered from 1.") }
        try checkStandardInput([ink, access.passwordFile])
    }

    func run() throws {
        let (engine, access) = (access.engine(), try access.access())
        try options.run(character) { [ink = ink, page = page, fit = fit] store, id in
            try waiting { () throws(LimnError) in
                try await engine.draw(ink, on: id, page: page, fit: fit, in: store, access: access)
            }
        }
    }
}

/// The `limn character erase` command.
struct CharacterEraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erases ink on a page. This can be undone.",
        discussion: """
            Without --strokes, --area and --path, everything on the page is erased. Positions are in points from the \
            top left corner of the page as it is displayed.
            """)

    @OptionGroup var options: CharacterInkOptions
    @Argument(help: "The character.", completion: .characters)
    var character: Reference
    @Option(help: "The page.")
    var page: Int
    @Option(help: "Erase strokes by their numbers in painting order, such as 1-3,7,z.")
    var strokes: String?
    @Option(help: "Erase everything that touches a rectangle: X,Y,WIDTH,HEIGHT.")
    var area: NumberList?
    @Option(help: "Erase the ink under an eraser that moves along X1,Y1,X2,Y2,…; strokes are cut.")
    var path: NumberList?
    @Option(help: "The radius of the eraser of --path, in points. (default: 5)")
    var radius: Double?

    func validate() throws {
        guard page > 0 else { throw ValidationError("Pages are numbered from 1.") }
        if [strokes != nil, area != nil, path != nil].count(where: { $0 }) > 1 {
            throw ValidationError("--strokes, --area and --path contradict each other; give one.")
        }
        if let strokes, PageSelection(strokes) == nil {
            throw ValidationError("--strokes takes a list such as 1-3,7,z, not “\(strokes)”.")
        }
        if let area, area.numbers.count != 4 || area.numbers[2] <= 0 || area.numbers[3] <= 0 {
            throw ValidationError("--area takes X,Y,WIDTH,HEIGHT, the last two above 0.")
        }
        if let path, path.numbers.count < 2 || !path.numbers.count.isMultiple(of: 2) {
            throw ValidationError("--path takes X1,Y1,X2,Y2,…, two numbers per point.")
        }
        guard let radius else { return }
        guard radius > 0, radius <= 1e6 else {
            throw ValidationError("--radius takes a number of points above 0 and at most 1000000.")
        }
        // Without `--path`, `--radius` would have no effect and all strokes would be erased.
        guard path != nil else { throw ValidationError("--radius requires --path.") }
    }

    private var choice: EraseSelection {
        if let strokes { return .strokes(PageSelection(strokes) ?? .all) }
        if let n = area?.numbers { return .area(Rect(x0: n[0], y0: n[1], x1: n[0] + n[2], y1: n[1] + n[3])) }
        if let n = path?.numbers {
            let places = stride(from: 0, to: n.count, by: 2).map { Point(x: n[$0], y: n[$0 + 1]) }
            return .path(Eraser(path: places, radius: radius ?? 5))
        }
        return .everything
    }

    func run() throws {
        try options.run(character) { store, id in
            [try CharacterInkEditor(store).erase(choice, on: CharacterPage(id, page: page))]
        }
    }
}

/// The options that the commands on ink share.
struct CharacterInkOptions: ParsableArguments {
    @OptionGroup var library: LibraryOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func run(
        _ character: Reference, _ body: (Library, CharacterID) throws -> [CharacterInkResult]
    ) throws {
        let store = try library.open()
        var outcome = Outcome()
        try Ending.failing {
            for result in try body(store, try store.resolveCharacter(character.text).id) {
                outcome.add(result.status)
                if report.json {
                    try Console.print(json: result)
                } else if !report.quiet {
                    try Console.print(Lines.ink(result))
                }
                Console.tell(result.diagnostics, report)
            }
        }
        try outcome.exit()
    }
}

/// A comma-separated list of numbers.
struct NumberList: ExpressibleByArgument {
    let numbers: [Double]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.trimmingPrefix(" ")) }
        guard numbers.count == parts.count, numbers.allSatisfy({ $0.magnitude <= 1e9 }) else { return nil }
        self.numbers = numbers
    }
}

/// Numbers of items and ranges of them, such as `1-3,7`.
struct ItemNumbers: ExpressibleByArgument {
    /// The numbers; nil if the text has none.
    let numbers: [Int]?

    /// The maximum number of items. Longer ranges are mistakes.
    private static let limit = 100_000

    init(argument: String) {
        var numbers: [Int] = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0.trimmingPrefix(" ")) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 1,
                last >= first, last - first < Self.limit, numbers.count < Self.limit
            else {
                self.numbers = nil
                return
            }
            numbers += first...last
        }
        self.numbers = numbers
    }
}
