// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnFiles

/// A copy of a damaged PDF with new cross-references to every object that is left.
///
/// The objects themselves are the original's bytes. Only what is needed to find the pages is made anew if it is lost.
package struct RebuiltCopy: Sendable {
    /// The bytes of the copy.
    package let bytes: [UInt8]
    /// The number of pages.
    package let pageCount: Int
    /// A sentence about what was done, for the user.
    package let note: String

    /// Rebuilds a document.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - password: the user or owner password; nil if none is known.
    /// - Returns: nil if no page can be found.
    /// - Throws: ``PDFObjectsError`` with `passwordRequired`, `passwordWrong`; with `damaged` if the document is
    ///   encrypted and the key cannot be found; and other errors of libqpdf.
    package init?(of bytes: [UInt8], password: String?) throws(PDFObjectsError) {
        guard let header = Array(bytes.prefix(1024 + 5)).offsets(of: "%PDF-").first else { return nil }
        var rebuilding = Rebuilding(header == 0 ? bytes : Array(bytes[header...]), password: password)
        guard !rebuilding.places.isEmpty else { return nil }
        if rebuilding.needsKey {
            throw PDFObjectsError(.damaged, cause: "it is encrypted, and what says how is lost")
        }
        try rebuilding.addMembers()
        guard let (root, count, isFound) = try rebuilding.root() else { return nil }
        self.bytes = rebuilding.written(root: root)
        pageCount = count
        note =
            "The file is damaged. Its cross-references were rebuilt from the \(rebuilding.places.count) objects that are left"
            + (isFound ? "." : ", and its pages may be in another order, because the list of pages is lost.")
    }
}

/// The steps of rebuilding a document.
private struct Rebuilding {
    private var base: [UInt8]
    private let password: String?
    private let scan: ObjectScan
    /// Whether the trailer wrongly says that the document is encrypted.
    private var ignoresEncryption = false
    /// The objects by number.
    private(set) var places: [CInt: CrossReferenceEntry] = [:]
    /// The numbers in references, some of which lead to objects that are lost.
    private var references: Set<Int> = []

    init(_ bytes: [UInt8], password: String?) {
        self.password = password
        scan = bytes.withUnsafeBufferPointer { ObjectScan($0) }
        base = bytes + Array((scan.isCut ? "\nendstream\nendobj\n" : "\n").utf8)
        for found in scan.objects where found.kind != .crossReferences { add(found.id, .offset(found.offset)) }
        references = ReferenceScan.numbers(in: bytes)
    }

    private mutating func add(_ id: ObjectID, _ place: CrossReferenceEntry.Place) {
        places[id.number] = CrossReferenceEntry(id: id, place: place)
    }

    /// The newest trailer that names a catalog; nil if none is left.
    private var trailer: DictionaryText? { scan.trailers.last { $0.reference("Root") != nil } }

    /// Whether the document is encrypted, and no trailer says how.
    var needsKey: Bool {
        trailer?.entries["Encrypt"] == nil && scan.objects.contains { $0.kind == .encryption }
    }

    /// Adds the objects in object streams. As everywhere in the file, later objects replace earlier ones.
    mutating func addMembers() throws(PDFObjectsError) {
        let streams = scan.objects.filter { $0.kind == .objectStream && isCurrent($0) }
        guard !streams.isEmpty else { return }
        let file = try opened()
        var members: [CInt: [CInt]] = [:]
        for found in streams {
            let stream = try file.object(found.id)
            guard let data = Self.data(of: stream) else { continue }
            members[found.id.number] = Self.members(of: stream, data)
            references.formUnion(ReferenceScan.numbers(in: data))
        }
        let outer = places
        places = [:]
        for found in scan.objects where found.kind != .crossReferences {
            add(found.id, .offset(found.offset))
            guard let inner = members[found.id.number], outer[found.id.number].isAt(found.offset) else { continue }
            for (index, number) in inner.enumerated() {
                add(ObjectID(number: number, generation: 0), .objectStream(found.id, index: index))
            }
        }
    }

    private func isCurrent(_ found: ObjectScan.Found) -> Bool { places[found.id.number].isAt(found.offset) }

    private static func data(of stream: PDFObject) -> [UInt8]? {
        stream.isStream ? (try? stream.decodedData()) ?? nil : nil
    }

    /// Returns the numbers of the objects in an object stream, up to where its data end.
    private static func members(of stream: PDFObject, _ data: [UInt8]) -> [CInt] {
        guard let count = stream["/N"]?.int, let first = stream["/First"]?.int else { return [] }
        return data.withUnsafeBufferPointer { bytes in
            var tokens = ContentTokenizer(bytes)
            var numbers: [CInt] = []
            while numbers.count < count, let token = tokens.next(), let number = tokens.integer(token),
                (1...CrossReference.numberLimit).contains(number), let next = tokens.next(),
                let offset = tokens.integer(next), (0..<data.count).contains(offset), first < data.count - offset
            {
                numbers.append(CInt(number))
            }
            return numbers
        }
    }

    /// Opens the document with the objects found so far and a catalog without pages.
    private mutating func opened() throws(PDFObjectsError) -> QPDFHandle {
        do throws(PDFObjectsError) {
            return try openedOnce()
        } catch {
            // What /Encrypt names is no dictionary: nothing is encrypted.
            guard error.cause.contains("/Encrypt"), error.cause.contains("not a dictionary") else { throw error }
            ignoresEncryption = true
            return try openedOnce()
        }
    }

