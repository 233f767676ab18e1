// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles
internal import SystemPackage

/// The options of `limn render` and `limn thumbnail`.
struct RenderOptions: Sendable {
    /// The request, without its destination.
    var request: RenderRequest

    /// Reads the options of `limn render`. A second input is ink for the first.
    ///
    /// - Throws: ``Problem`` with status 422.
    init(_ options: inout JobOptions, inputs: [FilePath], _ access: Access) throws(Problem) {
        let pages = try options.text("pages") ?? "1-z"
        guard let selection = PageSelection(pages) else {
            throw .refused("The option “pages” takes a list such as 1-3,7,z.", field: "pages")
        }
        let dpi = try options.number("dpi", in: 1...10_000)
        let longer = try options.integer("scale-to", in: 1...32_767)
        let width = try options.integer("width", in: 1...32_767)
        let height = try options.integer("height", in: 1...32_767)
        let sizes = [
            dpi.map { RenderSize.dpi($0) }, longer.map { .longerSide($0) }, width.map { .width($0) },
            height.map { .height($0) },
        ]
        .compactMap { $0 }
        guard sizes.count <= 1 else {
            throw .refused("Give only one of dpi, scale-to, width and height.", field: "dpi")
        }
        request = RenderRequest(
            inputs: Array(inputs.prefix(1)), pages: selection, size: sizes.first ?? .dpi(150),
            for: .everyone, access: access)
        request.ink = inputs.count > 1 ? inputs[1] : nil
        request.lowersResolution = dpi == nil
        request.isTransparent = try options.flag("transparent")
        try readFormat(&options)
        guard !request.isTransparent || request.encoder.format.hasAlpha else {
            let name = request.encoder.format.name
            throw .refused("\(name) has no transparency; choose png or webp.", field: "transparent")
        }
        request.layers = try options.layerChoice(seesSecrets: true)
        request.extends = try options.extendedSides()
    }

    /// Reads the options of `limn thumbnail`.
    ///
    /// - Throws: ``Problem`` with status 422.
    init(thumbnails options: inout JobOptions, inputs: [FilePath], _ access: Access) throws(Problem) {
        let page = try options.integer("page", in: 1...1_000_000) ?? 1
        let size = try options.integer("size", in: 1...32_767) ?? 256
        request = .thumbnails(of: inputs, page: page, size: size, for: .everyone, access: access)
        try readFormat(&options)
    }

    private mutating func readFormat(_ options: inout JobOptions) throws(Problem) {
        let format = try options.word("format", PictureFormat.self) ?? .png
        let kept = try options.integer("quality", in: 1...100)
        guard kept == nil || format.isLossy else {
            throw .refused("“quality” is only for JPEG and WebP; \(format.name) is lossless.", field: "quality")
        }
        request.encoder = PictureEncoder(format, quality: kept ?? PictureEncoder.standardQuality)
    }
}

/// The options of `limn ink convert`.
struct ConvertOptions: Sendable {
    var from: InkFormat?
    var to: InkFormat
    var page: Int?
    var tolerance: Double?
    var isLossless: Bool
    /// Who gets the ink; nil if that was not said.
    var audience: Drawing.Layer.Audience?

    /// Reads the options of `limn ink convert`.
    ///
    /// - Throws: ``Problem`` with status 422.
    init(_ options: inout JobOptions) throws(Problem) {
        let from = try options.text("from")
        self.from = from.flatMap { name in InkFormat.readable.first { $0.id == name } }
        guard from == nil || self.from != nil else {
            throw .refused("The option “from” takes one of \(Self.names(InkFormat.readable)).", field: "from")
        }
        let to = try options.text("to")
        guard let format = InkFormat.writable.first(where: { $0.id == to }) else {
            throw .refused("The option “to” takes one of \(Self.names(InkFormat.writable)).", field: "to")
        }
        self.to = format
        page = try options.integer("page", in: 1...1_000_000)
        tolerance = try options.number("tolerance", in: 0...100)
        isLossless = try options.flag("lossless")
        // The file is the person's own, so its secrets are, too.
        audience = try options.audience(seesSecrets: true)
    }

    private static func names(_ formats: [InkFormat]) -> String { formats.map(\.id).joined(separator: ", ") }
}

/// The options of `limn form fill`.
struct FillOptions: Sendable {
    var filling: FormFillOptions
    /// The values by the full names of fields; nil if the data come from a file.
    var values: JSONValue?

    /// Reads the options of `limn form fill`.
    ///
    /// - Throws: ``Problem`` with status 422.
    init(_ options: inout JobOptions, inputCount: Int, _ access: Access) throws(Problem) {
        filling = FormFillOptions(access: access)
        filling.save = try options.word("save", SaveStrategy.self) ?? .auto
        filling.flattens = try options.flag("flatten")
        filling.locks = try options.flag("lock")
        filling.force = try options.flag("force")
        values = options.value("set")
        switch values {
        case nil:
            guard inputCount == 2 else {
                throw .refused("Give values for the form as a second input or in the option “set”.", field: "set")
            }
        case .object:
            guard inputCount == 1 else {
                throw .refused("Values come from a second input or from “set”, not from both.", field: "set")
            }
        default: throw .refused("The option “set” takes an object with field names and values.", field: "set")
        }
    }
}

/// The options of `limn form detect`.
struct DetectOptions: Sendable {
    var pages: PageSelection
    var makesAll: Bool
    var save: SaveStrategy
    var force: Bool

    /// Reads the options of `limn form detect`.
    ///
    /// - Throws: ``Problem`` with status 422.
    init(_ options: inout JobOptions) throws(Problem) {
        let text = try options.text("pages") ?? "1-z"
        guard let pages = PageSelection(text) else {
            throw .refused("The option “pages” takes a list such as 1-3,7,z.", field: "pages")
        }
        self.pages = pages
        makesAll = try options.flag("all")
        save = try options.word("save", SaveStrategy.self) ?? .auto
        force = try options.flag("force")
    }
}
