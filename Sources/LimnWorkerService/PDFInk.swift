// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects

/// The ink of a PDF, read from source ink and from the annotations of any program.
///
/// If there is source ink, annotations made by Limn are skipped, because they represent the same items with fewer
/// properties.
struct PDFInk {
    /// The ink, with one page per page of the document, at its displayed size.
    private(set) var document = InkDocument()
    /// The number of exports whose source ink was found.
    private(set) var sources = 0
    /// The number of annotations that were read.
    private(set) var annotations = 0
    /// Sentences about ink that could not be read.
    private(set) var messages: [String] = []

    /// The prefix of the names of Limn's annotations.
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
        if budget.isExceeded {
            messages.append("The document has more annotations than Limn reads; some are left out.")
        }
        messages += objects.takeWarnings()
    }
}
