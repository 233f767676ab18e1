// SPDX-License-Identifier: GPL-3.0-or-later

/// All jobs that a worker performs.
///
/// The list is a tuple. So a function over it can demand something of every job, and the compiler refuses a job that lacks
/// it: `func table<each J: PerformableJob>(_ jobs: (repeat (each J).Type))`.
package enum JobList {
    package static let all = (
        OpenJob.self,
        PageSizesJob.self,
        VisitPageJob.self,
        TraitsJob.self,
        PictureJob.self,
        InspectJob.self,
        TextJob.self,
        ReadLayoutJob.self,
        PDFInkJob.self,
        LastExportJob.self,
        StripJob.self,
        FlattenJob.self,
        PrepareVerificationJob.self,
        CheckExportJob.self,
        VerifyJob.self,
        ReadInkJob.self,
        WriteInkJob.self,
        ReadPackageJob.self,
        ContactSheetJob.self,
        PaperJob.self,
        InsertPaperJob.self,
        ArrangePagesJob.self,
        ReadFormJob.self,
        ReadFormDataJob.self,
        ReadButtonPicturesJob.self,
        FillFormJob.self,
        CheckFormJob.self,
        CheckFormPageJob.self,
        RepeatFormJob.self,
        CheckFormCopyJob.self,
        DetectFieldsJob.self,
        AddFieldsJob.self,
        ReadHandwritingJob.self,
        DoctorJob.self,
        ProbeJob.self
    )
}
