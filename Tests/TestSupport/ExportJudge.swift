// SPDX-License-Identifier: GPL-3.0-or-later

/// Says whether an export left alone what it had to leave alone, by tools that did not write it.
public enum ExportJudge {
    /// Everything that an export of `original` harmed; empty when all is well.
    ///
    /// All objects are compared (see `compare_objects.py`), the text that pdftotext finds, and what `qpdf --check` says.
    ///
    /// - Parameters:
    ///   - pages: the pages that were drawn on, from 0.
    ///   - password: opens both files.
    public static func harm(
        original: String, output: String, pages: [Int], password: String? = nil
    ) throws -> [String] {
        var harm: [String] = []
        let list = pages.isEmpty ? "-" : pages.map(String.init).joined(separator: ",")
        let objects = try python("compare_objects", original, output, list, password ?? "")
        var lines = objects.split(separator: "\n").map(String.init)
        if lines.popLast() != "same" { harm += lines.isEmpty ? ["the objects could not be compared"] : lines }
        if try text(of: original, password) != text(of: output, password) {
            harm.append("pdftotext finds another text")
        }
        let (before, after) = (try check(original, password), try check(output, password))
        if after > before { harm.append("qpdf --check says \(after), said \(before) of the original") }
        return harm
    }

    private static func text(of file: String, _ password: String?) throws -> [UInt8] {
        // Some files keep pdftotext busy for ever; then both texts end where the time did, and count as none.
        let tool = try Requirement.tool("pdftotext")
        let done = try run(try Requirement.tool("timeout"), "20", tool, "-upw", password ?? "", file, "-")
        return done.status == 124 ? [] : done.stdout
    }

    /// How bad `qpdf --check` finds a file.
    private enum Verdict: Int, Comparable {
        case clean, warnings, errors
        static func < (a: Verdict, b: Verdict) -> Bool { a.rawValue < b.rawValue }
    }

    private static func check(_ file: String, _ password: String?) throws -> Verdict {
        let done = try run(
            try Requirement.tool("timeout"), "60", try Requirement.tool("qpdf"), "--password=\(password ?? "")",
            "--check", file)
        return switch done.status {
        case 0: .clean
        case 3: .warnings
        default: .errors
        }
    }
}
