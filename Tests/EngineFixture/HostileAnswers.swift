// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnWorker

/// Answers to every job: right ones, and right ones with some values replaced by extreme or wrong ones.
struct HostileAnswers {
    private var chance: Chance
    /// The one value that is replaced; nil to leave it to chance.
    private let field: HostileField?

    init(seed: UInt64) {
        chance = Chance(seed: seed ^ 0xa5a5)
        field = HostileField(seed: seed)
    }

    /// What a text is replaced by.
    static let texts = ["", "\u{0}\u{1b}[2J", String(repeating: "ä", count: 20_000), "append", "crashed"]
    /// What a number is replaced by. Texts stand for numbers that `JSONSerialization` cannot write.
    nonisolated(unsafe) static let numbers: [Any] = [
        Int.max, Int.min, -1, 0, 1, 2, 256, 65_536, 4_000_000, 1 << 31, 1 << 53, Int(Int32.max), 1e30, -1e30, 1e-300,
        "#1e308", "#1e999", "#-1e999", "#18446744073709551616", true,
    ]

    /// A reply as JSON.
    mutating func answer(to request: Data, of job: HostileJob, written: Int) -> [UInt8] {
        let sound =
            field == nil ? failure() ?? job.answer(request, written, &chance) : job.answer(request, written, &chance)
        let reply = try? JSONSerialization.jsonObject(with: Data(sound))
        guard let reply else { return [123, 125] }
        if let field { return Self.json(field.isIn(answerOf: job) ? field.replaced(in: reply) : reply) }
        // Most answers are sound, so that the parent comes to the jobs behind.
        let harm = chance.pick([0, 0, 0, 0, 40, 200])
        return Self.json(harm == 0 ? reply : mutated(reply, harm: harm))
    }

    /// What an honest worker sometimes answers that has not done its job; nil if it has.
    private mutating func failure() -> [UInt8]? {
        if chance.happens(30) {
            return Self.encoded(JobReply<WrittenAnswer>.notWritten(errno: chance.pick([0, 1, 28, -1, .max, .min])))
        }
        guard chance.happens(30) else { return nil }
        let codes: [LimnError.Code] = [.locked, .signed, .crashed, .limit, .cancelled, .busy, .failed, .noSuchPage]
        return Self.encoded(
            JobReply<WrittenAnswer>.failed(LimnError(chance.pick(codes), named: "x", "It says so.")))
    }

    /// What the job's file holds.
    mutating func content(for request: Data, of job: HostileJob) -> [UInt8] {
        if field == nil, chance.happens(100) {
            return (0..<Int.random(in: 0...5000, using: &chance)).map { _ in .random(in: 0...255, using: &chance) }
        }
        if let file = job.file {
            let sound = (try? JSONSerialization.jsonObject(with: Data(file))) ?? 0
            if let field { return Self.json(field.isIn(fileOf: job) ? field.replaced(in: sound) : sound) }
            return Self.json(mutated(sound, harm: chance.pick([0, 0, 20, 100])))
        }
        switch job.name {
        case ReadInkJob.name, PDFInkJob.name, LastExportJob.name:
            let document = field == nil ? ink() : job.name == ReadInkJob.name ? soundNote : soundInk
            var bytes = (try? NativeInk.encode(document, precision: .lossless)) ?? []
            if field == nil, chance.happens(200) { bytes[Int.random(in: bytes.indices, using: &chance)] ^= 1 }
            return bytes
        case ReadPackageJob.name:
            let ink = (try? NativeInk.encode(field == nil ? ink() : soundInk, precision: .lossless)) ?? []
            let size = field == nil ? chance.pick([ink.count, ink.count, ink.count, 0, 1 << 40]) : ink.count
            let page = field == nil ? chance.pick([1, 1, 1, 2, .max]) : 1
            return ReadPackageJob.pdf + PackedInk(page: page, size: size).head + ink
        case PictureJob.name:
            return (try? JSONDecoder().decode(PictureJob.self, from: request))?.forgedPicture ?? []
        case FillFormJob.name:
            let job = try? JSONDecoder().decode(FillFormJob.self, from: request)
            return job?.isRehearsal == true ? [] : ReadPackageJob.pdf
        case TextJob.name: return Array("text \u{c} text".utf8) + [0xff, 0xc0, 0]
        default: return ReadPackageJob.pdf
        }
    }

