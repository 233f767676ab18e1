// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnFormDetection
internal import LimnForms
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs
internal import LimnPackage
internal import LimnRebase

/// Limits on the answers of workers. A hostile document may take over a worker, which can then send any answer. No
/// answer may make the parent trap, or take more memory than these limits allow.
///
/// Results that the parent passes on without reading them, such as exports, are limited by ``WorkerLimits/fileSize``,
/// which the kernel enforces.
enum AnswerBounds {
    /// The maximum number of pages of a document. The longest known ones have about 100,000.
    static let pages = 1_000_000
    /// The maximum for counts and for sizes in bytes. Sums of a few such numbers do not overflow.
    static let count = 1 << 48
    /// The maximum size of an inspection as JSON, in bytes.
    static let inspectionBytes = 64 << 20
    /// The maximum size of a form as JSON, in bytes.
    static let formBytes = 64 << 20
    /// The maximum size of data for forms as JSON, in bytes.
    static let formDataBytes = 64 << 20
    /// The maximum size of a PDF of empty paper, in bytes.
    static let paperBytes = 256 << 20
    /// The maximum size of the native ink that a worker makes from a file or a PDF, in bytes.
    static let inkBytes = 40 << 20
    /// The maximum memory for that ink in the parent, in bytes. It is enough for four or five million points and keeps
    /// the parent below 200 MB.
    static let inkMemory = 112 << 20

    /// The maximum size of the text that one job extracts, in bytes.
    static let textBytes = 256 << 20
    /// The maximum size of the page layouts of one job as JSON, in bytes.
    static let layoutBytes = 128 << 20
    /// The maximum number of words, fields, pictures, rectangles and lines of all pages of a document.
    static let layoutParts = 8_000_000
    /// The maximum size of the readings of one job as JSON, in bytes.
    static let handwritingBytes = 2 << 20
    /// The maximum size of a contact sheet, in bytes.
    static let sheetBytes = 512 << 20

    /// Returns the maximum size of a picture file in bytes: four bytes per uncompressed pixel, and a margin for the
    /// format.
    static func pictureBytes(pixelLimit: Int) -> Int { 5 * min(max(pixelLimit, 0), count) + (1 << 20) }

