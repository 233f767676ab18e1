// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// Removes items from a PDF.
///
/// It goes back to the document before the exports that placed the items, and repeats those exports without them. This
/// works for exports that appended to the document. The document before them is unchanged.
struct ItemRemover {
    let document: OpenDocument
    /// The numbers of the items on the page, from 1, as in a listing.
    let numbers: [Int]
    /// The page number, from 1.
    let page: Int
    let output: FilePath
    let options: FlattenOptions

    /// An export that is repeated.
    private struct Export {
        /// The ink by page number.
        var drawings: [Int: Drawing]
        var mode: FlattenRequest.Mode
    }

    /// An export, and the document before it.
    private struct Undone {
        var export: Export
        var base: OpenDocument
        /// The number of items that earlier exports placed on the page.
        var itemsBelow: Int
    }

    /// Writes the document without the items.
    ///
    /// - Throws: ``LimnError``; `refused` if an item cannot be removed.
    func run() throws(LimnError) -> FlattenResult {
        let path = document.input.path
        if output != "-", path != "-", let identity = FileIdentity(path), identity == FileIdentity(output) {
            throw LimnError(
                .outputsCollide, about: path, "The output would replace this file; give it another name.")
        }
        let ink = try InkFile(opened: document, format: .pdf, access: options.access, context: options.context)
        let pages = ink.content.document.pages
        guard pages.indices.contains(page - 1) else { throw ResolvedPages.noPage("\(page)", of: pages.count) }
        _ = try pages[page - 1].drawing.itemIndices(numbered: numbers)
        var (base, exports, left) = (document, [Export](), Set(numbers))
        while !left.isEmpty {
            var undone = try undo(base)
            let own = left.filter { $0 > undone.itemsBelow }
            try remove(own.map { $0 - undone.itemsBelow }, from: &undone.export)
            left.subtract(own)
            exports.append(undone.export)
            base = undone.base
        }
        var result = try repeating(exports.reversed().filter { !$0.drawings.isEmpty }, on: base)
        result.inputBytes = document.input.size
        // The update follows an earlier state of the document.
        result.originalIsPrefix = false
        return result
    }

    /// Finds the last export of a document.
    private func undo(_ document: OpenDocument) throws(LimnError) -> Undone {
        let client = JobClient(options.context, access: options.access)
        do {
            let scratch = try ScratchFile()
            let found = try client.perform(
                LastExportJob(page: page), on: document, into: JobOutput(temporary: scratch)
            ).answer
            guard let size = found.baseSize else {
                throw LimnError(
                    .refused, about: document.input.path,
                    "The items cannot be removed from this PDF, because it was rewritten or changed by another "
                        + "program. Remove them from the ink that they come from.")
            }
            guard (1..<document.input.size).contains(size) else { throw client.refusal() }
            let bytes = try document.input.head(size)
            guard bytes.count == size else { throw client.refusal() }
            var drawings: [Int: Drawing] = [:]
            for page in try InkFile.ink(in: scratch, of: client).pages {
                guard case .pdf(let number) = page.background else { continue }
                if drawings[number]?.add(page.drawing) == nil { drawings[number] = page.drawing }
            }
            return Undone(
                export: Export(drawings: drawings, mode: found.isInContents ? .overlay : .annotate),
                base: try OpenDocument(bytes: bytes, named: document.input.path), itemsBelow: found.itemsBelow)
        } catch { throw LimnError(error) }
    }

    /// Removes items by their numbers among those of the export, from 1.
    private func remove(_ numbers: [Int], from export: inout Export) throws(LimnError) {
        guard !numbers.isEmpty else { return }
        var drawing = export.drawings[page] ?? Drawing()
        guard numbers.allSatisfy({ $0 <= drawing.objects.count }) else {
            throw LimnError(
                .refused, about: document.input.path,
                "Another program placed one of these items. Limn removes only its own.")
        }
        let removed = Set(try drawing.itemIndices(numbered: numbers))
        drawing.items = drawing.items.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
        export.drawings[page] = drawing.items.isEmpty ? nil : drawing
    }

    /// Repeats exports on a document. Without any, publishes the document itself.
    private func repeating(_ exports: [Export], on base: OpenDocument) throws(LimnError) -> FlattenResult {
        var document = base
        for export in exports.dropLast() {
            var options = options
            options.mode = export.mode
            let made = try InMemoryFlattener(
                drawings: export.drawings, document: document, options: options, context: options.context
            ).run()
            do { document = try OpenDocument(try made.file.asInput(named: base.input.path)) } catch {
                throw LimnError(error)
            }
        }
        var request = FlattenRequest(
            template: nil, ink: base.input.path, output: output, for: options.layers.audience)
        request.options = options
        guard let last = exports.last else { return try publish(base, request) }
        request.options.mode = last.mode
        let ink = InkDocument(
            pages: last.drawings.sorted { $0.key < $1.key }.map { .init(background: .pdf(page: $0), drawing: $1) })
        let opening = try OpenedTemplate(document, request.options)
        return Flattener(request, on: opening, ink: InkFile(of: ink, named: base.input.path), isOneOfMany: false).run()
    }

    private func publish(_ document: OpenDocument, _ request: FlattenRequest) throws(LimnError) -> FlattenResult {
        var result = FlattenResult(request)
        let opened = try JobClient(options.context, access: options.access).open(document)
        do {
            let export = try ExportOutput(
                output, keepsExisting: options.keepsExisting, expected: document.input.size)
            try export.take(document.input)
            (result.bytes, result.pageCount) = (export.size, opened.pageCount)
            try export.publish(receipt: nil)
        } catch { throw LimnError(error) }
        (result.output, result.status) = (output, .ok)
        return result
    }
}
