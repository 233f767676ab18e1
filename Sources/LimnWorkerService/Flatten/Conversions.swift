// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnJobs
internal import LimnPDFObjects

extension PageVerifier.Strictness {
    init(_ strictness: VerifyJob.Strictness) {
        self =
            switch strictness {
            case .exact: .exact
            case .coarse: .coarse
            case .none: .none
            }
    }
}

extension ContentCounts {
    init(_ summary: DocumentSummary) {
        self.init(
            links: summary.linkCount, outlineItems: summary.outlineItemCount, formFields: summary.formFieldCount,
            annotations: summary.annotationCounts.values.reduce(0, +), embeddedFiles: summary.embeddedFileCount,
            structureTree: summary.isTagged, metadata: summary.hasXMPMetadata, signatures: summary.hasSignatures)
    }
}

extension LimnJobs.BurnReport {
    init(_ report: LimnPDFObjects.BurnReport) {
        self.init()
        pages = report.pages
        paintedAnnotations = report.paintedAnnotations
        paintedFields = report.paintedFields
        removedAnnotations = report.removedAnnotations
        removedFields = report.removedFields
        removedSignatures = report.removedSignatures
        removedFiles = report.removedFiles
        removedXFA = report.removedXFA
        keptLinks = report.keptLinks
        leftOut = report.leftOut.map { Item($0) }
        doubtful = report.doubtful.map { Item($0) }
    }
}

extension LimnJobs.BurnReport.Item {
    fileprivate init(_ item: LimnPDFObjects.BurnReport.Item) {
        let reason: LimnJobs.BurnReport.Reason =
            switch item.reason {
            case .noAppearance: .noAppearance
            case .hidden: .hidden
            case .notViewed: .notViewed
            case .notPrinted: .notPrinted
            case .noArea: .noArea
            case .mayBeStale: .mayBeStale
            }
        self.init(page: item.page, subtype: item.subtype, field: item.field, reason: reason)
    }
}
