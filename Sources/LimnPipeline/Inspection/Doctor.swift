// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnLibrary
internal import LimnPackageWriting
internal import LimnWorker

/// Checks whether everything that Limn needs works on this machine: the work behind `limn doctor`.
public enum Doctor {
    /// The result of one check.
    public struct Finding: Sendable, Encodable {
        /// The name of the checked part.
        public let name: String
        /// The version of the part, or a description of the finding.
        public let value: String
        /// Whether the part works.
        public let works: Bool
        /// The advice to the user if the part does not work; nil if it works.
        public let advice: String?
    }

    /// Lists the versions of libraries, and checks fonts and the confinement of workers. Fonts are checked by drawing
    /// text with them. Confinement is checked by trying forbidden operations in a worker and, for comparison, in this
    /// process.
    ///
    /// - Parameter context: the workers to examine.
    /// - Returns: the findings in the order in which they are shown; also those that are fine.
    public static func examine(_ context: JobContext = .standard) -> [Finding] {
        let client = JobClient(context, access: Access())
        guard let worker = try? client.perform(DoctorJob(), on: nil).answer else {
            return [
                version("limn", LimnVersion.text),
                Finding(
                    name: "workers", value: "cannot be started", works: false,
                    advice: "PDFs cannot be read, because Limn reads them only in workers."),
            ]
        }
        var findings = [version("limn", LimnVersion.text)]
        findings += worker.libraries.map { version($0.name, $0.version) }
        findings += [
            version("sqlite", SQLiteLibrary.version), version("libzip", ZipLibrary.version),
            version("pango", worker.pango),
        ]
        let missing = worker.missingFonts
        findings.append(
            Finding(
                name: "base-14 fonts", value: missing.isEmpty ? "drawn" : "missing: \(missing.joined(separator: ", "))",
                works: missing.isEmpty,
                advice: missing.isEmpty
                    ? nil : "Install fonts-urw-base35; until then, text without embedded fonts is left out."))
        let hasCMaps =
            FileManager.default.fileExists(atPath: "/usr/share/poppler/cMap")
            || BundledFiles(of: WorkerProgram.path).encodingTables != nil
        findings.append(
            Finding(
                name: "poppler-data", value: hasCMaps ? "installed" : "missing", works: hasCMaps,
                advice: hasCMaps
                    ? nil : "Install poppler-data; until then, Chinese, Japanese and Korean text may be missing."))
        findings.append(handwriting(context))
        return findings + (context.dispatcher.isInProcess ? [] : confinement(client))
    }

    /// Reads a stroke. That nothing is installed for it is no fault.
    private static func handwriting(_ context: JobContext) -> Finding {
        let name = "handwriting"
        guard let files = ReadingFiles.find() else {
            if let named = ProcessInfo.processInfo.environment[ReadingFiles.variable], !named.isEmpty {
                return Finding(
                    name: name, value: "cannot be read", works: false,
                    advice: "\(ReadingFiles.variable) names \(named), which lacks the files that read it.")
            }
            return Finding(name: name, value: "not installed, so it is not read", works: true, advice: nil)
        }
        do throws(LimnError) {
            let reader = try HandwritingTextReader(context: context, files: files)
            defer { reader.close() }
            let stroke = Stroke(
                brush: Brush(width: 1), points: StrokePoints([Point(x: 0, y: 0), Point(x: 1, y: 12)], width: 1))
            _ = try reader.page(1, with: Drawing(strokes: [stroke]))
            return Finding(name: name, value: "read with \(files.model)", works: true, advice: nil)
        } catch {
            return Finding(
                name: name, value: "cannot be read", works: false,
                advice: "\(error.sentence) The files beside \(files.model) may be damaged.")
        }
    }

    private static func version(_ name: String, _ version: String) -> Finding {
        Finding(name: name, value: version, works: true, advice: nil)
    }

    private static func confinement(_ client: JobClient) -> [Finding] {
        guard let answer = try? client.perform(ProbeJob(), on: nil).answer else { return [] }
        let (probe, confinement) = (answer.probe, answer.confinement)
        var findings = confinement.layers.map { layer in
            Finding(
                name: "worker: \(layer.name)", value: layer.detail.isEmpty ? "active" : layer.detail,
                works: layer.isActive,
                advice: layer.isActive
                    ? nil
                    : Sandbox.neededLayers.contains(layer.name)
                        ? "Documents are refused, because a hostile document could do harm here."
                        : "This kernel lacks a layer of confinement; the others still hold.")
        }
        // An operation that is also refused in this process proves nothing about the worker's confinement.
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
        // On most machines, no control groups are delegated. That is not a fault, because process limits still apply.
        let groups = ControlGroups.shared.areDelegated ? "one for each worker" : "not delegated"
        findings.append(Finding(name: "cgroup limits", value: groups, works: true, advice: nil))
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
}

/// The version of Limn.
public enum LimnVersion {
    /// The version number.
    public static let text = "1.0.0"
}
