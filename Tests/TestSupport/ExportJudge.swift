// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

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
        let list = pages.isEmpty ? "-" : pages.map(String.init).joined(separator: ",")
        let lines = try python("judge_export", original, output, list, password ?? "")
        return try JSONDecoder().decode([String].self, from: Data(lines.utf8))
    }

    /// What became of one PDF in ``judge(filesIn:with:program:passwords:)``.
    public struct Verdict: Codable, Sendable {
        /// The file, relative to its folder.
        public var file: String
        /// Of "form", "outline", "links", "rotation", "CropBox", "object streams", what it has by pikepdf.
        public var features: [String]
        /// The pages that were drawn on, from 1.
        public var pages: [Int]
        /// What `limn flatten --json` says, or how it ended without a word.
        public var status: String
        /// How it was saved, `append` or `rewrite`; empty when nothing was.
        public var save: String
        /// Why it was saved that way.
        public var reason: String
        /// Its messages.
        public var messages: [String]
        /// What was harmed; empty when all is well or nothing was written.
        public var harm: [String]

        /// Whether there is an export.
        public var isDone: Bool { status == "ok" || status == "warnings" }
    }

    /// What is wrong with an output that shall be its original, byte for byte, with an update behind it; empty when all is
    /// well. Objects that the update does not hold must be equal by pikepdf.
    public static func appended(original: String, output: String) throws -> [String] {
        let lines = try python("judge_append", original, output)
        return try JSONDecoder().decode([String].self, from: Data(lines.utf8))
    }

    /// Lays ink over every PDF of a folder and below, each in a process of its own, and judges every export.
    ///
    /// - Parameters:
    ///   - inks: two ink files, one of one page and one of two.
    ///   - program: the path of `limn`.
    ///   - passwords: passwords by file name.
    public static func judge(
        filesIn folder: URL, with inks: (onePage: String, twoPages: String), program: String,
        passwords: [String: String] = [:]
    ) throws -> [Verdict] {
        let secrets = String(decoding: try JSONEncoder().encode(passwords), as: UTF8.self)
        let lines = try python("judge_corpus", program, inks.onePage, inks.twoPages, folder.path, secrets)
        return try JSONDecoder().decode([Verdict].self, from: Data(lines.utf8))
    }
}
