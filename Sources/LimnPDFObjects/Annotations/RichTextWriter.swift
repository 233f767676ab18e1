// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the rich text (/RC) and the default style (/DS) of text annotations.
enum RichTextWriter {
    /// Formats a length for style sheets, without its unit.
    static func length(_ value: Double) -> String { decimal((value * 1e4).rounded() / 1e4) }

    /// Returns the style of a run as CSS declarations.
    static func declarations(of style: RichTextRun.Style) -> String {
        let weight = [400: "", 700: "bold "][style.weight] ?? "\(style.weight) "
        // A quotation mark would end the name of the family.
        let family = style.family.filter { !"'\"\\;<>".contains($0) }
        var text = "font: \(style.isItalic ? "italic " : "")\(weight)\(length(style.size))pt '\(family)'"
        text += "; color: \(style.color.hexadecimal)"
        let lines = [style.isUnderlined ? "underline" : "", style.isStruck ? "line-through" : ""]
        let decoration = lines.filter { !$0.isEmpty }.joined(separator: " ")
        return decoration.isEmpty ? text : text + "; text-decoration: \(decoration)"
    }

    /// Returns the settings of paragraphs as CSS declarations.
    static func declarations(of layout: TextAnnotation.Layout) -> [String] {
        ["text-align: \(layout.alignment.rawValue)"]
            + (layout.lineHeight.map { ["line-height: \(length($0 * 100))%"] } ?? [])
    }

    /// Returns the rich text; nil if the default style suffices for the whole text.
    static func text(_ runs: [RichTextRun], _ layout: TextAnnotation.Layout) -> String? {
        guard let first = runs.first else { return nil }
        if layout.isRightToLeft == nil, runs.allSatisfy({ $0.style == first.style }) { return nil }
        // Underlines and strikethroughs are not inherited, so each run states its own.
        var plain = first.style
        (plain.isUnderlined, plain.isStruck) = (false, false)
        let none = plain == first.style ? [] : ["text-decoration: none"]
        let base = ([declarations(of: plain)] + none + declarations(of: layout)).joined(separator: "; ")
        let direction = layout.isRightToLeft.map { " dir=\"\($0 ? "rtl" : "ltr")\"" } ?? ""
        var text = "<?xml version=\"1.0\"?><body xmlns=\"http://www.w3.org/1999/xhtml\" style=\"\(escaped(base))\">"
        text += "<p\(direction)>"
        for run in runs {
            let pieces = run.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, piece) in pieces.enumerated() {
                if index > 0 { text += "</p><p\(direction)>" }
                if piece.isEmpty { continue }
                text += "<span style=\"\(escaped(declarations(of: run.style)))\">\(escaped(String(piece)))</span>"
            }
        }
        return text + "</p></body>"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // XML allows no other control characters.
            case "\t": result.unicodeScalars.append(scalar)
            case _ where scalar.value < 32 || scalar.value == 0xfffe || scalar.value == 0xffff: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
