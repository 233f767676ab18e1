// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Rewrites the operators of a content stream that poppler draws differently than other viewers, or not at all.
struct ContentMender {
    /// An operand and its range of bytes.
    struct Operand {
        let kind: ContentTokenizer.Kind
        let range: Range<Int>
    }

    /// The operands of the next operator. They are made and dropped for every operator of a page, so they take no new
    /// memory.
    struct Operands {
        /// Viewers keep the last 33 operands.
        private static let kept = 33
        private var storage = [Operand](repeating: Operand(kind: .word, range: 0..<0), count: 2 * kept)
        private(set) var count = 0

        var first: Operand? { count > 0 ? storage[0] : nil }
        var last: Operand? { count > 0 ? storage[count - 1] : nil }

        subscript(place: Int) -> Operand {
            precondition(place < count)
            return storage[place]
        }

        mutating func append(_ operand: Operand) {
            if count == storage.count {
                storage.replaceSubrange(0..<Self.kept, with: storage[(count - Self.kept)...])
                count = Self.kept
            }
            storage[count] = operand
            count += 1
        }

        mutating func removeAll() { count = 0 }
    }

    let bytes: UnsafeBufferPointer<UInt8>
    let mending: PageMending
    /// The resources of the stream.
    let resources: PDFObject?
    /// Whether the stream may use a font with colored glyphs, so that the place of its text matters.
    private let hasColorFonts: Bool
    /// The area in which the stream paints, in its own space.
    let area: Rect
    /// The replaced ranges in ascending order, and what replaces them.
    var edits: [(range: Range<Int>, text: PDFText)] = []
    var operands = Operands()
    /// The graphics states: the current one is last.
    var states = [State()]
    /// The text matrix, and the matrix at the start of the line. Nil where the place of the next glyph is unknown.
    var text: AffineTransform?
    var line = AffineTransform.identity
    /// The parameters of graphics states, by their names.
    private var parameters: [String: Parameters] = [:]
    /// The names of images, which need no look at each of their uses.
    private var images: Set<String> = []
    /// The names of resources that mending made for this stream, by what they stand for.
    private var made: [String: String] = [:]
    /// Operators `Q` without a `q`. What follows them decides whether they matter.
    private var unmatched: [Range<Int>] = []
    /// The number of saved states beyond the limit.
    private var uncounted = 0

    /// The parts of the graphics state that matter here.
    struct State {
        var transform = AffineTransform.identity
        var transparency = Transparency()
        var font: ColorGlyphFont?
        var size = 0.0
        var characterSpace = 0.0
        var wordSpace = 0.0
        var scale = 1.0
        var leading = 0.0
        var rise = 0.0
        var mode = 0
        var spaces: (fill: String, stroke: String) = ("DeviceGray", "DeviceGray")
    }

    /// What makes a group differ from its content.
    struct Transparency {
        /// Whether the stream is painted with transparency. Nothing in it ends that.
        var isInherited = false
        var strokeAlpha = 1.0
        var fillAlpha = 1.0
        var hasMask = false
        var hasBlendMode = false

        var isNone: Bool { !isInherited && strokeAlpha >= 1 && fillAlpha >= 1 && !hasMask && !hasBlendMode }

        /// Takes over what a dictionary of graphics state parameters sets.
        mutating func set(_ parameters: Parameters) {
            strokeAlpha = parameters.strokeAlpha ?? strokeAlpha
            fillAlpha = parameters.fillAlpha ?? fillAlpha
            hasMask = parameters.hasMask ?? hasMask
            hasBlendMode = parameters.hasBlendMode ?? hasBlendMode
        }
    }

    /// What a dictionary of graphics state parameters sets.
    struct Parameters {
        let strokeAlpha, fillAlpha: Double?
        let hasMask, hasBlendMode: Bool?

