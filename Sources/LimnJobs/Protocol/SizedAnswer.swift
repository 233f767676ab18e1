// SPDX-License-Identifier: GPL-3.0-or-later

/// An answer that tells how many bytes the job has written, which the parent compares with what is there.
package protocol SizedAnswer {
    /// How many bytes were written.
    var bytes: Int { get }
}

extension PictureJob.Answer: SizedAnswer {}
extension WrittenAnswer: SizedAnswer {}
extension StripJob.Answer: SizedAnswer {}
extension FlattenReport: SizedAnswer {}
extension ReadInkJob.Answer: SizedAnswer {}
extension ReadPackageJob.Answer: SizedAnswer {}
extension PDFInkJob.Answer: SizedAnswer {}
extension WriteInkJob.Answer: SizedAnswer {}
extension ContactSheetJob.Answer: SizedAnswer {}
extension PaperJob.Answer: SizedAnswer {}
extension InsertPaperJob.Answer: SizedAnswer {}
extension FillReport: SizedAnswer {}
