// SPDX-License-Identifier: GPL-3.0-or-later

/// Says whether ink was appended to documents as it should be, by pikepdf and by pictures.
public struct AppendJob: Codable, Sendable {
    var original: String
    var output: String
    var overlaid: [Int]
    var annotated: [String: Int]
    var files: Int
    var marks: [[[Double]]]
    var engine: String

    /// An output that shall be its original with an update behind it.
    ///
    /// - Parameters:
    ///   - overlaid: the pages, from 0, that got an overlay.
    ///   - annotated: the number of new annotations by page, from 0.
    ///   - files: the number of files that were embedded.
    ///   - marks: for each page the places, in points, that must be pure red; a page without any must have no red.
    ///   - engine: what draws the pages; nil draws nothing.
    public init(
        original: String, output: String, overlaid: [Int], annotated: [Int: Int], files: Int,
        marks: [[(Double, Double)]],
        engine: Engine?
    ) {
        self.original = original
        self.output = output
        self.overlaid = overlaid
        self.annotated = Dictionary(uniqueKeysWithValues: annotated.map { ("\($0)", $1) })
        self.files = files
        self.marks = marks.map { $0.map { [$0.0, $0.1] } }
        self.engine = engine?.rawValue ?? ""
    }

    /// What is wrong with each, all in one run of `judge_appends.py`; empty where all is well.
    public static func harm(_ jobs: [AppendJob]) throws -> [[String]] { try judge("judge_appends", jobs) }
}
