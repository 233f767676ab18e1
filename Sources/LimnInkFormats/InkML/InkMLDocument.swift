// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Builds a document from the XML events of an InkML file.
final class InkMLDocument: XMLHandler {
    static let rootName = "ink"
    /// The maximum length of an annotation in bytes, unless it describes an object. Longer ones are dropped.
    private static let maximumAnnotationLength = 4096
    /// The types of annotations without this limit.
    private static let longAnnotations: Set = [InkMLObjects.picture, InkMLObjects.object, InkMLObjects.words]

    private enum Element {
        case ink, definitions, context, source, format, intermittent, properties, brush, group, trace
        case annotation(String)
    }

    /// The settings of a context; nil values are inherited.
    private struct Context {
        var format: InkMLFormat?
        var brush: InkMLBrush?

        mutating func inherit(_ other: Context?) {
            format = format ?? other?.format
            brush = brush ?? other?.brush
        }
    }

    private(set) var dropped = DroppedItems()
    let pages: InkMLPages

    private let limits: InkLimits
    private var budget: InkMLMemoryBudget
    private var open: [Element] = []
    private var skipping = 0
    /// The contexts by `xml:id`. The next two tables contain formats and brushes.
    private var contexts: [String: Context] = [:]
    private var formats: [String: InkMLFormat] = [:]
    private var brushes: [String: InkMLBrush] = [:]
    /// The current context, which applies to traces without references.
    private var current = Context()
    /// The contexts of the enclosing groups, the innermost last.
    private var groups: [Context] = []

    // The state of the elements that are being read.
    private var ids: [String?] = []
    private var context = Context()
    private var format = InkMLFormat()
    private var properties: [(name: String, value: Double, units: String)] = []
    private var brush = InkMLBrush()
    private var traceContext = Context()
    private var text: [UInt8] = []
    private var isTooLong = false
    private var (strokeCount, pointCount, traces) = (0, 0, 0)

    /// Makes a handler for the events of a file.
    ///
    /// - Parameter size: the file's size in bytes.
    init(size: Int, limits: InkLimits) {
        self.limits = limits
        budget = InkMLMemoryBudget(file: size)
        pages = InkMLPages(limits: limits)
    }

    var wantsText: Bool {
        guard skipping == 0 else { return false }
        switch open.last {
        case .trace, .annotation: return true
        default: return false
        }
    }

    func text(_ utf8: UnsafeBufferPointer<UInt8>) {
        if case .annotation(let type) = open.last, text.count + utf8.count > Self.maximumAnnotationLength,
            !Self.longAnnotations.contains(type)
        {
            isTooLong = true
            return
        }
        text.append(contentsOf: utf8)
    }

    /// Returns a name without its namespace prefix: `inkml:trace` becomes `trace`.
    static func localName(_ name: String) -> String {
        guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return String(name[name.utf8.index(after: colon)...])
    }

    func start(_ name: String, _ attributes: [String: String], at tag: Range<Int>) throws(InkFormatError) {
        if skipping > 0 {
            skipping += 1
            return
        }
        switch (open.last, Self.localName(name)) {
        case (nil, _): push(.ink, attributes)
        case (.ink, "definitions"): push(.definitions, attributes)
        case (.ink, "context"), (.definitions, "context"):
            context = referencedContext(attributes)
            push(.context, attributes)
        case (.context, "inkSource"), (.definitions, "inkSource"):
            properties = []
            format = InkMLFormat()
            push(.source, attributes)
        case (.ink, "traceFormat"), (.context, "traceFormat"), (.source, "traceFormat"), (.definitions, "traceFormat"):
            format = InkMLFormat()
            push(.format, attributes)
        case (.format, "intermittentChannels"): push(.intermittent, attributes)
        case (.format, "channel"), (.intermittent, "channel"): try startChannel(attributes)
        case (.source, "channelProperties"): push(.properties, attributes)
        case (.properties, "channelProperty"):
            skipping = 1
            startProperty(attributes)
        case (.ink, "brush"), (.context, "brush"), (.definitions, "brush"):
            brush = attributes["brushRef"].flatMap { brushes[Self.id($0)] } ?? InkMLBrush()
            push(.brush, attributes)
        case (.brush, "brushProperty"):
            skipping = 1
            brush.set(attributes["name"] ?? "", attributes["value"] ?? "", units: attributes["units"])
        case (.ink, "traceGroup"), (.group, "traceGroup"):
            groups.append(referencedContext(attributes))
            pages.startGroup()
            push(.group, attributes)
        case (.ink, "trace"), (.group, "trace"): try startTrace(attributes)
        case (.ink, "annotation"), (.group, "annotation"):
            text.removeAll(keepingCapacity: true)
            isTooLong = false
            push(.annotation(attributes["type"] ?? ""), attributes)
        case (_, let name): skip(name)
        }
    }

