// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk
internal import Synchronization

/// Lays out typed text with the machine's fonts: it computes the position of each glyph.
///
/// Pango selects fonts, shapes text, handles right-to-left text, and breaks lines. Screen settings and the locale have
/// no effect, with one exception: if several fonts support a script, Pango prefers one for a language in the
/// environment variable `LANGUAGE`.
///
/// A setter must be used by one thread only. It keeps its fonts open, so reuse it for many texts.
///
/// Setters on several threads take turns.
public final class TextSetter {
    private let map: FontMap
    /// Pango marks in one variable of the process that it is measuring a font. Meanwhile, characters without a glyph
    /// have no width on other threads.
    private static let pango = Mutex(())

    /// Makes a setter.
    ///
    /// - Throws: ``TextError`` with `noFonts`.
    public init() throws(TextError) { map = try FontMap() }

    /// Lays out a text. Its transform and its measured size are ignored.
    ///
    /// - Throws: ``TextError`` with `tooLarge` or `invalidStyle`.
    public func set(_ item: TextItem) throws(TextError) -> SetText {
        try Self.pango.withLock { _ throws(TextError) in try setAlone(item) }
    }

    private func setAlone(_ item: TextItem) throws(TextError) -> SetText {
        let text = try StyledText(item)
        let fonts = try text.spans.map { span throws(TextError) in try map.selection(for: span.style) }
        return try Layout(text, item, map).withLines { lines throws(TextError) in
            var assembly = TextAssembly(text, fonts, item, map)
            for line in LinePlacement.place(lines, text, fonts, item) { try assembly.add(line) }
            return assembly.finish()
        }
    }
}
