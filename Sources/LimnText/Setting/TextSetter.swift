// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk

/// Sets typed text with the fonts of the machine: it gives each glyph its position.
///
/// Pango finds fonts, orders right-to-left text, shapes it and breaks lines. Screen settings and the locale have no
/// effect. There is one exception: if several fonts support a script, Pango prefers one for a language in the
/// environment variable `LANGUAGE`.
///
/// A setter is for one thread. It keeps its fonts open, so using one setter for many texts is fastest.
public final class TextSetter {
    private let map: FontMap

    /// Makes a setter.
    ///
    /// - Throws: ``TextError`` with `noFonts`.
    public init() throws(TextError) { map = try FontMap() }

    /// Sets a text. Its transform and its measured size are ignored.
    ///
    /// - Throws: ``TextError`` with `tooLarge` or `invalidStyle`.
    public func set(_ item: TextItem) throws(TextError) -> SetText {
        let text = try StyledText(item)
        let fonts = try text.spans.map { span throws(TextError) in try map.selection(for: span.style) }
        return try Layout(text, item, map).withLines { lines throws(TextError) in
            var assembly = TextAssembly(text, fonts, item, map)
            for line in LinePlacement.place(lines, text, fonts, item) { try assembly.add(line) }
            return assembly.finish()
        }
    }
}
