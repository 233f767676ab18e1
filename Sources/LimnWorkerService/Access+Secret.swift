// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnPDFRendering

extension Access {
    /// The password in the form that poppler requires; nil if there is none.
    var secret: PDFPassword? { password.map { PDFPassword($0) } }
}