    private func openedOnce() throws(PDFObjectsError) -> QPDFHandle {
        var draft = self
        let root = draft.addCatalog(pages: [])
        let original = Original(draft.written(root: root))
        var failure: PDFObjectsError?
        for secret in ObjectDocument.encodings(of: password) {
            do throws(PDFObjectsError) {
                return try QPDFHandle(reading: original, password: secret)
            } catch {
                failure = failure ?? error
                guard error.code == .passwordWrong else { break }
            }
        }
        let error = failure ?? PDFObjectsError(.internal)
        guard error.code == .passwordWrong else { throw error }
        throw PDFObjectsError((password ?? "").isEmpty ? .passwordRequired : .passwordWrong)
    }

    /// Returns the catalog, the number of pages, and whether the document's own list of pages is used. Nil if there are
    /// no pages.
    mutating func root() throws(PDFObjectsError) -> (ObjectID, pageCount: Int, isFound: Bool)? {
        let file = try opened()
        let named = scan.trailers.reversed().compactMap { $0.reference("Root") }
        let catalogs = scan.objects.reversed().filter { $0.kind == .catalog && isCurrent($0) }.map(\.id)
        for id in named + catalogs {
            let count = try Self.pageCount(below: try file.object(id))
            if count > 0 { return (id, count, true) }
        }
        var nodes: [(id: ObjectID, count: Int)] = []
        var pages: [ObjectID] = []
        for entry in places.values.sorted(by: { $0.id.number < $1.id.number }) {
            let object = try file.object(entry.id)
            guard object.isDictionary, let type = object["/Type"]?.name else { continue }
            if type == "Catalog" {
                let count = try Self.pageCount(below: object)
                if count > 0 { return (entry.id, count, true) }
            }
            if type == "Page" { pages.append(entry.id) }
            if type == "Pages", object["/Parent"]?.isDictionary != true {
                let tree = try file.newDictionary()
                try tree.set("/Pages", object)
                let count = try Self.pageCount(below: tree)
                if count > 0 { nodes.append((entry.id, count)) }
            }
        }
        if let node = nodes.max(by: { $0.count < $1.count }), node.count >= pages.count {
            return (addCatalog(pages: nil, node: node.id), node.count, true)
        }
        guard !pages.isEmpty else { return nil }
        return (addCatalog(pages: pages), pages.count, false)
    }

    /// Returns the number of pages of a catalog; 0 if its list of pages is damaged.
    private static func pageCount(below catalog: PDFObject) throws(PDFObjectsError) -> Int {
        do throws(PDFObjectsError) {
            let tree = PageTree(root: catalog)
            let count = try tree.count()
            return tree.hasRubbish ? 0 : count
        } catch {
            if error.code == .tooComplex || error.code == .outOfMemory { throw error }
            return 0
        }
    }

    /// Adds a catalog, and a page tree with the given pages unless there is one.
    private mutating func addCatalog(pages: [ObjectID]?, node: ObjectID? = nil) -> ObjectID {
        let node =
            node
            ?? add(
                PDFText("<</Type/Pages/Count \(pages?.count ?? 0)/Kids[".utf8)
                    + PDFText((pages ?? []).map(\.reference).joined(separator: [32])) + PDFText("]>>".utf8))
        return add(PDFText("<</Type/Catalog/Pages ".utf8) + node.reference + PDFText(">>".utf8))
    }

    /// A number for a new object: above all others, and not one of an object that is lost, which references would then
    /// lead to.
    private var nextNumber: CInt {
        var number = (places.keys.max() ?? 0) + 1
        while references.contains(Int(number)) { number += 1 }
        return number
    }

    private mutating func add(_ text: PDFText) -> ObjectID {
        let id = ObjectID(number: nextNumber, generation: 0)
        add(id, .offset(base.count))
        base += PDFText("\(id.number) 0 obj\n".utf8) + text + PDFText("\nendobj\n".utf8)
        return id
    }

    /// Returns the document with a cross-reference stream.
    func written(root: ObjectID) -> [UInt8] {
        let own = ObjectID(number: nextNumber, generation: 0)
        let entries = (Array(places.values) + [CrossReferenceEntry(id: own, place: .offset(base.count))])
            .sorted { $0.id.number < $1.id.number }
        let (data, keys) = CrossReferenceEntry.stream(entries)
        var text =
            PDFText("\(own.number) 0 obj\n<</Type/XRef/Size \(Int(own.number).ordinal)/Root ".utf8) + root.reference
        for key in ["Info", "ID"] + (ignoresEncryption ? [] : ["Encrypt"]) {
            if let value = trailer?.entries[key] { text.addEntry("/\(key)", value) }
        }
        text += keys
        if let filter = data.filter { text += PDFText("/Filter\(filter)".utf8) }
        text += PDFText("/Length \(data.bytes.count)>>\nstream\n".utf8) + data.bytes
        return base + text + PDFText("\nendstream\nendobj\nstartxref\n\(base.count)\n%%EOF\n".utf8)
    }
}

extension CrossReferenceEntry? {
    fileprivate func isAt(_ offset: Int) -> Bool {
        if case .offset(offset)? = self?.place { true } else { false }
    }
}
