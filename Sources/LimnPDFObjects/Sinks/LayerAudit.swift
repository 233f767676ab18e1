// SPDX-License-Identifier: GPL-3.0-or-later

/// Compares the optional content of an export with that of the original. The export may only add groups.
struct LayerAudit {
    private let old: PDFObject?
    private let new: PDFObject?

    init(_ old: PDFObject?, _ new: PDFObject?) { (self.old, self.new) = (old, new) }

    /// The arrays of an optional content configuration to which new groups may be added.
    private static let lists = ["/Order", "/OFF", "/ON", "/Locked"]

    /// Checks that the export only adds groups.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` if anything else has changed.
    func check() throws(PDFObjectsError) {
        guard let new else {
            if old != nil { throw fault }
            return
        }
        if let old {
            guard try rest(of: old, without: ["/OCGs", "/D"]) == rest(of: new, without: ["/OCGs", "/D"]) else {
                throw fault
            }
        } else if !Set(new.keys).isSubset(of: [Self.key("/OCGs"), Self.key("/D")]) {
            throw fault
        }
        let added = try self.added(old?["/OCGs"], new["/OCGs"])
        guard added.allSatisfy({ $0["/Type"]?.isName("/OCG") == true && $0["/Name"]?.isString == true }) else {
            throw fault
        }
        try checkConfiguration(Set(added.compactMap(\.identity)))
    }

    /// Checks that the default configuration (/D) has gained only new groups, and a name if it had none.
    private func checkConfiguration(_ groups: Set<ObjectID>) throws(PDFObjectsError) {
        let (before, after) = (old?["/D"], new?["/D"])
        guard let after, after.isDictionary else {
            if before != nil || !groups.isEmpty { throw fault }
            return
        }
        let keys = Self.lists + (before?["/Name"] == nil ? ["/Name"] : [])
        if let before {
            guard try rest(of: before, without: keys) == rest(of: after, without: keys) else { throw fault }
        } else if !Set(after.keys).isSubset(of: keys.map(Self.key)) {
            throw fault
        }
        for list in Self.lists {
            for item in try added(before?[list], after[list]) {
                guard let id = item.identity, groups.contains(id) else { throw fault }
            }
        }
    }

    /// Returns the items that were appended to an array.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` if the original items have changed.
    private func added(_ before: PDFObject?, _ after: PDFObject?) throws(PDFObjectsError) -> [PDFObject] {
        let (old, new) = (before?.count ?? 0, after?.count ?? 0)
        guard new >= old else { throw fault }
        for index in 0..<old {
            guard try before?.item(index)?.unparsed() == (try after?.item(index)?.unparsed()) else { throw fault }
        }
        return (old..<new).compactMap { after?.item($0) }
    }

    private func rest(of object: PDFObject, without keys: [String]) throws(PDFObjectsError) -> PDFText {
        guard object.isDictionary else { throw fault }
        return try object.unparsed(replacing: keys.map { ($0, nil) })
    }

    private static func key(_ name: String) -> [CChar] { Array(name.utf8CString) }

    private var fault: PDFObjectsError { UpdateAudit.fault("layers of the document have changed") }
}
