// SPDX-License-Identifier: GPL-3.0-or-later

extension PDFObject {
    /// The field and its ancestors, nearest first. At most 64 are followed, because there may be a cycle.
    private var chainOfFields: [PDFObject] {
        var chain = [self]
        while chain.count < 64, let parent = chain.last?["/Parent"], parent.isDictionary { chain.append(parent) }
        return chain
    }

    /// The full name of a field (ISO 32000-2, 12.7.4.2).
    var fieldName: String { chainOfFields.reversed().compactMap { $0["/T"]?.text }.joined(separator: ".") }

    /// Whether the field shows its value as text. This depends on its type, which may be inherited.
    var showsFieldValue: Bool {
        fieldType.map { $0.isName("/Tx") || $0.isName("/Ch") } ?? false
    }

    /// Whether a form field is a check box or a radio button, of which each state has its own appearance.
    var isButtonWithStates: Bool {
        fieldType?.isName("/Btn") == true && self["/AP"]?["/N"].map { $0.isDictionary && !$0.isStream } == true
    }

    private var fieldType: PDFObject? { chainOfFields.lazy.compactMap { $0["/FT"] }.first }
}

/// Counts signature values. Each counts once, even if several fields and widgets refer to it.
struct SignatureCensus {
    private var walk = TreeWalk()
    private var known: Set<ObjectID> = []
    private(set) var count = 0

    /// Counts the signatures of a field or widget and of everything below it.
    mutating func add(_ field: PDFObject) {
        walk.push(field)
        while let field = walk.pop() {
            for kid in field["/Kids"]?.items ?? [] { walk.push(kid) }
            guard let value = field["/V"], value.isDictionary,
                field["/FT"]?.isName("/Sig") == true || value["/ByteRange"] != nil
            else { continue }
            if let identity = value.identity, !known.insert(identity).inserted { continue }
            count += 1
        }
    }
}
