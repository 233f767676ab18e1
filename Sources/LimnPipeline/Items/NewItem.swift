// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnGeometry
public import LimnInk
internal import LimnJobs
public import SystemPackage

/// The description of an item to add to a page.
public struct NewItem: Hashable, Sendable {
    /// The content of the item.
    public enum Content: Hashable, Sendable {
        /// Typed text. Lines break at the given width in points; if it is nil, they break at line feeds only.
        case text(String, TextItem.Style, width: Double?)
        /// A PNG or JPEG file, with the width of the picture in points; nil for 72 pixels per inch.
        case picture(FilePath, width: Double?)
        /// A note with a title and a text.
        case note(title: String, text: String)
        /// A link that covers an area of the given size.
        case link(LinkItem.Target, Size)
    }

    /// The content.
    public var content: Content
    /// The position of its top left corner in page space, in points.
    public var place: Point
    /// The name of its layer; nil for the first layer.
    public var layer: String?

    /// The maximum size of a picture's file in bytes.
    public static let pictureLimit = 64 << 20

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - content: the text, the picture, the note or the link.
    ///   - place: the top left corner in page space, in points.
    ///   - layer: the name of an existing layer; nil for the first one.
    public init(_ content: Content, at place: Point, layer: String? = nil) {
        self.content = content
        self.place = place
        self.layer = layer
    }

    /// Makes the item. For a picture, reads the file and removes its metadata.
    ///
    /// - Throws: ``LimnError``.
    func item() throws(LimnError) -> PageObject {
        switch content {
        case .text(let text, let style, let width): return .text(TextItem(text, style, at: place, width: width))
        case .note(let title, let text): return .note(NoteItem(at: place, title: title, text: text))
        case .link(let target, let size):
            return .link(
                LinkItem(
                    Rect(x0: place.x, y0: place.y, x1: place.x + size.width, y1: place.y + size.height), to: target))
        case .picture(let path, let width):
            let data = try Self.picture(path)
            guard let head = PictureHead(data) else {
                throw LimnError(.unrecognized, about: path, "This is a damaged picture.")
            }
            let wide = width ?? Double(head.shownWidth)
            let high = wide * Double(head.shownHeight) / Double(head.shownWidth)
            return .picture(
                PictureItem(
                    data, frame: Rect(x0: 0, y0: 0, x1: wide, y1: high),
                    transform: .translation(Vector(dx: place.x, dy: place.y))))
        }
    }

    private static func picture(_ path: FilePath) throws(LimnError) -> PictureData {
        let bytes: [UInt8]
        do {
            let file = try InputFile(path, limits: InputLimits(bytes: pictureLimit))
            bytes = try file.bytes()
        } catch { throw LimnError(error) }
        guard let data = PictureData(bytes), data.format != .pdf else {
            throw LimnError(.unrecognized, about: path, "This is not a PNG or JPEG picture.")
        }
        return data.withoutMetadata
    }
}
