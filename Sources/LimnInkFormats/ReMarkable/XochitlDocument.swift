// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import LimnInk

/// Puts a reMarkable document together from the files that the tablet's program, xochitl, keeps of it.
///
/// `ID.content` lists the pages, `ID.metadata` has the title, `ID.pagedata` the names of rulings, `ID.pdf` is what was
/// written on, and `ID/PAGE.rm` holds the ink of a page.
public enum XochitlDocument {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - id: how the names of its files begin.
    ///   - template: how the PDF is found; nil when there is none.
    ///   - contents: the contents of a file such as `ID.content` or `ID/PAGE.rm`; nil when there is none by that name.
    /// - Throws: ``InkFormatError``, its own or those of `contents`.
    public static func read(
        _ id: String, template: InkDocument.Template?, limits: InkLimits = .standard,
        contents: (String) throws(InkFormatError) -> [UInt8]?
    ) throws(InkFormatError) -> InkImport {
        let format = InkFormat.remarkableDocument
        var account = RemarkableAccount(limits: limits, format: format)
        let content = try content(id, contents)
        guard content.pages.count <= limits.maximumPages else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumPages) pages")
        }
        guard content.pages.allSatisfy({ isName($0.id) }) else {
            throw InkFormatError(.corrupt, format: format, "a page has a name that no file can have")
        }
        account.dropped.note(content, hasPDF: template != nil)
        let rulings = try contents("\(id).pagedata").map { String(decoding: $0.prefix(1 << 20), as: UTF8.self) } ?? ""
        let names = rulings.split(separator: "\n", omittingEmptySubsequences: false)
        var document = InkDocument(title: try title(id, contents), template: template)
        var size = 0
        // A list may name one page thousands of times, which would be read as often.
        var known: Set<String> = []
        for (index, place) in content.pages.enumerated() {
            guard known.insert(place.id).inserted else {
                account.dropped.note(.page, page: nil, detail: "listed once more")
                continue
            }
            account.page = document.pages.count + 1
            let pdfPage = template == nil ? nil : place.pdfPage
            var page = InkDocument.Page()
            if let ink = try ink(id, place.id, index, contents) {
                size += ink.count
                guard size <= limits.maximumBytes else {
                    throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
                }
                let layers = try layerNames(id, place.id, index, contents)
                let read = try RemarkablePage(ink, isOnPDF: pdfPage != nil, layerNames: layers, from: &account)
                page = read.page
                if pdfPage != nil { page.placement = read.version < 6 ? .filled : .topCenter }
            } else if pdfPage == nil {
                page.size = RemarkableCanvas(version: 6, isOnPDF: false).size
            }
            if try contents("\(id).highlights/\(place.id).json") != nil {
                account.drop(.strokeSetting, "highlights of text in a file of their own")
            }
            if let pdfPage {
                page.background = .pdf(page: pdfPage)
            } else if let name = place.template ?? (index < names.count ? String(names[index]) : nil), !name.isEmpty {
                page.background = .paper(style: name, color: .white)
            }
            document.pages.append(page)
        }
        return InkImport(format: format, document: document, dropped: account.dropped.items)
    }

    /// The largest file of JSON that is read, in bytes; real ones have some hundred for each page.
    private static let largestJSON = 8 << 20

    private static func content(
        _ id: String, _ contents: (String) throws(InkFormatError) -> [UInt8]?
    ) throws(InkFormatError) -> XochitlContent {
        let format = InkFormat.remarkableDocument
        guard let json = try contents("\(id).content") else {
            throw InkFormatError(.corrupt, format: format, "its list of pages, \(id).content, is missing")
        }
        guard json.count <= largestJSON else {
            throw InkFormatError(.tooLarge, format: format, "its list of pages has more than \(largestJSON) bytes")
        }
        do { return try XochitlContent(json) } catch {
            throw InkFormatError(.corrupt, format: format, "its list of pages, \(id).content, cannot be read")
        }
    }

    /// The ink of a page: old exports name it by its index.
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
        guard let json, json.count <= largestJSON, let file = try? JSONDecoder().decode(File.self, from: Data(json))
        else { return [] }
        return (file.layers ?? []).map { $0.name ?? "" }
    }

    private static func title(
        _ id: String, _ contents: (String) throws(InkFormatError) -> [UInt8]?
    ) throws(InkFormatError) -> String? {
        struct File: Decodable { var visibleName: String? }
        guard let json = try contents("\(id).metadata"), json.count <= largestJSON else { return nil }
        let name = (try? JSONDecoder().decode(File.self, from: Data(json)))?.visibleName
        return name?.isEmpty == true ? nil : name
    }

    /// Whether a page's name can be that of a file in the document's own folder.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    }
}

extension DroppedItems {
    /// Notes what a list of pages tells that is not followed.
    fileprivate mutating func note(_ content: XochitlContent, hasPDF: Bool) {
        if content.deletedCount > 0 { note(.page, page: nil, count: content.deletedCount, detail: "deleted") }
        if content.tagCount > 0 { note(.bookmark, page: nil, count: content.tagCount, detail: "tag") }
        for text in content.unfollowed { note(.background, page: nil, detail: text) }
    }
}
