// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnAccess
import TestSupport
import Testing

@Suite struct QRCodeTests {
    @Test func `zbar reads the link that a code holds`() throws {
        let zbar = try Requirement.tool("zbarimg")
        for link in ["http://127.0.0.1:8420/sign-in?code=0123456789abcdefghjkmnpqrs", "é☃"] {
            let code = try #require(QRCode(link))
            let folder = try TemporaryFolder()
            let (margin, scale) = (4, 6)
            let side = (code.size + 2 * margin) * scale
            var picture = Array("P5 \(side) \(side) 255\n".utf8)
            for y in 0..<side {
                for x in 0..<side { picture.append(code[x / scale - margin, y / scale - margin] ? 0 : 255) }
            }
            let path = try folder.write(picture, "code.pgm")
            let read = try run(zbar, "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path)
            #expect(read.text == link + "\n")
        }
    }

    @Test func `a link of 60 characters fits a terminal of 80 by 24`() throws {
        let code = try #require(QRCode("http://127.0.0.1:8420/sign-in?code=0123456789abcdefghjkmnpqrs"))
        let lines = code.terminalLines()
        #expect(code.size == 33)
        #expect(lines.count == 19)
        // Colors are set and unset in each line.
        #expect(
            lines.allSatisfy { $0.hasPrefix("\u{1b}[30;107m") && $0.hasSuffix("\u{1b}[0m") && $0.count == 37 + 9 + 4 })
    }

    @Test func `what no code can hold gives none`() {
        #expect(QRCode("") == nil)
        #expect(QRCode("a\0b") == nil)
        #expect(QRCode(String(repeating: "x", count: 2953)) != nil)
        #expect(QRCode(String(repeating: "x", count: 2954)) == nil)
    }
}
