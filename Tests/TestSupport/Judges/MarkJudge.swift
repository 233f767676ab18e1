// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// A page to look for marks on, or to take colors from.
public struct MarkJob: Codable, Sendable {
    /// The file.
    public var file: String
    /// The page, from 1; 1 for a picture.
    public var page: Int
    /// An ``Engine``'s name, or `png` where the file is a picture already.
    public var engine: String
    /// Pixels per 72 units; see ``Engine/draw(_:page:dpi:)``.
    public var dpi: Int
    /// How much of a color a pixel must show to count, 0…255: little on a white page, much on a busy one.
    public var least = 25
    /// Places, in pixels, whose colors are wanted.
    public var points: [[Double]] = []

    /// A page of a PDF, drawn by an engine so that a point takes `dpi` / 72 pixels, whatever the page's /UserUnit.
    ///
    /// MuPDF honors /UserUnit by itself; for the others the resolution makes up for it.
    public init(_ engine: Engine, _ file: String, page: Int = 1, dpi: Int = 150, userUnit: Int = 1) {
        self.init(engine: engine.rawValue, file, page: page, dpi: engine == .mupdf ? dpi : dpi * userUnit)
    }

    /// A picture, PNG or PPM.
    public init(png file: String) { self.init(engine: "png", file, page: 1, dpi: 0) }

    private init(engine: String, _ file: String, page: Int, dpi: Int) {
        self.file = file
        self.page = page
        self.engine = engine
        self.dpi = dpi
    }
}

/// What was found on a page.
public struct MarkedPage: Codable, Sendable {
    /// Where the ink of one color lies.
    public struct Mark: Codable, Sendable {
        /// The covered area in pixels.
        public var area: Double
        /// The column of the centroid; the first pixel's middle is 0.5.
        public var x: Double
        /// The row of the centroid.
        public var y: Double

        /// How far the centroid is from a place, in pixels.
        public func distance(toX px: Double, y py: Double) -> Double { hypot(x - px, y - py) }
    }

    /// The width of the picture in pixels.
    public var width: Int
    /// The height of the picture in pixels.
    public var height: Int
    /// The marks by color: black, red, green, blue, cyan, magenta, yellow.
    public var marks: [String: Mark]
    /// The colors, 0…255, at the job's points.
    public var pixels: [[Int]]
}

/// Draws pages and measures what is on them, all in one run of `find_marks.py`.
public func findMarks(_ jobs: [MarkJob]) throws -> [MarkedPage] { try judge("find_marks", jobs) }

/// Hands jobs to a script as JSON and reads its results.
public func judge<Job: Encodable, Result: Decodable>(_ script: String, _ jobs: [Job]) throws -> [Result] {
    let folder = try TemporaryFolder()
    let file = try folder.write(try JSONEncoder().encode(jobs), "jobs.json")
    return try JSONDecoder().decode([Result].self, from: Data(try python(script, file).utf8))
}
