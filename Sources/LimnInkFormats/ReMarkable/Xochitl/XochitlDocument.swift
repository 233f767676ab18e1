// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry
public import LimnInk

/// Reads a reMarkable document from the files of xochitl, the tablet's program.
///
/// `ID.content` contains the list of pages, `ID.metadata` the title, `ID.pagedata` the names of the rulings, `ID.pdf`
/// the PDF below the ink, and `ID/PAGE.rm` the ink of a page.
public enum XochitlDocument {
    /// Reads a document.
    ///
    /// Deleted pages and repeated entries in the list of pages are listed as dropped. A page without an ink file is
    /// empty. Pages on the PDF are placed as on the tablet (``InkDocument/Placement``).
    ///
    /// - Parameters:
    ///   - id: the common prefix of the file names, a UUID.
    ///   - template: the document's PDF; nil if there is none. It becomes the template of the result and is not read.
    ///   - limits: the limits for the number of pages, and for the total size, strokes and points of all pages.
    ///   - contents: reads a file such as `ID.content` or `ID/PAGE.rm`; returns nil if it does not exist. Page names
    ///     come from the document, but never contain a slash, a backslash or a control character.
    /// - Throws: ``InkFormatError`` with `corrupt` if the list of pages is missing or damaged, `tooLarge`,
    ///   `unsupportedVersion` or `unsupported`; also errors of `contents`.
    public static func read(
        _ id: String, template: InkDocument.Template?, limits: InkLimits = .standard,
        contents: (String) throws(InkFormatError) -> [UInt8]?
    ) throws(InkFormatError) -> InkImport {
        let format = InkFormat.remarkableDocument
        var context = RemarkableContext(limits: limits, format: format)
        let content = try content(id, contents)
        guard content.pages.count <= limits.maximumPages else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumPages) pages")
        }
        guard content.pages.allSatisfy({ isName($0.id) }) else {
            throw InkFormatError(.corrupt, format: format, "a page has an invalid file name")
        }
        context.dropped.note(content, hasPDF: template != nil)
        let rulings = try contents("\(id).pagedata").map { String(decoding: $0.prefix(1 << 20), as: UTF8.self) } ?? ""
        let names = rulings.split(separator: "\n", omittingEmptySubsequences: false)
        var document = InkDocument(title: try title(id, contents), template: template)
        var size = 0
        // A list could contain the same page thousands of times, so repeated names are dropped.
        var known: Set<String> = []
        for (index, entry) in content.pages.enumerated() {
            guard known.insert(entry.id).inserted else {
                context.dropped.note(.page, page: nil, detail: "listed once more")
                continue
            }
            context.page = document.pages.count + 1
            let pdfPage = template == nil ? nil : entry.pdfPage
            var page = InkDocument.Page()
            if let ink = try ink(id, entry.id, index, contents) {
                size += ink.count
                guard size <= limits.maximumBytes else {
                    throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
                }
                let layers = try layerNames(id, entry.id, index, contents)
                let read = try RemarkablePage(ink, isOnPDF: pdfPage != nil, layerNames: layers, from: &context)
                page = read.page
                if pdfPage != nil { page.placement = read.version < 6 ? .filled : .topCenter }
            } else if pdfPage == nil {
                page.size = RemarkableCanvas(version: 6, isOnPDF: false).size
            }
            if try contents("\(id).highlights/\(entry.id).json") != nil {
                context.drop(.strokeSetting, "highlights of text in a file of their own")
            }
            if let pdfPage {
                page.background = .pdf(page: pdfPage)
            } else if let name = entry.template ?? (index < names.count ? String(names[index]) : nil), !name.isEmpty {
                page.background = .paper(style: name, color: .white)
            }
            document.pages.append(page)
        }
        return InkImport(format: format, document: document, dropped: context.dropped.items)
    }

    /// The maximum size of a JSON file, in bytes. Real files have a few hundred bytes per page.
    private static let maximumJSONSize = 8 << 20

    private static func content(
        _ id: String, _ contents: (String) throws(InkFormatError) -> [UInt8]?
    ) throws(InkFormatError) -> XochitlContent {
        let format = InkFormat.remarkableDocument
        guard let json = try contents("\(id).content") else {
            throw InkFormatError(.corrupt, format: format, "its list of pages, \(id).content, is missing")
        }
        guard json.count <= maximumJSONSize else {
            throw InkFormatError(.tooLarge, format: format, "its list of pages has more than \(maximumJSONSize) bytes")
        }
        do { return try XochitlContent(json) } catch {
            throw InkFormatError(.corrupt, format: format, "its list of pages, \(id).content, cannot be read")
        }
    }

    /// Returns the ink file of a page; nil if there is none. Old exports use the page index as the file's name.
    private static func ink(
        _ id: String, _ page: String, _ index: Int, _ contents: (String) throws(InkFormatError) -> [UInt8]?
    ) throws(InkFormatError) -> [UInt8]? {
        if let ink = try contents("\(id)/\(page).rm") { return ink }
        return try contents("\(id)/\(index).rm")
    }

    private static func layerNames(
        _ id: String, _ page: String, _ index: Int, _ contents: (String) throws(InkFormatError) -> [UInt8]?
    ) throws(InkFormatError) -> [String] {
        struct File: Decodable {
            struct Layer: Decodable { var name: String? }
            var layers: [Layer]?
        }
        var json = try contents("\(id)/\(page)-metadata.json")
        if json == nil { json = try contents("\(id)/\(index)-metadata.json") }
        guard let json, json.count <= maximumJSONSize, let file = try? BoundedJSON.decode(File.self, from: Data(json))
        else { return [] }
        return (file.layers ?? []).map { $0.name ?? "" }
    }

    private static func title(
        _ id: String, _ contents: (String) throws(InkFormatError) -> [UInt8]?
    ) throws(InkFormatError) -> String? {
        struct File: Decodable { var visibleName: String? }
        guard let json = try contents("\(id).metadata"), json.count <= maximumJSONSize else { return nil }
        let name = (try? BoundedJSON.decode(File.self, from: Data(json)))?.visibleName
        return name?.isEmpty == true ? nil : name
    }

    /// Returns whether a page's name is a valid file name without path separators.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    }
}

extension DroppedItems {
    /// Adds the unsupported content of a list of pages.
    fileprivate mutating func note(_ content: XochitlContent, hasPDF: Bool) {
        if content.deletedCount > 0 { note(.page, page: nil, count: content.deletedCount, detail: "deleted") }
        if content.tagCount > 0 { note(.bookmark, page: nil, count: content.tagCount, detail: "tag") }
        for text in content.unsupported { note(.background, page: nil, detail: text) }
    }
}