        init(_ dictionary: PDFObject?) {
            strokeAlpha = dictionary?["/CA"]?.number
            fillAlpha = dictionary?["/ca"]?.number
            hasMask = dictionary?["/SMask"].map { !$0.isName("/None") }
            hasBlendMode = dictionary?["/BM"].map { _ in dictionary?.setsBlendMode == true }
        }
    }

    /// The maximum nesting of graphics states.
    private static let stateLimit = 512

    /// - Parameter isTransparent: whether the stream is painted in a graphics state with transparency, which it inherits.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ mending: PageMending, resources: PDFObject?, area: Rect,
        isTransparent: Bool = false
    ) {
        states[0].transparency.isInherited = isTransparent
        self.bytes = bytes
        self.mending = mending
        self.resources = resources
        self.area = area
        hasColorFonts = resources?["/Font"]?.values.contains { mending.colorFont($0) != nil } ?? false
    }

    /// Returns the mended content; nil if nothing is to be mended.
    mutating func mended() -> [UInt8]? {
        read()
        guard !edits.isEmpty else { return nil }
        var result: [UInt8] = []
        var place = 0
        for edit in edits where edit.range.lowerBound >= place {
            result += bytes[place..<edit.range.lowerBound]
            result += [32] + edit.text + [32]
            place = edit.range.upperBound
        }
        return result + bytes[place...]
    }

    private mutating func read() {
        var tokens = ContentTokenizer(bytes)
        // The start of the outermost open array or dictionary.
        var start: Int?
        var openers: [UInt8] = []
        while let token = tokens.next() {
            switch token.kind {
            case .open:
                if openers.isEmpty { start = token.start }
                openers.append(bytes[token.start])
            case .close:
                guard !openers.isEmpty else { continue }
                openers.removeLast()
                if openers.isEmpty, let first = start {
                    operands.append(Operand(kind: .open, range: first..<token.end))
                }
            case .word where openers.isEmpty:
                let length = token.end - token.start
                if (4...5).contains(length),
                    ["true", "false", "null"].contains(where: { bytes[token.start..<token.end].elementsEqual($0.utf8) })
                {
                    operands.append(Operand(kind: .word, range: token.start..<token.end))
                    continue
                }
                let word = tokens.word(token)
                operate(word, token.start..<token.end)
                operands.removeAll()
                if case "BI" = word, !tokens.skipInlineImage() { return }
            default: if openers.isEmpty { operands.append(Operand(kind: token.kind, range: token.start..<token.end)) }
            }
        }
    }

    var state: State {
        _read { yield states[states.count - 1] }
        _modify { yield &states[states.count - 1] }
    }

    private mutating func operate(_ word: StaticWord, _ range: Range<Int>) {
        if case "Q" = word {
            restore(range)
            return
        }
        if !unmatched.isEmpty {
            edits += unmatched.map { ($0, []) }
            unmatched = []
        }
        if operands.count < word.operandCount {
            edits.append(((operands.first?.range.lowerBound ?? range.lowerBound)..<range.upperBound, []))
            return
        }
        switch word {
        case "q": if states.count < Self.stateLimit { states.append(state) } else { uncounted += 1 }
        case "cm": transform(range)
        case "gs": setParameters()
        case "Do": mendForm(range)
        case "d": mendDash(range)
        case "k":
            clampCMYK(range)
            state.spaces.fill = "DeviceCMYK"
        case "K":
            clampCMYK(range)
            state.spaces.stroke = "DeviceCMYK"
        case "g", "rg": state.spaces.fill = "DeviceRGB"
        case "G", "RG": state.spaces.stroke = "DeviceRGB"
        case "cs": state.spaces.fill = name(last: 0) ?? ""
        case "CS": state.spaces.stroke = name(last: 0) ?? ""
        case "sc", "scn": clampIfCMYK(state.spaces.fill, range)
        case "SC", "SCN":
            clampIfCMYK(state.spaces.stroke, range)
            keepStrokedShading()
        case "sh": mendShading(range)
        case "Tr":
            state.mode = number(last: 0).map { Int(clamping: max(0, min(7, $0))) } ?? 0
        case "Tj", "TJ", "'", "\"":
            if [1, 2, 5, 6].contains(state.mode), state.spaces.stroke == "Pattern" { mending.doubt(.patternedOutline) }
            if hasColorFonts { operateOnText(word, range) }
        default: if hasColorFonts { operateOnText(word, range) }
        }
    }

    /// Follows `gs`.
    private mutating func setParameters() {
        guard let name = name(last: 0) else { return }
        let found = parameters[name] ?? Parameters(resource("/ExtGState", name))
        parameters[name] = found
        state.transparency.set(found)
    }

    /// Follows `Q`. Poppler stops where nothing was saved; other viewers go on.
    private mutating func restore(_ range: Range<Int>) {
        if uncounted > 0 {
            uncounted -= 1
        } else if states.count > 1 {
            states.removeLast()
        } else {
            unmatched.append(range)
        }
    }

    /// Follows `cm`. Cairo ignores matrices that have no inverse, and what other viewers draw with them has no area.
    private mutating func transform(_ range: Range<Int>) {
        guard let matrix = matrix() else { return }
        if matrix.inverted == nil {
            edits.append(
                (operands[operands.count - 6].range.lowerBound..<range.upperBound, PDFText("0 0 0 0 re W n".utf8)))
        } else {
            state.transform = matrix.then(state.transform)
        }
    }

    // MARK: Operands

    /// The value of an operand, counted from the last; nil if it is no number.
    func number(last: Int) -> Double? {
        guard last < operands.count else { return nil }
        let operand = operands[operands.count - 1 - last]
        return operand.kind == .number ? Self.number(bytes[operand.range]) : nil
    }

    static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
        let text = String(decoding: digits.prefix(64), as: UTF8.self)
        return Double(text) ?? Double(text + "0")
    }

    /// The name of an operand, without its slash, counted from the last.
    func name(last: Int) -> String? {
        guard last < operands.count else { return nil }
        let operand = operands[operands.count - 1 - last]
        guard operand.kind == .name else { return nil }
        return String(decoding: bytes[operand.range].dropFirst(), as: UTF8.self)
    }

    func matrix() -> AffineTransform? {
        let numbers = (0..<6).compactMap { number(last: 5 - $0) }
        guard numbers.count == 6 else { return nil }
        return AffineTransform(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    }

    /// Returns a named resource.
    func resource(_ kind: String, _ name: String) -> PDFObject? { resources?[kind]?["/" + name] }

    // MARK: Mends

    /// Replaces a dash that cairo refuses by one without negative lengths, as pdfium draws it.
    private mutating func mendDash(_ range: Range<Int>) {
        guard operands.count >= 2, operands[operands.count - 2].kind == .open else { return }
        let array = operands[operands.count - 2].range
        var tokens = ContentTokenizer(UnsafeBufferPointer(rebasing: bytes[array].dropFirst().dropLast()))
        var lengths: [Double] = []
        while let token = tokens.next(), lengths.count < 64 {
            lengths.append(token.kind == .number ? Self.number(tokens.bytes[token.start..<token.end]) ?? -1 : -1)
        }
        guard !Self.isUsable(dash: lengths) else { return }
        let text = Self.usable(dash: lengths).map { decimal($0) }.joined(separator: " ")
        edits.append((array, PDFText("[\(text)]".utf8)))
    }

    /// Whether cairo accepts the lengths of a dash.
    static func isUsable(dash lengths: [Double]) -> Bool {
        lengths.isEmpty || (lengths.allSatisfy { $0 >= 0 && $0.isFinite } && lengths.contains { $0 > 0 })
    }

    /// Returns a dash without negative lengths; none if only zeros remain, which gives a solid line.
    static func usable(dash lengths: [Double]) -> [Double] {
        let usable = lengths.map { $0.isFinite ? max(0, $0) : 0 }
        return usable.contains { $0 > 0 } ? usable : []
    }

    /// Limits the components of a CMYK color to the range from 0 to 1, as poppler does for other colors.
    private mutating func clampCMYK(_ range: Range<Int>) {
        let numbers = (0..<4).compactMap { number(last: 3 - $0) }
        guard numbers.count == 4, numbers.contains(where: { $0 < -0.001 || $0 > 1.001 }) else { return }
        let text = numbers.map { decimal(max(0, min(1, $0))) }.joined(separator: " ")
        edits.append((operands[operands.count - 4].range.lowerBound..<range.lowerBound, PDFText(text.utf8)))
    }

    private mutating func clampIfCMYK(_ space: String, _ range: Range<Int>) {
        guard operands.count == 4, space == "DeviceCMYK" || resource("/ColorSpace", space)?.componentCount == 4 else {
            return
        }
        clampCMYK(range)
    }

    /// Paints a group as its content, where only poppler makes a difference between the two, and no form without an area.
    private mutating func mendForm(_ range: Range<Int>) {
        guard let name = name(last: 0), !images.contains(name) else { return }
        guard let form = resource("/XObject", name), form["/Subtype"]?.isName("/Form") == true else {
            images.insert(name)
            return
        }
        guard form["/Matrix"] == nil || form.formMatrix.inverted != nil else {
            edits.append((operands[operands.count - 1].range.lowerBound..<range.upperBound, []))
            return
        }
        guard mending.isPlainGroup(form) else {
            if !state.transparency.isNone, form["/Group"] == nil { mending.paintsTransparently(form) }
            return
        }
        guard state.transparency.isNone else {
            mending.doubt(.blendingGroup)
            return
        }
        let ungrouped =
            made[name]
            ?? mending.addResource(to: resources, kind: "/XObject") {
                [mending, resources] () throws(PDFObjectsError) in try mending.ungrouped(form, resources)
            }
        made[name] = ungrouped
        if let ungrouped { edits.append((operands[operands.count - 1].range, PDFText(ungrouped.utf8))) }
    }

    /// Has a shading that strokes stay as it is. Poppler would paint the picture of it over the whole page.
    private mutating func keepStrokedShading() {
        guard let name = name(last: 0), !PageMending.isOwn(name), let pattern = resource("/Pattern", name),
            !pattern.isStream,
            pattern["/Shading"].map({ ShadingPicture.isNeeded(for: $0) }) == true
        else { return }
        mending.doubt(.shading)
        let kept =
            made["pattern \(name)"]
            ?? mending.addResource(to: resources, kind: "/Pattern") { () throws(PDFObjectsError) in pattern }
        made["pattern \(name)"] = kept
        if let kept { edits.append((operands[operands.count - 1].range, PDFText(kept.utf8))) }
    }

    /// Replaces a shading by a picture of it.
    private mutating func mendShading(_ range: Range<Int>) {
        guard let name = name(last: 0), let shading = resource("/Shading", name) else { return }
        if ShadingPicture.hasNoArea(shading) {
            edits.append((operands[operands.count - 1].range.lowerBound..<range.upperBound, []))
            return
        }
        if ShadingPicture.isDoubtful(shading) { mending.doubt(.shading) }
        guard ShadingPicture.isNeeded(for: shading), let back = state.transform.inverted else { return }
        var matrix = AffineTransform.identity
        let image = mending.addResource(to: resources, kind: "/XObject") { () throws(PDFObjectsError) in
            let picture = ShadingPicture(of: shading, filling: back.apply(area))
            matrix = picture?.matrix ?? matrix
            return picture?.image
        }
        guard let image else { return }
        edits.append((operands[operands.count - 1].range.lowerBound..<range.upperBound, Self.painting(image, matrix)))
    }

    /// Returns the operators that paint a form or an image with a matrix.
    static func painting(_ name: String, _ m: AffineTransform) -> PDFText {
        let numbers = [m.a, m.b, m.c, m.d, m.tx, m.ty].map { decimal($0) }.joined(separator: " ")
        return PDFText("q \(numbers) cm \(name) Do Q".utf8)
    }
}
