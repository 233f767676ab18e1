// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnForms
internal import LimnJobs
internal import LimnPipeline

/// What a program does with an engine whose workers are hostile.
enum HostileUse: CaseIterable {
    case render, thumbnail, pictures, flatten, flattenFile, inspect, ink, inkOfPDF, convert, library, strip, sheet,
        doctor, package, form, fillForm, fillParty, notes, rebase, mergeForms, rewriteForm, item,
        detect, handwriting, arrange, importCharacter

    /// Two strokes far from each other, which are read as two pieces.
    private static let words = Drawing(
        strokes: [0, 200].map { x in
            let points = [Point(x: x, y: 9), Point(x: x + 5, y: 20), Point(x: x + 9, y: 9)]
            return Stroke(brush: Brush(width: 1), points: StrokePoints(points, width: 1))
        })

    func run(
        _ engine: Engine, _ context: JobContext, samples: String, folder: String, _ chance: inout Chance
    ) async throws {
        let sheet = FilePath("\(samples)/character-sheet.pdf")
        let ink = FilePath("\(samples)/character-sheet.xopp")
        let access = Access(pixelLimit: 2_000_000)
        let line = Drawing(strokes: [
            Stroke(
                brush: Brush(kind: .pen, color: Color(rgba: 0xff), width: 2), points: StrokePoints([Point(x: 9, y: 9)]))
        ])
        let output = FilePath("\(folder)/output")
        switch self {
        case .render:
            _ = try await engine.render(.path(sheet), page: chance.pick([1, 2, 3]), ink: line, access: access)
        case .thumbnail: _ = try await engine.thumbnail(.path(sheet), access: access, to: .path(output))
        case .pictures:
            var request = RenderRequest(
                inputs: [sheet], destination: .folder(output.appending("d")), for: .everyone, access: access)
            request.pages = PageSelection(chance.pick(["1-z", "z", "r1-1", "2,1"])) ?? .all
            request.destination = .folder(FilePath("\(folder)/pages"))
            if chance.happens(300) { request.ink = ink }
            try await engine.render(request) { _ in }
        case .flatten:
            _ = try await engine.flatten([1: line], over: .path(sheet), options: options(access, &chance))
        case .flattenFile:
            var request = FlattenRequest(
                template: chance.happens(500) ? sheet : nil, ink: ink, output: output, for: .everyone)
            (request.options, request.fit) = (options(access, &chance), chance.happens(500))
            request.receipt = FilePath("\(folder)/receipt")
            request.backgroundFolder = FilePath(samples)
            _ = try await engine.flatten(request)
        case .inspect:
            let found = try await engine.inspect(.path(chance.pick([sheet, ink])))
            _ = (try JSONEncoder().encode(found), found.diagnostics)
        case .ink: _ = try await engine.ink(in: .path(ink))
        case .inkOfPDF: _ = try await engine.ink(in: .path(sheet))
        case .convert:
            let format = chance.pick([InkFormat.svg, .inkml])
            _ = try await engine.convert(InkDocument(pages: [.init(drawing: line)]), to: format)
        case .library: try await library(engine, context, sheet, line, &chance)
        case .strip:
            var remover = SourceInkRemover(input: sheet, output: output)
            remover.context = context
            let result = try await blocking { [remover] in remover.run() }
            _ = try JSONEncoder().encode(result)
        case .sheet:
            let format = chance.pick([ContactSheetRequest.Format.picture(PictureEncoder()), .pdf(quality: 80)])
            var request = ContactSheetRequest(inputs: [sheet, sheet], output: output, format: format, access: access)
            request.context = context
            try await blocking { [request] in
                let renderer = try ContactSheetRenderer(request)
                renderer.run(report: { _ in }, sheet: { _ in })
            }
        case .package: _ = try await engine.unpack(sheet, into: MemoryLibrary())
        case .importCharacter:
            let library = MemoryLibrary()
            var request = CharacterImportRequest(input: sheet, access: access)
            request.template = try await engine.importTemplate(.path(sheet), into: library).id
            _ = try await engine.importCharacter(request, into: library)
        case .form: _ = try JSONEncoder().encode(try await engine.form(in: .path(sheet)))
        case .fillForm:
            var options = FormFillOptions(access: access)
            (options.verifies, options.flattens) = (chance.happens(800), chance.happens(300))
            var request = FormFillRequest(
                form: sheet, data: FormDataSource(ink), entries: [.init("check", .text("a"))], output: output,
                options: options)
            request.receipt = FilePath("\(folder)/receipt")
            _ = try await engine.fill(request)
        case .fillParty: try await fillParty(engine, sheet, ink, folder, &chance)
        case .notes:
            // Ink without a PDF, and ink whose pages are partly paper.
            var request = FlattenRequest(
                template: chance.happens(500) ? sheet : nil, ink: ink, output: output, for: .everyone)
            request.options = options(access, &chance)
            request.backgroundFolder = FilePath(samples)
            _ = try await engine.flatten(request)
        case .arrange:
            var request = FlattenRequest(template: sheet, ink: ink, output: output, for: .everyone)
            (request.options, request.pages) = (options(access, &chance), PageSelection("2,1"))
            _ = try await engine.flatten(request)
        case .item:
            let writer = ItemWriter(sheet, access: access)
            _ = try await engine.result(of: .remove([1], page: chance.pick([1, 2])), by: writer, into: output)
        case .detect:
            var request = FormDetectionRequest(sheet: sheet, output: output, access: access)
            (request.makesAll, request.force) = (chance.happens(500), true)
            _ = try JSONEncoder().encode(try await engine.detectFields(request))
        case .handwriting:
            // A library that is none: the worker, which answers as it likes, needs none.
            let files = FilePath("\(folder)/reading")
            try FileManager.default.createDirectory(atPath: files.string, withIntermediateDirectories: true)
            for name in ["libonnxruntime.so.1", "recognition.onnx"] {
                try Data([0]).write(to: URL(fileURLWithPath: files.appending(name).string))
            }
            try await blocking { [context] in
                let reader = try HandwritingTextReader(context: context, files: ReadingFiles(in: files.string))
                defer { reader.close() }
                let page = try reader.page(1, with: Self.words)
                _ = (try JSONEncoder().encode(page), page.hits(of: "maren", atLeast: 0))
                let field = FormField(
                    name: "a", kind: .text, widgets: [FieldWidget(page: 0, rect: Rect(x0: 0, y0: 0, x1: 40, y1: 40))])
                _ = try JSONEncoder().encode(try reader.fields(of: Form(fields: [field]), in: [1: Self.words]))
            }
        case .rebase:
            var rebaser = Rebaser(old: sheet, new: sheet, ink: ink, output: FilePath("\(folder)/rebased.limn"))
            (rebaser.access, rebaser.context) = (access, context)
            let result = try await blocking { [rebaser] in rebaser.run() }
            _ = try JSONEncoder().encode(result)
        case .mergeForms:
            var options = FormFillOptions(access: access)
            (options.context, options.verifies) = (context, chance.happens(800))
            let request = FormMergeRequest(form: sheet, data: FormDataSource(ink), output: output, options: options)
            let result = try await blocking { request.run() }
            _ = try JSONEncoder().encode(result)
        case .rewriteForm:
            var options = FormFillOptions(access: access)
            (options.context, options.verifies) = (context, chance.happens(800))
            let change = chance.pick([FormRewriteRequest.Change.clear, .names])
            let request = FormRewriteRequest(form: sheet, output: output, change: change, options: options)
            let result = try await blocking { request.run() }
            _ = try JSONEncoder().encode(result)
        case .doctor: _ = try await blocking { [context] in Doctor.examine(context) }
        }
    }

