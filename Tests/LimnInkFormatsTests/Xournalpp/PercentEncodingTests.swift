// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LimnInkFormats

struct PercentEncodingTests {
    @Test(arguments: [
        "", "plain", "a%20b", "%C3%A9", "%c3%a9", "100%25", "%", "a%2", "%2g", "%+1", "%-1", "% 1", "%ff", "%C3", "%00",
        "é%20é",
        "%%32%35", "a+b", "%E2%82%AC",
    ])
    func `Text is decoded as Foundation decodes it`(text: String) {
        #expect(PercentEncoding.decoded(text) == text.removingPercentEncoding)
    }
}
