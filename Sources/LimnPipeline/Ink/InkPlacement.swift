// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs

extension InkDocument {
    /// Whether the pages are those of a PDF, but not its first pages in their order.
    var hasOwnOrder: Bool {
        let numbers = pages.map { if case .pdf(let number) = $0.background { number } else { 0 } }
        return numbers.contains { $0 > 0 } && !numbers.elementsEqual(1...max(1, pages.count))
    }
}

/// Determines the PDF page and the scale for each page of ink.
struct InkPlacement {
    /// How the PDF page for a page of ink is determined.
    enum Mapping: Hashable {
        /// Ink page n goes to PDF page n. If there is only one ink page, it goes to PDF page `only`.
        case byNumber(only: Int)
        /// Each ink page goes to the PDF page that is its background.
        case byBackground
    }

    /// The ink by PDF page number, from 1, in the page space of that page.
    var drawings: [Int: Drawing] = [:]
    /// Messages for the user.
    var notes: [Note] = []
    /// The sizes of the pages with ink, in points, by page number.
    private(set) var sizes: [Int: Size] = [:]
    /// The pages that have grown to hold their ink, in ascending order.
    var extended: [ExtendedPage] = []
    /// What does not fit on pages, in ascending order.
    var beyond: [BeyondPage] = []

    /// A message about the ink or about a page of the PDF.
    struct Note: Hashable {
        /// The number of the PDF page; nil if the message concerns the ink as a whole.
        var page: Int?
        /// The kind of message.
        var code: Diagnostic.Code
        /// A sentence.
        var text: String
        /// The severity. Layers that were left out on request do not cause a warning.
        var severity: Diagnostic.Severity { code.isAboutAudience ? .note : .warning }
        /// Whether the message concerns the ink file.
        var isAboutInk: Bool { page == nil }
    }

    /// The largest difference between page sizes that is ignored, in points. A larger difference is reported, or the
    /// ink is scaled on request.
    static let sizeTolerance = 1.0

    /// Places every ink page that is not empty.
    ///
    /// - Parameters:
    ///   - layers: the layers to use.
    ///   - pageSizes: returns the sizes of PDF pages in points, by page number. It is called once, with existing pages
    ///     only.
    ///   - fit: whether ink from a page of another size is scaled uniformly to fit, and centered.
    /// - Throws: ``LimnError`` with `noSuchPage`.
    init(
        _ document: InkDocument, mapping: Mapping, pageCount: Int, fit: Bool, layers: LayerChoice,
        pageSizes: ([Int]) throws(LimnError) -> [Int: Size]
    ) throws(LimnError) {
        let targets = try Self.targets(of: document, mapping: mapping, pageCount: pageCount)
        sizes = try pageSizes(Set(targets.compactMap { $0 }).sorted())
        var secrets = 0
        var names: Set<String> = []
        for (index, page) in document.pages.enumerated() where !page.drawing.isEmpty {
            guard let target = targets[index] else {
                notes.append(
                    Note(code: .inkLeftOut, text: "Page \(index + 1) has no matching page in the PDF and is left out.")
                )
                continue
            }
            guard let size = sizes[target] else { preconditionFailure("every page has a size") }
            let drawing = placed(page, index: index, on: size, target: target, fit: fit).limited(to: layers)
            secrets += page.drawing.secretLayerCount
            names.formUnion(page.drawing.layers.compactMap(\.name))
            if drawing.isEmpty { continue }
            if drawings[target]?.add(drawing) == nil { drawings[target] = drawing }
        }
        // It is normal for a note on its own paper to be empty.
        if document.pages.allSatisfy(\.drawing.isEmpty), mapping != .byBackground {
            notes.append(Note(code: .inkEmpty, text: "It has no strokes."))
        }
        if let (code, text) = Diagnostic.Code.fate(ofSecretLayers: secrets, for: layers.audience) {
            notes.append(Note(code: code, text: text))
        }
        if case .named(let wanted) = layers.layers {
            for name in wanted where !names.contains(name) {
                notes.append(Note(code: .layerMissing, text: "There is no layer “\(name)”."))
            }
        }
    }

    /// Returns the PDF page number for each ink page; nil if the ink page is empty or, with ``Mapping/byBackground``,
    /// not on a PDF page.
    ///
    /// - Throws: ``LimnError`` with `noSuchPage`.
    static func targets(
        of document: InkDocument, mapping: Mapping, pageCount: Int
    ) throws(LimnError) -> [Int?] {
        var targets: [Int?] = []
        for (index, page) in document.pages.enumerated() {
            let target: Int? =
                switch (mapping, page.background) {
                case _ where page.drawing.isEmpty: nil
                case (.byNumber(let only), _): document.pages.count == 1 ? only : index + 1
                case (.byBackground, .pdf(let number)): number
                case (.byBackground, _): nil
                }
            if let target, target < 1 || target > pageCount {
                let pages = pageCount == 1 ? "1 page" : "\(pageCount) pages"
                throw LimnError(
                    .noSuchPage, "The ink is for page \(target), and the document has \(pages).")
            }
            targets.append(target)
        }
        return targets
    }

    private mutating func placed(
        _ page: InkDocument.Page, index: Int, on size: Size, target: Int, fit: Bool
    ) -> Drawing {
        guard let own = page.size, own.width > 0, own.height > 0 else { return page.drawing }
        guard page.placement == .topLeft else {
            return page.drawing.transformed(by: page.placement.transform(from: own, to: size))
        }
        let differs =
            (own.width - size.width).magnitude > Self.sizeTolerance
            || (own.height - size.height).magnitude > Self.sizeTolerance
        guard differs else { return page.drawing }
        guard fit else {
            notes.append(
                Note(
                    page: target, code: .inkUnscaled,
                    text: "The page of the ink is \(Self.text(own)) and this page is \(Self.text(size)); "
                        + "the ink is placed unscaled."))
            return page.drawing
        }
        let scale = min(size.width / own.width, size.height / own.height)
        let offset = Vector(dx: (size.width - own.width * scale) / 2, dy: (size.height - own.height * scale) / 2)
        return page.drawing.transformed(by: .scaling(x: scale, y: scale).then(.translation(offset)))
    }

    private static func text(_ size: Size) -> String {
        "\(ShortNumber.text(size.width)) × \(ShortNumber.text(size.height)) pt"
    }
}

extension InkDocument.Placement {
    /// The transform from an ink page to a PDF page. Both sizes are in points and above 0.
    fileprivate func transform(from own: Size, to size: Size) -> AffineTransform {
        switch self {
        case .topLeft: return .identity
        case .topCenter: return .translation(Vector(dx: (size.width - own.width) / 2, dy: 0))
        case .filled where size.width > size.height:
            // The tablet shows such a page rotated counterclockwise, with its right edge at the top.
            let scale = max(size.height / own.width, size.width / own.height)
            return AffineTransform(a: 0, b: scale, c: -scale, d: 0, tx: size.width, ty: 0)
        case .filled:
            let scale = max(size.width / own.width, size.height / own.height)
            return .scaling(x: scale, y: scale)
        case .fitted:
            let scale = max(size.width / own.width, size.height / own.height)
            let offset = Vector(
                dx: (size.width - own.width * scale) / 2, dy: (size.height - own.height * scale) / 2)
            return AffineTransform.scaling(x: scale, y: scale).then(.translation(offset))
        case .stretched: return .scaling(x: size.width / own.width, y: size.height / own.height)
        }
    }
}