    private func fillParty(
        _ engine: Engine, _ sheet: FilePath, _ data: FilePath, _ folder: String, _ chance: inout Chance
    ) async throws {
        let pattern = try FileNamePattern("\(folder)/party/{text}-{@row}.pdf")
        var request = FormBatchRequest(form: sheet, data: FormDataSource(data), pattern: pattern)
        request.isRehearsal = chance.happens(300)
        request.results = FilePath("\(folder)/results.csv")
        _ = try await engine.fill(request) { result in _ = try? JSONEncoder().encode(result) }
    }

    private func options(_ access: Access, _ chance: inout Chance) -> FlattenOptions {
        var options = FlattenOptions(for: .everyone, access: access)
        options.mode = chance.pick(ExportMode.allCases)
        options.counts = chance.happens(500)
        options.verifies = chance.happens(800)
        if chance.happens(200) { options.maximumSize = 1000 }
        return options
    }

    private func library(
        _ engine: Engine, _ context: JobContext, _ sheet: FilePath, _ line: Drawing, _ chance: inout Chance
    ) async throws {
        let library = MemoryLibrary()
        let template = try await engine.importTemplate(.path(sheet), into: library)
        let hero = try library.createCharacter(NewCharacter(name: "Maren", template: template.id))
        _ = try library.append(line.strokes, to: CharacterPage(hero.id, page: 1))
        var request = CharacterThumbnailsRequest([try library.character(hero.id)], for: .everyone)
        request.context = context
        try await blocking { [request] in CharacterThumbnailRenderer(request).run(in: library) { _ in } }
        _ = try await engine.export(hero.id, from: library, options: options(Access(), &chance))
    }

    /// Runs blocking work on a thread of its own.
    private func blocking<R: Sendable>(_ work: @escaping @Sendable () throws -> R) async throws -> R {
        let result: Result<R, any Error> = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: Result { try work() }) }
        }
        return try result.get()
    }
}
