// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// The properties of a PDF.
public struct PDFInspection: Sendable, Codable {
    /// The boxes, rotation and size of a page.
    public struct Page: Sendable, Codable {
        /// The number, from 1.
        public let page: Int
        /// The width as displayed, in points.
        public let width: Double
        /// The height as displayed, in points.
        public let height: Double
        /// The MediaBox in user space: left, bottom, right, top.
        public let mediaBox: [Double]
        /// The displayed part, CropBox ∩ MediaBox, in user space: left, bottom, right, top.
        public let cropBox: [Double]
        /// The clockwise rotation in degrees.
        public let rotate: Int
        /// Points per unit of user space.
        public let userUnit: Double

        package init(number: Int, _ geometry: PageGeometry) {
            func numbers(_ r: Rect) -> [Double] { [r.minX, r.minY, r.maxX, r.maxY] }
            page = number
            width = geometry.size.width
            height = geometry.size.height
            mediaBox = numbers(geometry.mediaBox)
            cropBox = numbers(geometry.displayBox)
            rotate = geometry.rotation.rawValue
            userUnit = geometry.userUnit
        }
    }

    /// An entry of the outline.
    public struct OutlineItem: Sendable, Codable {
        /// The title.
        public let title: String
        /// The number of the target page, from 1; nil if the target is not a page.
        public let page: Int?
        /// The URI that it opens; nil for none.
        public let uri: String?
        /// The child items.
        public let children: [OutlineItem]

        package init(title: String, page: Int?, uri: String?, children: [OutlineItem]) {
            self.title = title
            self.page = page
            self.uri = uri
            self.children = children
        }
    }

    /// Always `pdf`.
    public private(set) var kind = "pdf"
    /// The file's name as it appears in JSON.
    public let input: String
    /// The file's size in bytes.
    public let bytes: Int
    /// The version of the file format; empty if it cannot be read.
    public let version: String
    /// The document's information: Title, Author and so on.
    public let info: [String: String]
    /// Whether it is encrypted.
    public let encrypted: Bool
    /// Whether it is signed or certified.
    public let signed: Bool
    /// Whether it has a structure tree.
    public let tagged: Bool
    /// Whether it contains an XFA form, with or without form fields.
    public let xfa: Bool
    /// The number of form fields.
    public let formFields: Int
    /// The number of form fields by kind, such as `text` or `check`, including fields that only pages reference.
    public let fieldKinds: [String: Int]
    /// The number of links.
    public let links: Int
    /// The number of annotations by subtype, including links and form widgets.
    public let annotations: [String: Int]
    /// The number of embedded files.
    public let embeddedFiles: Int
    /// The outline.
    public let outline: [OutlineItem]
    /// The pages.
    public let pages: [Page]
    /// `ok`, or `warnings` if something was repaired.
    public private(set) var status: ResultStatus
    /// Sentences about repairs.
    public private(set) var messages: [String]

    /// The file's name for messages. It is not part of the JSON.
    package private(set) var displayName = ""

    private enum CodingKeys: String, CodingKey {
        case kind, input, bytes, version, info, encrypted, signed, tagged, xfa, formFields, fieldKinds, links,
            annotations
        case embeddedFiles, outline, pages, status, messages
    }

    /// Adds messages that name the file.
    package mutating func add(_ more: [String], about displayName: String) {
        self.displayName = displayName
        messages += more
        if !messages.isEmpty { status = .warnings }
    }

    package init(
        input: String, bytes: Int, version: String, info: [String: String], isEncrypted: Bool, isSigned: Bool,
        isTagged: Bool, hasXFA: Bool, formFields: Int, fieldKinds: [String: Int] = [:], links: Int,
        annotations: [String: Int], embeddedFiles: Int,
        pages: [Page], outline: [OutlineItem], messages: [String]
    ) {
        self.input = input
        self.bytes = bytes
        self.version = version
        self.info = info
        encrypted = isEncrypted
        signed = isSigned
        tagged = isTagged
        xfa = hasXFA
        self.formFields = formFields
        self.fieldKinds = fieldKinds
        self.links = links
        self.annotations = annotations
        self.embeddedFiles = embeddedFiles
        self.outline = outline
        self.pages = pages
        self.messages = messages
        status = messages.isEmpty ? .ok : .warnings
    }
}
