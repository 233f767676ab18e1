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
    ///   - files: the number of files that were embedded.
    public static func harm(
        original: String, output: String, pages: [Int], password: String? = nil, files: Int = 0
    ) throws -> [String] {
        let list = pages.isEmpty ? "-" : pages.map(String.init).joined(separator: ",")
        let lines = try python("judge_export", original, output, list, password ?? "", "\(files)")
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
        public var isSuccess: Bool { status == "ok" || status == "warnings" }
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

    /// An export with annotations to be judged by ``annotated(_:)``.
    public struct Annotated: Codable, Sendable {
        var original: String
        var output: String
        var pages: [String: Int]
        var isAppended: Bool
        var files: Int
        var password = ""

        /// An export of `original`.
        ///
        /// - Parameters:
        ///   - pages: the number of annotations that were added by page, from 0.
        ///   - isAppended: whether the original must be its beginning.
        ///   - files: the number of files that were embedded.
        public init(original: String, output: String, pages: [Int: Int], isAppended: Bool, files: Int = 0) {
            self.original = original
            self.output = output
            self.pages = Dictionary(uniqueKeysWithValues: pages.map { ("\($0)", $1) })
            self.isAppended = isAppended
            self.files = files
        }
    }

    /// What is wrong with exports with annotations, each a list that is empty when all is well: see `judge_annotated.py`.
    public static func annotated(_ jobs: [Annotated]) throws -> [[String]] {
        try TestSupport.judge("judge_annotated", jobs)
    }

    /// What pyHanko thinks of a signature.
    public struct Signature: Codable, Sendable {
        /// What one policy for comparing revisions says.
        public struct Opinion: Codable, Sendable {
            /// Whether the signed bytes are those that were signed.
            public var intact: Bool
            /// Whether the signature itself is right.
            public var valid: Bool
            /// The DocMDP level that the signature sets; 0 where it sets none.
            public var permission: Int
            /// How far the document was changed since: NONE, LTA_UPDATES, FORM_FILLING, ANNOTATIONS or OTHER.
            public var level: String
            /// Whether that is within what the signature permits.
            public var isAllowed: Bool
            /// What was found suspicious.
            public var why: String
        }
        /// The signed field.
        public var field: String
        /// By pyHanko's own policy, which knows no annotations.
        public var own: Opinion
        /// By the same with a rule for annotations: see `judge_signatures.py`.
        public var extended: Opinion
    }

    /// What pyHanko thinks of the signatures of some files.
    public static func signatures(_ files: [String]) throws -> [[Signature]] {
        let script = try scriptPath("judge_signatures")
        let done = try run(try Requirement.python(), ([script] + files).map { Array($0.utf8) })
        guard done.status == 0 else { throw ScriptFailure(script: "judge_signatures", output: done.stderr) }
        return try JSONDecoder().decode([[Signature]].self, from: Data(done.stdout))
    }
}
