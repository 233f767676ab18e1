// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// pdf.js, Debian's libjs-pdf, in a headless Chromium.
public enum PDFJS {
    /// A page that pdf.js is to show.
    public struct Job: Codable, Sendable {
        var file: String
        var page: Int
        var scale: Double
        var picture: String

        /// A page, from 1, to be drawn with `scale` pixels a unit of user space into the PPM file `picture`.
        public init(_ file: String, page: Int = 1, scale: Double, picture: String) {
            self.file = file
            self.page = page
            self.scale = scale
            self.picture = picture
        }
    }

    /// What pdf.js's `getAnnotations()` says of an annotation.
    public struct Annotation: Codable, Sendable {
        /// A point in user space.
        public struct Point: Codable, Hashable, Sendable {
            /// To the right.
            public var x: Double
            /// Up.
            public var y: Double
        }

        /// The kind, such as `Ink`.
        public var subtype: String
        /// The lines of an ink annotation.
        public var inkLists: [[Point]]
        /// Red, green and blue, 0…255.
        public var color: [Int]
        /// The box in user space: left, bottom, right, top.
        public var rect: [Double]
        /// The text for people who do not see it.
        public var contents: String
        /// Whether it has a picture of its own.
        public var hasAppearance: Bool
    }

    /// A page as pdf.js sees it.
    public struct Page: Codable, Sendable {
        /// The number of pages of the document.
        public var pages: Int
        /// The page's annotations, in order.
        public var annotations: [Annotation]
    }

    /// Opens files and shows pages, all in one run of `pdfjs_pages.py`.
    public static func show(_ jobs: [Job]) throws -> [Page] {
        let browser = try Requirement.tool("chromium-headless-shell")
        let library = try Requirement.file("/usr/share/javascript/pdf/build/pdf.js", of: "libjs-pdf")
        let folder = try TemporaryFolder()
        let list = try folder.write(try JSONEncoder().encode(jobs), "jobs.json")
        let root = URL(fileURLWithPath: library).deletingLastPathComponent().deletingLastPathComponent().path
        return try JSONDecoder().decode([Page].self, from: Data(try python("pdfjs_pages", browser, root, list).utf8))
    }
}