    /// Returns whether a worker's answer is plausible by itself. Answers of types that are not listed here need no
    /// check.
    static func allow(_ answer: Any) -> Bool {
        switch answer {
        case let answer as OpenJob.Answer: (0...pages).contains(answer.pageCount)
        case let answer as [Size]: answer.allSatisfy { isLength($0.width) && isLength($0.height) }
        case let answer as PictureJob.Answer: areCounts(answer.width, answer.height, answer.bytes)
        case let answer as WrittenAnswer: areCounts(answer.bytes)
        case let answer as PDFInkJob.Answer: areCounts(answer.sources, answer.annotations)
        case let answer as StripJob.Answer: areCounts(answer.sources, answer.bytes)
        case let answer as LastExportJob.Answer: areCounts(answer.baseSize ?? 0, answer.itemsBelow, answer.bytes)
        case let answer as ReadInkJob.Answer: areCounts(answer.dropped.map(\.count))
        case let answer as WriteInkJob.Answer: areCounts(answer.dropped.map(\.count) + [answer.bytes])
        case let answer as PaperJob.Answer: areCounts(answer.bytes) && answer.unknown.count <= pages
        case let answer as InsertPaperJob.Answer: areCounts(answer.bytes) && answer.unknown.count <= pages
        case let answer as ReadPackageJob.Answer: isPossible(answer)
        case let answer as VerifyJob.Answer: isPossible(answer)
        case let answer as FillReport: areCounts(answer.bytes, answer.findingCount, answer.leftOutCount)
        case let answer as CheckFormPageJob.Answer: areCounts(answer.unseen) && areCounts(answer.seen)
        case let form as Form: isPossible(form)
        case let fields as [DetectedField]: isPossible(fields)
        case let layout as PageLayout: isPossible(layout)
        // A lattice is checked where it is decoded.
        case let readings as [HandwritingReading]:
            readings.allSatisfy { $0.text.utf8.count <= HandwritingReading.textLimit }
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
            && answer.pages?.utf8.count ?? 0 <= PackageFormat.maximumPagesBytes
            && PackageCheck.problem(name: answer.name, tags: answer.tags, template: template?.name) == nil
    }

    private static func isPossible(_ answer: VerifyJob.Answer) -> Bool {
        guard areCounts(answer.expected), (0...answer.expected).contains(answer.changed),
            (0...answer.expected).contains(answer.hidden), !answer.isProven || answer.fault == nil
        else { return false }
        return switch answer.fault {
        case .inkMissing(let share): (0...1).contains(share)
        case .changedElsewhere(_, let levels): (0...255).contains(levels)
        case .size, nil: true
        }
    }

    /// Returns whether a rectangle lies within a billion points of the origin. No page is that large.
    private static func isPlace(_ rect: Rect) -> Bool {
        [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy { $0.magnitude <= 1e9 }
    }

    /// Returns the maximum edge error for a tolerance, in points. Even with tolerance 0, outlines need up to 0.02
    /// points.
    static func edgeError(of tolerance: Tolerance) -> Double { max(tolerance.points, 0.02) }

    /// The highest possible row number of form data.
    private static let rows = 100_000_000

    private static func isPossible(_ data: FormDataDocument) -> Bool {
        let numbers = data.rows.map(\.number)
        return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
            && (numbers + data.problems.map(\.row)).allSatisfy { (0...rows).contains($0) }
    }

    private static func isPossible(_ form: Form) -> Bool {
        form.fields.allSatisfy { field in
            field.widgets.allSatisfy { $0.pages.allSatisfy { (0...pages).contains($0) } && isPlace($0.rect) }
                && (1...count).contains(field.maximumLength ?? 1)
        }
    }

    private static func isPossible(_ fields: [DetectedField]) -> Bool {
        let kinds: Set<FormField.Kind> = [.text, .check, .radio, .push, .signature]
        return fields.count <= DetectFieldsJob.limit * DetectFieldsJob.fieldLimit
            && fields.allSatisfy { field in
                let texts = [field.label, field.row ?? "", field.choice ?? "", field.question ?? ""]
                return isPlace(field.rect) && (0...1).contains(field.certainty) && (1...pages).contains(field.page)
                    && (1...DetectedField.cellLimit).contains(field.cells ?? 1) && kinds.contains(field.kind)
                    && (1...count).contains(field.number ?? 1) && [0, 90, 180, 270].contains(field.turn)
                    && texts.allSatisfy { $0.utf8.count <= DetectedField.textLimit }
            }
    }

    private static func isPossible(_ page: PageLayout) -> Bool {
        let boxes =
            page.words.map(\.box) + page.fields.map(\.box) + page.pictures.map(\.box) + page.boxes
            + page.markups.flatMap(\.boxes) + page.links.map(\.box)
        let counts = [
            page.fields.count, page.pictures.count, page.boxes.count, page.lines.count, page.links.count,
            max(page.markups.count, page.markups.map(\.boxes.count).reduce(0, +)),
        ]
        return page.words.count <= ReadLayoutJob.wordLimit
            && page.words.allSatisfy { word in
                [nil, 90, 180, 270].contains(word.turn)
                    && (word.edges?.allSatisfy { $0.magnitude <= 1e9 } ?? true)
                    && (word.edges?.count ?? 0) <= 2 * word.text.unicodeScalars.count
            }
            && page.headings.allSatisfy { (1...6).contains($0.level) && 0 <= $0.first && $0.first <= $0.last }
            && page.headings.allSatisfy { $0.last < page.words.count }
            && zip(page.headings, page.headings.dropFirst()).allSatisfy { $0.last < $1.first }
            && (page.language.map { PageLayout.isLanguage($0) } ?? true)
            && counts.allSatisfy { $0 <= ReadLayoutJob.markLimit }
            && isLength(page.size.width) && isLength(page.size.height) && max(page.size.width, page.size.height) <= 1e9
            && boxes.allSatisfy { isPlace($0) } && page.links.allSatisfy { ($0.uri == nil) != ($0.page == nil) }
            && areCounts(page.links.compactMap(\.page)) && page.links.allSatisfy { isLength($0.top ?? 0) }
            && page.lines.allSatisfy { isPlace(Rect(x0: $0.start.x, y0: $0.start.y, x1: $0.end.x, y1: $0.end.y)) }
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

    /// Returns whether a length in points is finite and not negative.
    private static func isLength(_ points: Double) -> Bool { points.isFinite && points >= 0 }
}