    func end(at tag: Range<Int>) throws(InkFormatError) {
        if skipping > 0 {
            skipping -= 1
            return
        }
        let id = ids.popLast() ?? nil
        let element = open.removeLast()
        switch element {
        case .format:
            if let id { try define(format, id) }
            if case .ink = open.last { current.format = format }
            if case .context = open.last { context.format = format }
        case .source:
            for (name, value, units) in properties { format.set(resolution: (value, units), of: name) }
            if case .context = open.last, !format.channels.isEmpty { context.format = format }
            if let id, !format.channels.isEmpty { try define(format, id) }
        case .brush:
            for text in brush.unreadable { dropped.note(.attribute, page: nil, detail: text) }
            for text in brush.settings { dropped.note(.strokeSetting, page: nil, detail: text) }
            brush.clearDropped()
            if let id {
                try budget.spend(definitionOf: 0)
                brushes[id] = brush
            }
            if case .ink = open.last { current.brush = brush }
            if case .context = open.last { context.brush = brush }
        case .context:
            if let id {
                try budget.spend(definitionOf: 0)
                contexts[id] = context
            }
            if case .ink = open.last {
                context.inherit(current)
                current = context
            }
        case .group:
            groups.removeLast()
            pages.endGroup()
        case .trace: try endTrace()
        case .annotation(let type): try endAnnotation(type)
        case .ink, .definitions, .intermittent, .properties: break
        }
    }

    private func define(_ format: InkMLFormat, _ id: String) throws(InkFormatError) {
        try budget.spend(definitionOf: format.channels.count)
        formats[id] = format
    }

    private func push(_ element: Element, _ attributes: [String: String]) {
        open.append(element)
        ids.append(attributes["xml:id"] ?? attributes["id"])
    }

    private static func id(_ reference: String) -> String {
        reference.hasPrefix("#") ? String(reference.dropFirst()) : reference
    }

    /// Returns the context that an element's references select. A direct reference to a brush or format takes
    /// precedence over a context.
    private func referencedContext(_ attributes: [String: String]) -> Context {
        func named<T>(_ key: String, _ table: [String: T]) -> T? {
            guard let reference = attributes[key] else { return nil }
            let found = table[Self.id(reference)]
            if found == nil { dropped.note(.attribute, page: nil, detail: "\(key)=\(reference)") }
            return found
        }
        var result = Context()
        result.brush = named("brushRef", brushes)
        result.format = named("traceFormatRef", formats) ?? named("inkSourceRef", formats)
        result.inherit(named("contextRef", contexts))
        return result
    }

    private func startChannel(_ attributes: [String: String]) throws(InkFormatError) {
        skipping = 1
        guard format.channels.count < 64 else {
            throw InkFormatError(.corrupt, format: .inkml, "a trace format has more than 64 channels")
        }
        let channel = InkMLChannel(attributes)
        if case .intermittent = open.last {
            format.intermittent.append(channel)
        } else {
            format.regular.append(channel)
        }
    }

    private func startProperty(_ attributes: [String: String]) {
        guard attributes["name"] == "resolution", properties.count < 64, let channel = attributes["channel"],
            let value = attributes["value"].flatMap(NumberList.single)
        else { return }
        properties.append((channel, value, attributes["units"] ?? ""))
    }

