// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

/// The `limn inspect` command.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Shows what PDFs and ink files contain.")

    @OptionGroup var input: InputOptions<PDFOrInkInput>

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws { try checkStandardInput(input.read + [access.passwordFile]) }

    func run() throws {
        let access = try access.access()
        var outcome = Outcome()
        try Ending.failing {
            for file in try input.all().flatMap(Self.files) { try inspect(file, access, &outcome) }
        }
        try outcome.exit()
    }

    /// Returns the PDFs below a folder. A folder of a reMarkable tablet is one ink file.
    private static func files(in path: FilePath) -> [FilePath] {
        guard path != "-", DocumentSearch.isFolder(path) else { return [path] }
        let names = (try? DocumentSearch.names(in: path)) ?? []
        let isInk = names.contains { $0.suffix(8).elementsEqual(".content".utf8) }
        return isInk ? [path] : DocumentSearch.documents(inAny: [path])
    }

    private func inspect(_ file: FilePath, _ access: Access, _ outcome: inout Outcome) throws {
        let inspection: Inspection
        do {
            inspection = try waiting { [engine = self.access.engine()] () throws(LimnError) in
                try await engine.inspect(.path(file), access: access)
            }
        } catch {
            Console.complain(Advice.line(Diagnostic(error, about: file)))
            if report.json {
                try Console.print(json: JSONResult.FailedInput(file, error))
            }
            outcome.add(.init(error))
            return
        }
        Console.tell(inspection.diagnostics, report)
        if report.json { try Console.print(json: inspection) } else { try tell(inspection, of: file) }
        outcome.add(inspection.status)
    }

    private func tell(_ inspection: Inspection, of file: FilePath) throws {
        let name = file == "-" ? "standard input" : file.displayName
        switch inspection {
        case .pdf(let pdf):
            let pages = Console.count(pdf.pages.count, "page")
            try Console.print(
                "\(name): PDF\(pdf.version.isEmpty ? "" : " " + pdf.version), \(pages), \(pdf.bytes) bytes")
            for key in pdf.info.keys.sorted() { try Console.print("  \(key): \(pdf.info[key] ?? "")") }
            let traits = [
                ("encrypted", pdf.encrypted), ("signed", pdf.signed), ("tagged", pdf.tagged), ("XFA form", pdf.xfa),
            ].filter(\.1).map(\.0)
            if !traits.isEmpty { try Console.print("  \(traits.joined(separator: ", "))") }
            let kinds = pdf.fieldKinds.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
            let fields = kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"
            try Console.print(
                "  form fields \(pdf.formFields)\(fields), links \(pdf.links), embedded files \(pdf.embeddedFiles)")
            for page in pdf.pages { try Console.print("  page \(page.page): " + Self.text(page)) }
            try tell(pdf.outline, indent: "  ")
        case .ink(let ink):
            try Console.print(
                "\(name): ink (\(ink.format)), \(Console.count(ink.pages.count, "page")), "
                    + "\(Console.count(ink.strokes, "stroke")), \(Console.count(ink.points, "point")), "
                    + "\(ink.bytes) bytes")
            if let title = ink.title { try Console.print("  title: \(title)") }
            if let template = ink.template { try Console.print("  on: \(template)") }
            for page in ink.pages {
                let size = page.width.flatMap { w in page.height.map { ", \(Self.short(w)) × \(Self.short($0)) pt" } }
                try Console.print(
                    "  page \(page.page)\(size ?? ""), \(page.background), \(Console.count(page.layers.count, "layer")), "
                        + "\(Console.count(page.strokes, "stroke")), \(Console.count(page.points, "point"))")
                for brush in page.brushes {
                    try Console.print("    " + Self.text(brush))
                }
                if page.items > 0 {
                    let kinds = page.kinds.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
                    try Console.print("    \(Console.count(page.items, "item")): \(kinds.joined(separator: ", "))")
                }
            }
        }
    }

    private func tell(_ items: [PDFInspection.OutlineItem], indent: String) throws {
        for item in items {
            try Console.print("\(indent)• \(item.title)" + (item.page.map { " → page \($0)" } ?? ""))
            try tell(item.children, indent: indent + "  ")
        }
    }

    private static func text(_ brush: InkInspection.Brush) -> String {
        var name = brush.kind
        if let tool = brush.tool, tool != brush.kind { name += " (\(tool))" }
        var text = "\(name) \(brush.color) \(short(brush.width)) pt"
        if brush.cap != "round" { text += ", \(brush.cap) ends" }
        if brush.isDashed { text += ", dashed" }
        if brush.isFilled { text += ", filled" }
        text += ": \(Console.count(brush.strokes, "stroke")), \(Console.count(brush.points, "point"))"
        return brush.channels.isEmpty ? text : text + " with \(brush.channels.joined(separator: ", "))"
    }

    private static func text(_ page: PDFInspection.Page) -> String {
        var parts = ["\(short(page.width)) × \(short(page.height)) pt"]
        if page.rotate != 0 { parts.append("rotated \(page.rotate)°") }
        if page.userUnit != 1 { parts.append("user unit \(short(page.userUnit))") }
        if page.cropBox != page.mediaBox {
            parts.append("cropped to [\(page.cropBox.map { short($0) }.joined(separator: " "))]")
        }
        return parts.joined(separator: ", ")
    }

    /// Formats a number with at most two decimals.
    private static func short(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? "\(Int(clamping: rounded))" : "\(rounded)"
    }
}
