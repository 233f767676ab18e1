// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnLibrary
internal import LimnPictures
internal import LimnPipeline
internal import SystemPackage

/// The `limn render` command.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Renders pages as pictures.",
        discussion: """
            Writes DIR/<stem>-<page>.png (or .jpg, .webp, .ppm) for every page, or one page to the file in --output. \
            A character of the library is given by its name.
            """
    )

    @OptionGroup var input: InputOptions<PictureInput>
    @Option(name: .shortAndLong, help: "The pages, such as 1-3,7,z.")
    var pages: String = "1-z"

    @Flag(help: "Draw only the pages in --pages that a document has, without messages about the others.")
    var atMost = false

    @Option(name: [.customShort("r"), .long], help: "The resolution in pixels per inch. (default: 150)")
    var dpi: Double?

    @Option(help: "The longer side in pixels.")
    var scaleTo: Int?

    @Option(help: "The width in pixels.")
    var width: Int?

    @Option(help: "The height in pixels.")
    var height: Int?

    @Flag(help: "Make the background transparent instead of white.")
    var transparent = false

    @Option(
        help: .init(
            "Show the ink of characters as it was then, such as yesterday or 2h; form values are today's.",
            valueName: "time"))
    var at: Moment?

    @OptionGroup var picture: PictureOptions
    @OptionGroup var library: LibraryOptions
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        try checkStandardInput(input.read + picture.read + [access.passwordFile])
        _ = try PageSelection(option: pages)
        let format = try picture.encoder().format
        guard !transparent || format.hasAlpha else {
            throw ValidationError("\(format.name) has no transparency; choose png or webp for --transparent.")
        }
        let sizes = [scaleTo, width, height].compactMap { $0 }
        guard sizes.count + (dpi == nil ? 0 : 1) <= 1 else {
            throw ValidationError("Give only one of --dpi, --scale-to, --width and --height.")
        }
        guard sizes.allSatisfy({ $0 > 0 }), (dpi ?? 1).isFinite, (dpi ?? 1) > 0 else {
            throw ValidationError("A resolution and a length in pixels must be above 0.")
        }
    }

    private var selection: PageSelection? { PageSelection(pages, atMost: atMost) }

    private var size: RenderSize {
        if let scaleTo { return .longerSide(scaleTo) }
        if let width { return .width(width) }
        if let height { return .height(height) }
        return .dpi(dpi ?? 150)
    }

    func run() throws {
        let inputs = try input.all()
        if let store = try characterStore(for: inputs) { return try render(inputs, of: store) }
        var request = RenderRequest(
            inputs: inputs, pages: selection ?? .all, size: size,
            for: picture.layers.audience.audience, access: try access.access())
        request.isTransparent = transparent
        // The default of 150 pixels per inch may be lowered; a requested resolution may not.
        request.lowersResolution = dpi == nil
        try picture.apply(to: &request, json: report.json)
        try request.run(access.engine(jobs: picture.jobs), report)
    }

    /// Returns the library if the inputs name characters: the library is named, a time is given, or nothing else has
    /// these names.
    private func characterStore(for inputs: [FilePath]) throws -> Library? {
        if library.library != nil || at != nil { return try library.open() }
        guard !inputs.isEmpty, inputs.allSatisfy({ $0 != "-" && FileIdentity($0) == nil }),
            let store = try? Library(at: library.folder, creating: false)
        else { return nil }
        for input in inputs {
            do throws(LibraryError) { _ = try store.resolveCharacter(input.displayName) } catch {
                // A name with an extension or a folder is that of a file.
                guard input.components.count == 1, input.extension == nil else { return nil }
                guard error.code == .notFound else { throw Ending.failure(error) }
                throw Ending.failure(Sentence("There is neither a file nor a character called “\(input.displayName)”."))
            }
        }
        return store
    }

    private func render(_ inputs: [FilePath], of store: Library) throws {
        if picture.ink != nil || picture.keepFolders || picture.resume {
            throw Ending.usage("--ink, --keep-folders and --resume are for files.")
        }
        // While this thread waits, only the reporting thread uses these variables.
        nonisolated(unsafe) var outcome = Outcome()
        nonisolated(unsafe) var listener = Listener()
        let records = try Ending.failing {
            try inputs.map { try store.resolveCharacter($0.displayName) }.filter { record in
                guard let at, record.created > at.end,
                    try store.changes(of: record.id).allSatisfy({ change in change.made.map { $0 > at.end } ?? true })
                else { return true }
                Console.complain("“\(record.name)” did not exist then: it was created \(Lines.time(record.created)).")
                outcome.add(.failed)
                return false
            }
        }
        var request = CharacterPicturesRequest(
            records, to: picture.destination(), for: picture.layers.audience.audience, access: try access.access())
        (request.moment, request.size, request.lowersResolution) = (at?.end, size, dpi == nil)
        (request.pages, request.isTransparent) = (selection ?? .all, transparent)
        (request.encoder, request.quality) = (try picture.encoder(), picture.quality.drawn)
        (request.layers, request.keepsExisting) = (picture.layers.choice, picture.noClobber)
        request.passwords = PasswordPrompt.source
        try Ending.failing { [request, report = report, engine = access.engine(jobs: picture.jobs)] in
            try waiting { () throws(LimnError) in
                try await engine.drawPages(request, in: store) { result in
                    outcome.add(result.status)
                    Console.tell(result.diagnostics, report)
                    listener.tell { try Self.tell(result, report) }
                }
            }
        }
        try listener.end()
        try outcome.exit()
    }

    private static func tell(_ result: CharacterPictureResult, _ report: ReportOptions) throws {
        if report.json {
            try Console.print(json: result)
        } else if let output = result.output, output != "-", !report.quiet {
            try Console.print(
                "\(output.displayName)  \(result.width ?? 0) × \(result.height ?? 0) px, \(result.bytes ?? 0) bytes")
        }
    }
}
