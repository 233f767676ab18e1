// SPDX-License-Identifier: GPL-3.0-or-later

/// An answer that includes the number of bytes written. The parent compares this number with the size of the output.
package protocol SizedAnswer {
    /// The number of bytes written.
    var bytes: Int { get }
}

extension PictureJob.Answer: SizedAnswer {}
extension WrittenAnswer: SizedAnswer {}
extension StripJob.Answer: SizedAnswer {}
extension FlattenReport: SizedAnswer {}
extension ReadInkJob.Answer: SizedAnswer {}
extension ReadPackageJob.Answer: SizedAnswer {}
extension PDFInkJob.Answer: SizedAnswer {}
extension LastExportJob.Answer: SizedAnswer {}
extension WriteInkJob.Answer: SizedAnswer {}
extension ContactSheetJob.Answer: SizedAnswer {}
extension PaperJob.Answer: SizedAnswer {}
extension InsertPaperJob.Answer: SizedAnswer {}
extension FillReport: SizedAnswer {}
