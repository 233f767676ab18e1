// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnPictures

/// Checks whether a worker's answers match their requests.
extension AnswerBounds {
    /// The highest object number of a PDF (ISO 32000-1, table C.1).
    private static let objects = 8_388_607

    /// Returns whether an answer matches its request: for example, a picture must have the requested size, and a list
    /// the requested number of items.
    static func allow(_ answer: Any, to job: any Job, _ access: Access) -> Bool {
        switch (job, answer) {
        case (is OpenJob, let answer as OpenJob.Answer): isName(answer.renderer)
        case (let job as PageSizesJob, let answer as PageSizesJob.Answer): answer.count == job.pages.count
        case (let job as PictureJob, let answer as PictureJob.Answer): fits(answer, job, access)
        case (let job as CheckExportJob, let answer as CheckExportJob.Answer): fits(answer, job)
        case (let job as FlattenJob, let answer as FlattenReport): fits(answer, job)
        case (let job as FillFormJob, let answer as FillReport): fits(answer, job)
        case (let job as CheckFormJob, let answer as CheckFormJob.Answer): fits(answer, job)
        case (is CheckFormPageJob, let answer as CheckFormPageJob.Answer):
            answer.unseen.count <= CheckFormPageJob.Answer.limit
        case (is StripJob, let answer as StripJob.Answer): (answer.sources == 0) == (answer.bytes == 0)
        case (let job as ContactSheetJob, let answer as ContactSheetJob.Answer): fits(answer, job)
        default: true
        }
    }

    /// Returns whether a name is a short text on one line.
    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= 100 && !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    }

    private static func fits(_ answer: PictureJob.Answer, _ job: PictureJob, _ access: Access) -> Bool {
        let (width, height) = (answer.width, answer.height)
        guard width >= 1, height >= 1, width <= access.pixelLimit, height <= access.pixelLimit / width else {
            return false
        }
        if case .pixels = job.form, answer.bytes != 4 * width * height { return false }
        if let view = job.view { return (width, height) == view.turnedSize }
        return switch job.size {
        case .dpi: true
        case .longerSide(let side): max(width, height) == side
        case .width(let side): width == side
        case .height(let side): height == side
        case .exactly(let wide, let high): width == wide && height == high
        }
    }

    private static func fits(_ answer: CheckExportJob.Answer, _ job: CheckExportJob) -> Bool {
        let isCounted = job.save != .append || job.counts
        guard answer.kept.basis == (isCounted ? .census : .prefix), (answer.kept.before != nil) == isCounted,
            (answer.kept.after != nil) == isCounted, job.save == .append || answer.overridden.isEmpty,
            areObjects(answer.overridden),
            (answer.burnt != nil) == (job.mode == .burn)
        else { return false }
        return answer.burnt.map { fits($0, pageCount: job.pageCount) } ?? true
    }

    /// Returns whether numbers are valid object numbers in ascending order.
    private static func areObjects(_ numbers: [Int]) -> Bool {
        numbers.allSatisfy { (1...objects).contains($0) } && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }

    private static func fits(_ report: FillReport, _ job: FillFormJob) -> Bool {
        if job.isRehearsal, report.bytes != 0 { return false }
        return report.findings.count <= min(FillReport.findingLimit, report.findingCount)
            && report.findings.allSatisfy { $0.text.count <= FillReport.textLimit && $0.place >= 0 }
            && report.leftOut.count <= min(FillReport.leftOutLimit, report.leftOutCount)
            && report.leftOut.allSatisfy { $0.count <= FillReport.textLimit }
            && report.save != .auto && (!job.flattens || report.save == .rewrite)
            && (job.isRehearsal || job.flattens || job.save == .auto || report.save == job.save)
    }

    private static func fits(_ answer: CheckFormJob.Answer, _ job: CheckFormJob) -> Bool {
        let isCounted = job.save != .append
        return answer.kept.basis == (isCounted ? .census : .prefix) && (answer.kept.before != nil) == isCounted
            && (answer.kept.after != nil) == isCounted && (!isCounted || answer.overridden.isEmpty)
            && areObjects(answer.overridden)
    }

    private static func fits(_ report: FlattenReport, _ job: FlattenJob) -> Bool {
        (report.burnt != nil) == (job.mode == .burn)
            && report.doubtfulPages.count <= FlattenReport.pageLimit
            && report.doubtfulPages.allSatisfy { (1...max(1, job.pageCount)).contains($0) }
            && (report.burnt.map { fits($0, pageCount: job.pageCount) } ?? true)
            && (job.mode.canAppend || report.save == .rewrite) && report.save != .auto
            && (job.save == .auto || report.save == job.save || !job.mode.canAppend)
            && report.sourceInk.map { job.carriesSourceInk || !$0.isIncluded } ?? false
    }

    private static func fits(_ report: BurnReport, pageCount: Int) -> Bool {
        let pages = report.pages + (report.leftOut + report.doubtful).map(\.page)
        return pages.allSatisfy { (1...max(1, pageCount)).contains($0) }
    }

    private static func fits(_ answer: ContactSheetJob.Answer, _ job: ContactSheetJob) -> Bool {
        guard answer.pages >= 1 else { return false }
        return switch job.form {
        case .picture: answer.pages == 1 && answer.size.map { $0.width >= 1 && $0.height >= 1 } ?? false
        case .pdf: answer.size == nil
        }
    }
}
