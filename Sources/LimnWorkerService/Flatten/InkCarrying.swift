// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects

/// Decides whether a document may contain source ink, and how ink affects a claim of PDF/A conformance.
///
/// Both the worker that makes an export and the worker that verifies it use this type.
struct InkCarrying {
    let mode: ExportMode
    /// Whether source ink was requested.
    let isAskedFor: Bool
    /// The ink by page number.
    let drawings: [Int: Drawing]
    /// Whether viewers can show and hide layers.
    var switchesLayers = false

    static let signed = "the document is signed"

    /// Returns the source ink in the native format, without the metadata of pictures.
    func source() throws -> [UInt8] {
        let pages = drawings.sorted { $0.key < $1.key }.map { number, drawing in
            InkDocument.Page(background: .pdf(page: number), drawing: drawing.withoutPictureMetadata)
        }
        return try NativeInk.encode(InkDocument(pages: pages))
    }

    /// Returns the reason why the document must not contain source ink; nil if it may.
    func reasonAgainst(in objects: ObjectDocument) throws -> String? {
        if !isAskedFor { return "it was asked for" }
        if drawings.isEmpty { return "there is no ink" }
        if let claim = try objects.archiveClaim(), !claim.allowsEmbeddedFiles { return "\(claim) allows no such file" }
        let isSigned = try objects.signatures().isSigned
        return isSigned && mode != .annotate ? Self.signed : nil
    }

    /// Returns whether the document's claim of PDF/A conformance still holds; nil if there is no claim.
    func archive(in objects: ObjectDocument) throws -> PDFAOutcome? {
        guard let claim = try objects.archiveClaim() else { return nil }
        if mode == .redraw || mode == .raster {
            return PDFAOutcome(claim: "\(claim)", reasons: ["the new document has no metadata"])
        }
        return PDFAOutcome(claim: "\(claim)", reasons: try reasons(against: claim, in: objects))
    }

    /// Returns the reasons why the document no longer conforms to its claim.
    private func reasons(against claim: PDFAClaim, in objects: ObjectDocument) throws -> [String] {
        var reasons: [String] = []
        let strokes = drawings.values.flatMap(\.strokes)
        let others = drawings.values.flatMap(\.objects).map(\.object)
        if !claim.allowsTransparency,
            strokes.contains(where: {
                $0.brush.kind == .highlighter || $0.brush.fill != nil
                    || $0.washes.contains { $0.paint.color.alpha < 1 }
            }) || others.contains(where: \.mayShowThrough)
        {
            reasons.append("ink shows through")
        }
        if switchesLayers, claim.part == 1 { reasons.append("layers can be switched") }
        if try !objects.hasRGBOutputIntent,
            strokes.contains(where: { !$0.brush.color.isGray }) || others.contains(where: \.mayHaveColors)
        {
            reasons.append(
                "ink has colors of a device, and the document's output intent is none for red, green and blue")
        }
        return reasons
    }
}

extension Drawing {
    /// The drawing with the metadata of pictures removed.
    fileprivate var withoutPictureMetadata: Drawing {
        var drawing = self
        for index in drawing.objects.indices {
            guard case .picture(var item) = drawing.objects[index].object else { continue }
            item.data = item.data.withoutMetadata
            drawing.objects[index].object = .picture(item)
        }
        return drawing
    }
}

extension PageObject {
    /// Whether the item may be translucent. Pictures are not decoded for this.
    fileprivate var mayShowThrough: Bool {
        switch self {
        case .text(let item): item.runs.contains { $0.style.color.alpha < 1 }
        case .picture(let item): item.opacity < 1 || item.data.format != .jpeg
        case .note(let item): item.color.alpha < 1
        case .markup(let item): item.style == .highlight || item.color.alpha < 1
        case .link: false
        }
    }

    /// Whether the item may have colors other than gray.
    fileprivate var mayHaveColors: Bool {
        switch self {
        case .text(let item): item.runs.contains { !$0.style.color.isGray }
        case .picture: true
        case .note(let item): !item.color.isGray
        case .markup(let item): !item.color.isGray
        case .link: false
        }
    }
}

extension Color {
    fileprivate var isGray: Bool { red == green && green == blue }
}
