// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnPDFRendering

extension Access {
    /// The password as poppler needs it.
    var secret: PDFPassword? { password.map { PDFPassword($0) } }
}
