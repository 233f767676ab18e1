// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPackage

/// What a worker's answer may hold. A worker that a document has taken over may answer anything; no answer may make the
/// parent trap, or take more memory than is said here.
///
/// Results that are handed on as they are, such as exports, are bounded by ``WorkerLimits/fileSize``, which the kernel
/// enforces.
enum AnswerBounds {
    /// The most pages of a document. The longest known ones have some 100,000.
    static let pages = 1_000_000
    /// The largest count and the largest number of bytes; sums of them do not overflow.
    static let count = 1 << 48
    /// The most bytes of an inspection, which is JSON.
    static let inspectionBytes = 64 << 20
    /// The most bytes of a form, which is JSON.
    static let formBytes = 64 << 20
    /// The most bytes of data for forms, which are JSON.
    static let formDataBytes = 64 << 20
    /// The most bytes of paper, with its ruling.
    static let paperBytes = 256 << 20
    /// The most bytes of ink that a worker has read from a file or a PDF, in the native format.
    static let inkBytes = 40 << 20
    /// The most memory that such ink takes in the parent, in bytes: four or five million points. With its bytes and all else
    /// the parent stays below 200 MB.
    static let inkMemory = 112 << 20

    /// The most bytes of the text of some pages.
    static let textBytes = 256 << 20
    /// The most bytes of a contact sheet.
    static let sheetBytes = 512 << 20

    /// The most bytes of a picture file: four a pixel that cannot be compressed, and what the format adds.
    static func pictureBytes(pixelLimit: Int) -> Int { 5 * min(max(pixelLimit, 0), count) + (1 << 20) }

    /// Whether an answer of a worker is possible at all. Those of jobs that are not named hold nothing that could do harm.
    static func allow(_ answer: Any) -> Bool {
        switch answer {
        case let answer as OpenJob.Answer: (0...pages).contains(answer.pageCount)
        case let answer as [Size]: answer.allSatisfy { isLength($0.width) && isLength($0.height) }
        case let answer as PictureJob.Answer: areCounts(answer.width, answer.height, answer.bytes)
        case let answer as WrittenAnswer: areCounts(answer.bytes)
        case let answer as PDFInkJob.Answer: areCounts(answer.sources, answer.annotations)
        case let answer as StripJob.Answer: areCounts(answer.sources, answer.bytes)
        case let answer as ReadInkJob.Answer: areCounts(answer.dropped.map(\.count))
        case let answer as WriteInkJob.Answer: areCounts(answer.dropped.map(\.count) + [answer.bytes])
        case let answer as PaperJob.Answer: areCounts(answer.bytes) && answer.unknown.count <= pages
        case let answer as InsertPaperJob.Answer: areCounts(answer.bytes) && answer.unknown.count <= pages
        case let answer as ReadPackageJob.Answer: isPossible(answer)
        case let answer as VerifyJob.Answer: isPossible(answer)
        case let answer as FillReport: areCounts(answer.bytes, answer.remarkCount)
        case let answer as CheckFormPageJob.Answer: areCounts(answer.unseen) && areCounts(answer.seen)
        case let form as Form: isPossible(form)
        case let data as FormDataDocument: isPossible(data)
        case let answer as FlattenReport: isPossible(answer)
        case let answer as ContactSheetJob.Answer:
            areCounts(answer.pages, answer.bytes, answer.size?.width ?? 0, answer.size?.height ?? 0)
        default: true
        }
    }

    private static func isPossible(_ answer: ReadPackageJob.Answer) -> Bool {
        let template = answer.template
        return areCounts(answer.bytes) && (0...answer.bytes).contains(template?.bytes ?? 0)
            && (template.map { QuickHash($0.hash) != nil } ?? true)
            && (1...Int(Int32.max)).contains(answer.lastPage ?? 1)
            && PackageCheck.problem(name: answer.name, tags: answer.tags, template: template?.name) == nil
    }

    private static func isPossible(_ answer: VerifyJob.Answer) -> Bool {
        guard areCounts(answer.expected), (0...answer.expected).contains(answer.changed),
            (0...answer.expected).contains(answer.hidden)
        else { return false }
        return switch answer.fault {
        case .inkMissing(let share): (0...1).contains(share)
        case .changedElsewhere(_, let levels): (0...255).contains(levels)
        case .size, nil: true
        }
    }

    /// Whether a rectangle lies within a million points of the origin, farther than any page reaches.
    private static func isPlace(_ rect: Rect) -> Bool {
        [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy { $0.magnitude <= 1e9 }
    }

    /// The largest distance by which edges may move that were granted a tolerance: outlines take a hundredth of a point
    /// where nothing is granted.
    static func edgeError(of tolerance: Tolerance) -> Double { max(tolerance.points, 0.02) }

    /// The highest number of a row of data.
    private static let rows = 100_000_000

    private static func isPossible(_ data: FormDataDocument) -> Bool {
        let numbers = data.rows.map(\.number)
        return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
            && (numbers + data.problems.map(\.row)).allSatisfy { (0...rows).contains($0) }
    }

    private static func isPossible(_ form: Form) -> Bool {
        form.fields.allSatisfy { field in
            field.widgets.allSatisfy { (0...pages).contains($0.page ?? 0) && isPlace($0.rect) }
                && (1...count).contains(field.maximumLength ?? 1)
        }
    }

    private static func isPossible(_ report: FlattenReport) -> Bool {
        guard areCounts(report.bytes, report.points), isLength(report.largestEdgeError) else { return false }
        guard let burnt = report.burnt else { return true }
        return areCounts(
            burnt.paintedAnnotations, burnt.paintedFields, burnt.removedAnnotations, burnt.removedFields,
            burnt.removedSignatures, burnt.removedFiles, burnt.keptLinks)
    }

    private static func areCounts(_ numbers: Int...) -> Bool { areCounts(numbers) }

    private static func areCounts(_ numbers: [Int]) -> Bool { numbers.allSatisfy { (0...count).contains($0) } }

    /// Whether a number of points is finite and not negative.
    private static func isLength(_ points: Double) -> Bool { points.isFinite && points >= 0 }
}
