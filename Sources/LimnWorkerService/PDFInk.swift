// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects

/// The ink that a PDF carries: source ink as it was drawn, and annotations of any program.
///
/// Annotations that Limn made beside source ink show the same items with less about them, and are passed over.
struct PDFInk {
    /// A page for each page of the document, at its displayed size.
    private(set) var document = InkDocument()
    /// How many exports have left their source ink.
    private(set) var sources = 0
    /// How many annotations were read.
    private(set) var annotations = 0
    /// What could not be read, as sentences.
    private(set) var messages: [String] = []

    /// How the names of Limn's annotations begin.
    private static let ownPrefix = "limn-"

    init(in objects: ObjectDocument) throws {
        var drawings: [Int: Drawing] = [:]
        let count = try objects.pageCount
        for bytes in try objects.sourceInk() {
            do {
                for page in try NativeInk.decode(bytes).pages {
                    guard case .pdf(let number) = page.background, (1...max(1, count)).contains(number) else {
                        continue
                    }
                    if drawings[number]?.add(page.drawing) == nil { drawings[number] = page.drawing }
                }
                sources += 1
            } catch { messages.append("Source ink could not be read: \(error)") }
        }
        var reader = AnnotationReader(ownPrefix: Self.ownPrefix)
        var budget = AnnotationBudget()
        for number in 1...max(1, count) where count > 0 {
            let geometry = try objects.pageGeometry(at: number - 1)
            let found = try objects.annotations(page: number - 1, linkPrefix: Self.ownPrefix, budget: &budget)
                .filter { sources == 0 || $0.name?.hasPrefix(Self.ownPrefix) != true }
            var drawing = drawings[number] ?? Drawing()
            let above = reader.drawing(of: found, on: geometry, page: number)
            if !above.isEmpty {
                if drawing.isEmpty { drawing = above } else { drawing.add(above) }
            }
            document.pages.append(.init(size: geometry.size, background: .pdf(page: number), drawing: drawing))
        }
        annotations = reader.count
        messages += reader.messages
        if budget.isExceeded { messages.append("The document has more annotations than are read; some are left out.") }
        messages += objects.takeWarnings()
    }
}