    private func startTrace(_ attributes: [String: String]) throws(InkFormatError) {
        traces += 1
        text.removeAll(keepingCapacity: true)
        if attributes["type"] == "penUp" {
            skipping = 1
            return dropped.note(.unknownElement, page: pages.number, detail: "trace of a raised pen")
        }
        if let offset = attributes["timeOffset"].flatMap(NumberList.single), offset != 0 {
            dropped.note(.strokeSetting, page: pages.number, detail: "when it began, timeOffset")
        }
        if let part = attributes["continuation"], part != "begin" {
            dropped.note(.strokeSetting, page: pages.number, detail: "that it continues another")
        }
        traceContext = referencedContext(attributes)
        for group in groups.reversed() { traceContext.inherit(group) }
        traceContext.inherit(current)
        push(.trace, attributes)
    }

    private func endTrace() throws(InkFormatError) {
        let format = traceContext.format ?? .standard
        let trace = InkMLTrace(
            text, regular: format.regular.count, optional: format.intermittent.count,
            maximumPoints: limits.maximumPoints - pointCount)
        switch trace.excess {
        case .points: throw tooMany("points", limits.maximumPoints)
        case .omissions:
            throw InkFormatError(
                .tooLarge, format: .inkml, at: .init(stroke: traces), "a trace omits too many values")
        case nil: pointCount += trace.count
        }
        let read = InkMLStroke(
            trace, format: format, brush: traceContext.brush ?? InkMLBrush(),
            keepsTimes: pages.isInPage,
            maximumStrokes: min(limits.maximumStrokes - strokeCount, budget.strokes + 1))
        for (kind, count, detail) in read.dropped {
            dropped.note(kind, page: pages.number, count: count, detail: detail)
        }
        strokeCount += max(1, read.strokes.count)
        guard strokeCount <= limits.maximumStrokes else { throw tooMany("strokes", limits.maximumStrokes) }
        // The element of the trace itself accounts for the first stroke.
        try budget.spend(strokes: max(0, read.strokes.count - 1))
        pages.add(read.strokes, unitless: read.isUnitless ? (traceContext.brush ?? InkMLBrush()).knownWidth : nil)
    }

    /// Places the ink that has no unit of length.
    func finish() {
        guard pages.needsFitting else { return }
        pages.fitToPage()
        dropped.note(.attribute, page: pages.number, detail: "no unit of length, the ink is fitted to a page")
    }

    private func endAnnotation(_ type: String) throws(InkFormatError) {
        let isAtRoot = if case .ink = open.last { true } else { false }
        guard !isTooLong else {
            let detail = "longer than \(Self.maximumAnnotationLength) bytes"
            return switch type {
            case "title" where isAtRoot: dropped.note(.title, page: nil, detail: detail)
            case "limn.layerName": dropped.note(.layer, page: pages.number, detail: "a name \(detail)")
            default: dropped.note(.unknownElement, page: pages.number, detail: "annotation \(type), \(detail)")
            }
        }
        if type == InkMLObjects.object {
            strokeCount += 1
            guard strokeCount <= limits.maximumStrokes else { throw tooMany("strokes", limits.maximumStrokes) }
        }
        let isKnown = try pages.annotate(type, String(decoding: text, as: UTF8.self), isAtRoot: isAtRoot)
        if !isKnown { dropped.note(.unknownElement, page: pages.number, detail: "annotation \(type)") }
    }

    private func tooMany(_ what: String, _ limit: Int) -> InkFormatError {
        InkFormatError(.tooLarge, format: .inkml, at: .init(stroke: traces), "it has more than \(limit) \(what)")
    }

    /// Skips an element and its content. Elements that describe the device are not reported as dropped.
    private func skip(_ name: String) {
        skipping = 1
        let unreported = ["timestamp", "sampleRate", "latency", "activeArea", "sourceProperty", "canvas"]
        if !unreported.contains(name) { dropped.note(.unknownElement, page: pages.number, detail: name) }
    }
}
