// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCairo
internal import LimnLibrary
internal import LimnPackage
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnRaster
internal import LimnWorker

/// Finds out what works on this machine: the work behind `limn doctor`.
public enum Doctor {
    /// One thing that was looked at.
    public struct Finding: Sendable, Encodable {
        /// Its name.
        public let name: String
        /// Its version, or what was found.
        public let value: String
        /// Whether it works.
        public let works: Bool
        /// What to do where it does not; nil where it does.
        public let advice: String?
    }

    /// Looks at libraries, fonts and the confinement of workers. Fonts are tried by drawing text with them; the
    /// confinement, by trying what it must refuse, both in a worker and, as a control, in this process.
    public static func examine(_ isolation: Isolation = .inProcess) -> [Finding] {
        var findings = [
            ("limn", Limn.version), ("poppler", PopplerLibrary.version), ("cairo", CairoLibrary.version),
            ("qpdf", QPDFLibrary.version), ("libdeflate", DeflateLibrary.version),
            ("libjpeg-turbo", JPEGLibrary.version), ("libwebp", WebPLibrary.version),
            ("sqlite", SQLiteLibrary.version), ("libzip", ZipLibrary.version),
        ].map { Finding(name: $0.0, value: $0.1, works: true, advice: nil) }
        findings.append(
            Finding(
                name: "pango", value: PangoLibrary.version ?? "missing", works: PangoLibrary.version != nil,
                advice: PangoLibrary.version == nil
                    ? "Install libpangocairo-1.0-0; contact sheets need it for the names of files." : nil))
        let missing = baseFonts.filter { !draws($0) }
        findings.append(
            Finding(
                name: "base-14 fonts", value: missing.isEmpty ? "drawn" : "missing: \(missing.joined(separator: ", "))",
                works: missing.isEmpty,
                advice: missing.isEmpty ? nil : "Install fonts-urw-base35; text without embedded fonts is left out."))
        let hasCMaps = FileManager.default.fileExists(atPath: "/usr/share/poppler/cMap")
        findings.append(
            Finding(
                name: "poppler-data", value: hasCMaps ? "installed" : "missing", works: hasCMaps,
                advice: hasCMaps ? nil : "Install poppler-data; Chinese, Japanese and Korean text may be left out."))
        return findings + confinement(isolation)
    }

    private static func confinement(_ isolation: Isolation) -> [Finding] {
        guard case .workers = isolation else { return [] }
        let runner = isolation.makeRunner()
        defer { runner.end() }
        guard case (.probed(let probe, let confinement), _) = runner.run(.probe, descriptors: []) else {
            return [
                Finding(
                    name: "workers", value: "cannot be started", works: false,
                    advice: "PDFs cannot be read, as Limn reads them in workers only.")
            ]
        }
        var findings = confinement.layers.map { layer in
            Finding(
                name: "worker: \(layer.name)", value: layer.detail.isEmpty ? "active" : layer.detail,
                works: layer.isActive,
                advice: layer.isActive ? nil : "This kernel lacks a layer of confinement; the others still hold.")
        }
        // What is refused here as well says nothing about the worker.
        let control = Probe.run(isConfined: false).attempts.filter(\.wasRefused).map(\.name)
        let allowed = probe.attempts.filter { !$0.wasRefused }.map(\.name)
        let refused = probe.attempts.filter(\.wasRefused).map { name in
            control.contains(name.name) ? "\(name.name) (everywhere)" : name.name
        }
        findings.append(
            Finding(
                name: "worker: self-test",
                value: (refused.isEmpty ? "nothing was refused" : "refused: \(refused.joined(separator: ", "))")
                    + (allowed.isEmpty ? "" : "; possible: \(allowed.joined(separator: ", "))"),
                works: allowed.isEmpty,
                advice: allowed.isEmpty ? nil : "A hostile PDF could do that; a newer kernel would forbid it."))
        findings.append(systemCalls(probe.systemCalls))
        return findings
    }

    private static func systemCalls(_ probe: SystemCallProbe?) -> Finding {
        let name = "worker: system calls"
        guard let probe else {
            return Finding(
                name: name, value: "not tried, as no filter is active", works: false,
                advice: "A hostile PDF could use every system call; a kernel with seccomp would forbid it.")
        }
        let purposes = SystemCallGroup.allowed.map(\.name).joined(separator: ", ")
        var value = "\(probe.tried) numbers tried; \(probe.allowed.count) permitted, for \(purposes); "
        value += probe.unlisted.isEmpty ? "all others refused" : "unexpected: \(probe.unlisted.joined(separator: ", "))"
        if !probe.unavailable.isEmpty {
            value += "; permitted but missing here: \(probe.unavailable.joined(separator: ", "))"
        }
        value += "; not tried: \(probe.untried.joined(separator: ", "))"
        return Finding(
            name: name, value: value, works: probe.unlisted.isEmpty,
            advice: probe.unlisted.isEmpty ? nil : "A hostile PDF could use system calls that no worker needs.")
    }

    private static let baseFonts = [
        "Helvetica", "Helvetica-Bold", "Times-Roman", "Times-Italic", "Courier", "Symbol", "ZapfDingbats",
    ]

    /// Whether text in a font that is not embedded leaves marks on a page.
    private static func draws(_ font: String) -> Bool {
        let content = "BT /F 40 Tf 5 5 Td (a) Tj ET"
        let pdf = """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 50 50]/Contents 4 0 R/Resources<</Font<</F<</Type/Font\
            /Subtype/Type1/BaseFont/\(font)>>>>>>>>endobj
            4 0 obj<</Length \(content.utf8.count)>>stream
            \(content)
            endstream endobj
            trailer<</Root 1 0 R>>
            """
        guard let page = try? PDFDocument(bytes: Array(pdf.utf8)).page(1), let picture = try? page.render(.dpi(72))
        else { return false }
        return picture.withUnsafeMutableBytes { bytes in bytes.contains { $0 < 128 } }
    }
}

/// Limn itself.
public enum Limn {
    /// The version of this Limn.
    public static let version = "0.1.0"
}
