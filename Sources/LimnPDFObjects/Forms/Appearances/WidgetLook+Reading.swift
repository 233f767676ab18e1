// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

extension WidgetLook {
    /// Reads the look of a widget. Malformed values count as absent.
    ///
    /// - Parameters:
    ///   - form: the document's /AcroForm.
    ///   - fonts: the fonts of the same document.
    /// - Returns: nil if the widget has no rectangle.
    init?(_ widget: PDFObject, form: PDFObject?, fonts: inout FieldFonts) {
        guard let rect = widget["/Rect"]?.numbers, rect.count == 4 else { return nil }
        let size = Size(width: abs(rect[2] - rect[0]), height: abs(rect[3] - rect[1]))
        let characteristics = widget["/MK"]
        let text = Self.inherited("/DA", of: widget, form)?.stringBytes.map { DefaultAppearance($0) }
        let style = text ?? DefaultAppearance()
        let turn = (characteristics?["/R"]?.int ?? 0) % 360
        self.init(
            size: size, rotation: turn % 90 == 0 ? (turn + 360) % 360 : 0, border: Border(widget),
            borderColor: characteristics?["/BC"].map(Self.color) ?? [],
            background: characteristics?["/BG"].map(Self.color) ?? [], text: style,
            font: fonts.font(named: style.fontName, of: widget),
            alignment: Self.inherited("/Q", of: widget, form)?.int.flatMap { Alignment(rawValue: $0) } ?? .left,
            // 1: only the icon is shown.
            caption: characteristics?["/TP"]?.int == 1 ? nil : characteristics?["/CA"]?.text,
            iconFit: characteristics?["/IF"].map { IconFit($0) } ?? IconFit())
        kept = KeptAppearance(widget["/AP"]?["/N"], fitting: self)
    }

    /// Returns the value of a key in the widget, or else in its nearest ancestor that has it, or else in the form.
    static func inherited(_ key: String, of widget: PDFObject, _ form: PDFObject?) -> PDFObject? {
        var node: PDFObject? = widget
        // Hostile files may have cycles.
        for _ in 0..<64 {
            guard let current = node else { break }
            if let value = current[key] { return value }
            node = current["/Parent"]
        }
        return form?[key]
    }

    /// Returns the components of a color; empty for other objects.
    private static func color(_ object: PDFObject) -> [Double] {
        guard let numbers = object.numbers, [1, 3, 4].contains(numbers.count) else { return [] }
        return numbers.map { min(max($0, 0), 1) }
    }
}

extension WidgetLook.Border {
    init(_ widget: PDFObject) {
        self.init()
        if let style = widget["/BS"], style.isDictionary {
            if let width = style["/W"]?.number { self.width = Self.clamped(width) }
            self.style = style["/S"]?.name.flatMap { Style(rawValue: $0) } ?? .solid
            setDashes(style["/D"])
        } else if let border = widget["/Border"], border.count >= 3 {
            if let width = border.item(2)?.number { self.width = Self.clamped(width) }
            if let list = border.item(3), list.count > 0 {
                style = .dashed
                setDashes(list)
            }
        }
    }

    private mutating func setDashes(_ list: PDFObject?) {
        guard let lengths = list?.numbers, (1...16).contains(lengths.count), lengths.allSatisfy({ $0 >= 0 }),
            lengths.contains(where: { $0 > 0 })
        else { return }
        dashes = lengths
    }

    private static func clamped(_ width: Double) -> Double { min(max(width, 0), 1000) }
}

extension IconFit {
    init(_ object: PDFObject) {
        let position = object["/A"]?.numbers ?? []
        self.init(
            scaling: object["/SW"]?.name.flatMap { Scaling(rawValue: $0) } ?? .always,
            isProportional: object["/S"]?.isName("/A") != true,
            position: position.count == 2 ? (position[0], position[1]) : (0.5, 0.5),
            coversFrame: object["/FB"]?.bool ?? false)
    }
}

extension PDFObject {
    /// The items of an array of at most 16 finite numbers within ±1e6; nil for other objects.
    fileprivate var numbers: [Double]? {
        guard isArray, count <= 16 else { return nil }
        let numbers = (0..<count).compactMap { item($0)?.number }
        return numbers.count == count && numbers.allSatisfy { abs($0) <= 1e6 } ? numbers : nil
    }
}
