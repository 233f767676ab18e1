// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import Foundation

extension PDFObject {
    /// A name as a dictionary key, with its slash and a terminating NUL, in any encoding; nil for other objects.
    var key: [CChar]? {
        guard isName, let start = try? file.call({ qpdf_oh_get_name($0, oh) }) else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
    }

    private var isName: Bool { (try? file.call { qpdf_oh_is_name($0, oh) }) ?? QPDF_FALSE != QPDF_FALSE }
}
