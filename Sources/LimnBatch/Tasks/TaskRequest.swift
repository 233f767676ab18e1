// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles
internal import SystemPackage

/// The words for audiences in options.
enum AudienceWord: String {
    case players, gm

    var audience: Drawing.Layer.Audience { self == .gm ? .gameMaster : .everyone }
}

/// A task as a request of the engine. Options have the same meaning as those of the command.
enum TaskRequest: Sendable {
    case pictures(RenderRequest)
    case flatten(FlattenRequest)
    case fill(FormFillRequest)
    case detect(FormDetectionRequest)
    case inspect(FilePath, Access)

    /// Creates the request for a task.
    ///
    /// - Parameters:
    ///   - access: the password and the limits of this machine.
    ///   - folder: the folder for the results.
    /// - Throws: ``BatchError`` with `invalid` if the verb does not have an option, or does not accept its value.
    init(_ task: BatchTask, access: Access = Access(), folder: FilePath = ".") throws(BatchError) {
        let paths = task.inputs.map { $0.path ?? "" }
        let options = task.options
        switch task.verb {
        case .render: self = .pictures(try Self.pages(paths, options, access, folder))
        case .thumbnail: self = .pictures(try Self.thumbnail(paths, options, access, folder))
        case .flatten: self = .flatten(try Self.flatten(paths, options, access, folder))
        case .formFill: self = .fill(try Self.fill(paths, options, access, folder))
        case .formDetect: self = .detect(try Self.detect(paths, options, access, folder))
        case .inspect:
            try options.check([])
            self = .inspect(paths.first ?? "", access)
        }
    }

    private static let pictureNames: Set = [
        "format", "quality", "keep", "max-pixels", "layers", "audience", "no-notes", "extend",
        "beside",
    ]

    private static func pages(
        _ paths: [FilePath], _ options: TaskOptions, _ access: Access, _ folder: FilePath
    ) throws(BatchError) -> RenderRequest {
        try options.check(pictureNames.union(["pages", "dpi", "scale-to", "width", "height", "transparent"]))
        let pages = try selection(options) ?? .all
        let dpi = try options.positive("dpi")
        let sides = 1...Int(Int32.max)
        var sizes = dpi.map { [RenderSize.dpi($0)] } ?? []
        if let side = try options.integer("scale-to", sides) { sizes.append(.longerSide(side)) }
        if let side = try options.integer("width", sides) { sizes.append(.width(side)) }
        if let side = try options.integer("height", sides) { sizes.append(.height(side)) }
        guard sizes.count <= 1 else { throw BatchError(.invalid, "Give only one size.") }
        var request = RenderRequest(
            inputs: Array(paths.prefix(1)), pages: pages, size: sizes.first ?? .dpi(150),
            destination: .folder(folder), for: try layers(options).audience, access: try limited(access, options))
        request.lowersResolution = dpi == nil
        request.isTransparent = try options.flag("transparent")
        try apply(options, paths, to: &request)
        guard !request.isTransparent || request.encoder.format.hasAlpha else {
            throw BatchError(.invalid, "\(request.encoder.format.name) has no transparency.")
        }
        return request
    }

    private static func thumbnail(
        _ paths: [FilePath], _ options: TaskOptions, _ access: Access, _ folder: FilePath
    ) throws(BatchError) -> RenderRequest {
        try options.check(pictureNames.union(["size", "page"]))
        let page = try options.integer("page", 1...Int(Int32.max)) ?? 1
        var request = RenderRequest(
            inputs: Array(paths.prefix(1)), pages: PageSelection("\(page)") ?? .all,
            size: .longerSide(try options.integer("size", 1...Int(Int32.max)) ?? 256),
            destination: .folder(folder), naming: .byDocument, for: try layers(options).audience,
            access: try limited(access, options))
        try apply(options, paths, to: &request)
        return request
    }

    private static func apply(
        _ options: TaskOptions, _ paths: [FilePath], to request: inout RenderRequest
    ) throws(BatchError) {
        let format = try options.choice("format", PictureFormat.self) ?? .png
        let kept = try options.integer("keep", 1...100)
        guard kept == nil || format.isLossy else {
            throw BatchError(.invalid, "“keep” is only for JPEG and WebP; \(format.name) is lossless.")
        }
        request.encoder = PictureEncoder(format, quality: kept ?? PictureEncoder.standardQuality)
        request.quality = try options.choice("quality", RenderQuality.self) ?? .standard
        request.layers = try layers(options)
        request.extends = try extendedSides(options)
        let isBeside = try options.flag("beside")
        if paths.count > 1, isBeside {
            request.inkBeside = [paths[0]: paths[1]]
        } else if paths.count > 1 {
            request.ink = paths[1]
        }
        request.defersSync = true
    }

    private static func limited(_ access: Access, _ options: TaskOptions) throws(BatchError) -> Access {
        var access = access
        if let pixels = try options.positive("max-pixels") {
            access.pixelLimit = max(1, Int(clamping: min(pixels, 1_000_000) * 1e6))
        }
        return access
    }

