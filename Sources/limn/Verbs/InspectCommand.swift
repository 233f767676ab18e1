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
        commandName: "inspect", abstract: "Shows what a PDF or an ink file contains.")

    @Argument(help: "A PDF or ink file; - is standard input.")
    var file: FilePath

    @OptionGroup var access: AccessOptions
    @OptionGroup var report: ReportOptions

    func validate() throws { try checkStandardInput([file, access.passwordFile]) }

    func run() throws {
        let access = try access.access()
        try Ending.failing { try run(access) }
    }

    private func run(_ access: Access) throws {
        let inspection: Inspection
        do {
            inspection = try waiting { [file = file, engine = self.access.engine()] () throws(LimnError) in
                try await engine.inspect(.path(file), access: access)
            }
        } catch {
            Console.complain(Advice.line(Diagnostic(error, about: file)))
            if report.json {
                try Console.print(json: JSONResult.FailedInput(file, error))
            }
            throw ExitCode(1)
        }
        Console.tell(inspection.diagnostics, report)
        if report.json { try Console.print(json: inspection) } else { try tell(inspection) }
        var outcome = Outcome()
        outcome.add(inspection.status)
        try outcome.exit()
    }

    private func tell(_ inspection: Inspection) throws {
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
