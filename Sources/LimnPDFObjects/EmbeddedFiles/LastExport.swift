// SPDX-License-Identifier: GPL-3.0-or-later

/// The export with ink that wrote the end of a document.
public struct LastExport: Sendable {
    /// The size in bytes of the document before the export. The document still begins with these bytes.
    public var baseSize: Int
    /// Whether the export changed the content of pages. Otherwise, its ink became annotations.
    public var isInContents: Bool
    /// The ink of the export, in the native format.
    public var sourceInk: [UInt8]
    /// The ink of the exports before it, oldest first.
    public var earlierInk: [[UInt8]]
}

extension ObjectDocument {
    /// The maximum number of earlier ends of the document that are tried.
    private static let endLimit = 8

    /// Returns the last export of the document, if it appended its ink and nothing was appended after it; otherwise nil.
    ///
    /// The bytes before an appended update are the earlier document. They end with the marker `%%EOF` (ISO 32000-1,
    /// 7.5.6). The end of the document is an export if it adds one file of source ink to those of the earlier document.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex` or `unreadable`.
    public func lastExport() throws(PDFObjectsError) -> LastExport? {
        let all = try sourceInk()
        guard let own = all.last else { return nil }
        let bytes = try original
        for size in Self.earlierSizes(of: bytes) {
            let opened: ObjectDocument
            do throws(PDFObjectsError) {
                opened = try ObjectDocument(bytes: Array(bytes[..<size]), password: password)
            } catch { continue }
            let earlier = try opened.sourceInk()
            guard earlier == Array(all.dropLast()) else { continue }
            return LastExport(
                baseSize: size, isInContents: try differsInContents(from: opened), sourceInk: own, earlierInk: earlier)
        }
        return nil
    }

    /// Returns the sizes that the document may have had before its last updates, largest first.
    private static func earlierSizes(of bytes: [UInt8]) -> [Int] {
        let marker = Array("%%EOF".utf8)
        var sizes: [Int] = []
        var isLast = true
        var place = bytes.count - marker.count
        while place >= 0, sizes.count < endLimit {
            defer { place -= 1 }
            guard bytes[place] == marker[0], bytes[place..<place + marker.count].elementsEqual(marker) else { continue }
            if !isLast {
                var end = place + marker.count
                if end < bytes.count, bytes[end] == 13 { end += 1 }
                if end < bytes.count, bytes[end] == 10 { end += 1 }
                sizes.append(end)
            }
            isLast = false
        }
        return sizes
    }

    private func differsInContents(from earlier: ObjectDocument) throws(PDFObjectsError) -> Bool {
        for index in 0..<min(try pageCount, try earlier.pageCount) {
            if try contents(ofPage: index) != (try earlier.contents(ofPage: index)) { return true }
        }
        return false
    }

    /// Returns the ids of a page's content streams.
    private func contents(ofPage index: Int) throws(PDFObjectsError) -> [ObjectID?] {
        guard let contents = try tree.leaf(at: index).page["/Contents"] else { return [] }
        return contents.isArray ? contents.items.map(\.identity) : [contents.identity]
    }
}