    private static func extendedSides(_ options: TaskOptions) throws(BatchError) -> PageSides {
        guard let text = try options.text("extend") else { return [] }
        guard let sides = PageSides(text) else {
            throw BatchError(
                .invalid, "The option “extend” takes all, or some of left, right, top and bottom, separated by commas.")
        }
        return sides
    }

    private static func layers(_ options: TaskOptions) throws(BatchError) -> LayerChoice {
        let shown: LayerChoice.Layers =
            switch try options.text("layers") ?? "visible" {
            case "visible": .visible
            case "all": .all
            case let names: .named(names.split(separator: ",").map { String($0) })
            }
        let audience = try options.choice("audience", AudienceWord.self) ?? .players
        return LayerChoice(
            shown, for: audience.audience, includesNotes: try !options.flag("no-notes"))
    }

    private static func selection(_ options: TaskOptions) throws(BatchError) -> PageSelection? {
        guard let text = try options.text("pages") else { return nil }
        guard let pages = PageSelection(text) else {
            throw BatchError(.invalid, "The option “pages” takes a list such as 1-3,7,z.")
        }
        return pages
    }

    private static func flatten(
        _ paths: [FilePath], _ options: TaskOptions, _ access: Access, _ folder: FilePath
    ) throws(BatchError) -> FlattenRequest {
        try options.check([
            "mode", "save", "page", "fit", "tolerance", "max-size", "no-source-ink", "no-verify", "verify", "force",
            "dpi",
            "layers", "audience", "no-notes", "optional-content", "print", "census", "max-pixels",
            "extend", "pages",
        ])
        var request = FlattenRequest(
            template: paths.first, ink: paths.last ?? "", output: folder.appending("out.pdf"),
            for: try layers(options).audience, access: try limited(access, options))
        request.page = try options.integer("page", 1...Int(Int32.max))
        request.fit = try options.flag("fit")
        request.mode = try options.choice("mode", FlattenRequest.Mode.self) ?? .overlay
        request.save = try options.choice("save", FlattenRequest.Save.self) ?? .auto
        request.pages = try selection(options)
        guard request.pages == nil || request.save != .append else {
            throw BatchError(.invalid, "Chosen pages are written anew; they cannot be appended.")
        }
        guard request.mode.canAppend || request.save != .append else {
            throw BatchError(.invalid, "The mode \(request.mode.rawValue) rewrites every page and cannot append.")
        }
        request.burns = try options.flag("print") ? .paper : .screen
        let dpi = try options.positive("dpi")
        request.resolution = dpi ?? 150
        request.lowersResolution = dpi == nil
        request.carriesSourceInk = try !options.flag("no-source-ink")
        request.tolerance =
            try options.positive("tolerance", orZero: true).flatMap { Tolerance(points: $0) } ?? .storage
        request.maximumSize = try options.integer("max-size", 1...(1 << 50))
        request.verifies = try !options.flag("no-verify")
        request.verifiedPages = try options.choice("verify", FlattenRequest.VerifiedPages.self) ?? .all
        request.counts = try options.flag("census")
        request.layers = try layers(options)
        request.switchesLayers = try options.flag("optional-content")
        request.extends = try extendedSides(options)
        request.force = try options.flag("force")
        return request
    }

    private static func fill(
        _ paths: [FilePath], _ options: TaskOptions, _ access: Access, _ folder: FilePath
    ) throws(BatchError) -> FormFillRequest {
        try options.check(["set", "flatten", "lock", "force", "save", "no-verify"])
        var entries: [FormRow.Entry] = []
        switch options.values["set"] {
        case .object(let values):
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                guard case .text(let text) = value, !text.hasPrefix("@") else {
                    throw BatchError(.invalid, "The value of a field must be a text that does not begin with @.")
                }
                entries.append(FormRow.Entry(name, .text(text)))
            }
        case nil: break
        default: throw BatchError(.invalid, "The option “set” takes an object with field names and texts.")
        }
        var filling = FormFillOptions(access: access)
        filling.flattens = try options.flag("flatten")
        filling.locks = try options.flag("lock")
        filling.force = try options.flag("force")
        filling.save = try options.choice("save", SaveStrategy.self) ?? .auto
        filling.verifies = try !options.flag("no-verify")
        return FormFillRequest(
            form: paths.first ?? "", entries: entries, output: folder.appending("out.pdf"), options: filling)
    }

    private static func detect(
        _ paths: [FilePath], _ options: TaskOptions, _ access: Access, _ folder: FilePath
    ) throws(BatchError) -> FormDetectionRequest {
        try options.check(["pages", "all", "save", "force"])
        var request = FormDetectionRequest(
            sheet: paths.first ?? "", output: folder.appending("out.pdf"), pages: try selection(options) ?? .all,
            access: access)
        request.makesAll = try options.flag("all")
        request.save = try options.choice("save", SaveStrategy.self) ?? .auto
        request.force = try options.flag("force")
        return request
    }
}
