// SPDX-License-Identifier: GPL-3.0-or-later

extension ObjectDocument {
    /// Returns the source ink that exports have embedded in the document, oldest first.
    ///
    /// The search covers the embedded files, the catalog's /AF and the /AF of all annotations. Files that cannot be
    /// decoded are left out and reported by ``takeWarnings()``.
    ///
    /// - Parameter lookingAtAnnotations: whether to include files of annotations, which requires visiting all pages.
    ///   Only exports of signed documents put source ink there.
    /// - Throws: ``PDFObjectsError`` with `tooComplex`.
    public func sourceInk(lookingAtAnnotations: Bool = true) throws(PDFObjectsError) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for specification in try sourceInkSpecifications(lookingAtAnnotations: lookingAtAnnotations) {
            do throws(PDFObjectsError) {
                guard let stream = specification.embeddedStreams.first, let bytes = try stream.decodedData() else {
                    notes.append("\(specification.fileName): this source ink uses an unknown filter.")
                    continue
                }
                found.append(bytes)
            } catch {
                notes.append("\(specification.fileName): this source ink is damaged (\(error.cause)).")
            }
        }
        return found
    }

    /// Removes all source ink from this document. Other embedded files stay. Call ``rewritten()`` afterwards to save
    /// it.
    ///
    /// - Returns: the number of removed files.
    /// - Throws: ``PDFObjectsError`` with `tooComplex`, `outOfMemory`.
    @discardableResult public func removeSourceInk() throws(PDFObjectsError) -> Int {
        let count = try sourceInkSpecifications().count
        guard count > 0 else { return 0 }
        var remover = SourceInkRemover(file)
        try remover.removeFromNameTree()
        for holder in [try file.root()] + (try annotationsOfAllPages()) { try remover.removeAssociations(of: holder) }
        return count
    }

    /// Returns the file specifications of source ink, without duplicates, sorted by the numbers in their names.
    func sourceInkSpecifications(lookingAtAnnotations: Bool = true) throws(PDFObjectsError) -> [PDFObject] {
        let root = try file.root()
        var all = EmbeddedFileTree(root).entries.map(\.specification) + (root["/AF"]?.items ?? [])
        if lookingAtAnnotations {
            for annotation in try annotationsOfAllPages() { all += annotation["/AF"]?.items ?? [] }
        }
        var seen: Set<ObjectID> = []
        let distinct = all.filter { specification in
            specification.isSourceInk && specification.identity.map { seen.insert($0).inserted } ?? true
        }
        let kind = EmbeddedFile.sourceInk([])
        return distinct.enumerated().sorted { a, b in
            let (first, second) = (kind.number(in: a.element.fileName), kind.number(in: b.element.fileName))
            return (first ?? .max, a.offset) < (second ?? .max, b.offset)
        }.map(\.element)
    }

    /// Returns a number that makes the name of a file unique: one above the highest number in use.
    ///
    /// - Parameter lookingAtAnnotations: whether to include files of annotations, which requires visiting all pages.
    func nextNumber(for file: EmbeddedFile, lookingAtAnnotations: Bool) throws(PDFObjectsError) -> Int {
        let entries = EmbeddedFileTree(try self.file.root()).entries
        var names = entries.map { String(decoding: $0.key, as: UTF8.self) } + entries.map(\.specification.fileName)
        if lookingAtAnnotations {
            for annotation in try annotationsOfAllPages() {
                names += annotation["/AF"]?.items.map(\.fileName) ?? []
            }
        }
        return (names.compactMap { file.number(in: $0) }.filter { $0 < .max }.max() ?? 0) + 1
    }

    /// Returns the annotations of all pages, without duplicates.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex` if there are more annotations than in any real file.
    func annotationsOfAllPages() throws(PDFObjectsError) -> [PDFObject] {
        var seen: Set<ObjectID> = []
        var found: [PDFObject] = []
        for index in 0..<(try tree.count()) {
            guard let list = try tree.leaf(at: index).page["/Annots"] else { continue }
            for annotation in list.items where annotation.isDictionary {
                if let id = annotation.identity, !seen.insert(id).inserted { continue }
                found.append(annotation)
            }
            guard found.count <= TreeWalk.limit else {
                throw PDFObjectsError(.tooComplex, cause: "there are too many annotations")
            }
        }
        return found
    }
}