    private var soundInk: InkDocument {
        let brush = Brush(kind: .pen, color: Color(rgba: 0x0000_ffff), width: 2)
        let stroke = Stroke(brush: brush, points: StrokePoints([Point(x: 10, y: 10), Point(x: 30, y: 40)], width: 2))
        let item = Item.object(.note(NoteItem(at: Point(x: 5, y: 5))))
        let drawing = Drawing(items: [.stroke(stroke), item])
        return InkDocument(
            pages: [.init(background: .pdf(page: 1), drawing: drawing)], template: .file("character-sheet.pdf"))
    }

    /// Ink with paper where a job needs some.
    private var soundNote: InkDocument {
        var note = soundInk
        var paper = note.pages[0]
        (paper.size, paper.background) = (Size(width: 595, height: 842), .paper(style: "plain", color: .white))
        if field?.job.name == PaperJob.name { note.pages = [paper] }
        if field?.job.name == InsertPaperJob.name {
            note.pages += [paper, note.pages[0]]
            note.pages[2].background = .pdf(page: 2)
        }
        return note
    }

    private mutating func ink() -> InkDocument {
        let far = chance.pick([1.0, 500, 1e9, 1e150, -1e300, .greatestFiniteMagnitude])
        let points = [Point(x: 10, y: 10), Point(x: far, y: 20), Point(x: 30, y: far)]
        let brush = Brush(kind: .pen, color: Color(rgba: 0x0000_ffff), width: chance.pick([0, 2, 1e12, 1e300]))
        let stroke = Stroke(brush: brush, points: StrokePoints(points, width: chance.pick([0, 2, 1e12, 1e300])))
        let number = chance.pick([1, 1, 1, 2, 0, -1, .max, .min])
        let side = chance.pick([595.0, 595, 0, -1, 1e-300, 1e300])
        let page = InkDocument.Page(
            size: chance.happens(600) ? Size(width: side, height: side) : nil,
            background: chance.happens(700) ? .pdf(page: number) : .none, drawing: Drawing(strokes: [stroke]),
            placement: chance.pick(InkDocument.Placement.allCases))
        return InkDocument(pages: [InkDocument.Page](repeating: page, count: chance.pick([1, 1, 1, 2, 50])))
    }

    /// JSON of a value that `JSONSerialization` has read. Texts may stand for numbers that it cannot write.
    static func json(_ value: Any) -> [UInt8] {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed])
        var text = String(decoding: data ?? Data("0".utf8), as: UTF8.self)
        for number in ["1e999", "-1e999", "1e308", "18446744073709551616"] {
            text = text.replacingOccurrences(of: "\"#\(number)\"", with: number)
        }
        return Array(text.utf8)
    }

    /// The value with some of those inside replaced, each in `harm` of a thousand cases.
    private mutating func mutated(_ value: Any, harm: Int) -> Any {
        if chance.happens(harm), !(value is [String: Any]) { return extreme(value) }
        switch value {
        case let object as [String: Any]:
            var object = object
            for key in object.keys.sorted() {
                object[key] = chance.happens(harm / 8) ? nil : mutated(object[key] ?? NSNull(), harm: harm)
            }
            return object
        case let array as [Any]:
            var array = array.map { mutated($0, harm: harm) }
            if chance.happens(harm), let last = array.last { array += [Any](repeating: last, count: 40) }
            return array
        default: return value
        }
    }

    /// Another value, mostly of the same kind.
    private mutating func extreme(_ value: Any) -> Any {
        let others: [Any] = [NSNull(), [Any](), [String: Any](), "text", true, 1.5]
        if chance.happens(100) { return chance.pick(others) }
        switch value {
        case is String: return chance.pick(Self.texts)
        case is NSNumber: return chance.pick(Self.numbers)
        default: return chance.pick(others)
        }
    }
}
