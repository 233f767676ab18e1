// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import Testing

struct ContentScannerTests {
    private func scan(_ text: String) -> ContentScan { ContentScanner.scan(Array(text.utf8)) }
    private func closers(_ text: String) -> String { String(decoding: scan(text).closers, as: UTF8.self) }

    @Test(arguments: [
        "", "q Q", "q 1 0 0 1 0 0 cm BT /F 1 Tf (Q) Tj ET Q", "q % Q Q Q\nQ", "(a(b)\\)c) Tj", "(\\\\) Tj q Q",
        "<51 20 51> Tj", "<</MCID 0/Q(Q)>> pop", "/Q gs /q#20Q gs", "[(Q) -120 <51>] TJ", "/P <</MCID 0>> BDC EMC",
        "BX Qq EX", "qQ Qq", "1 Q2 q3", "ET EMC EX", "q\rQ\0", "/Span BMC q EMC Q", "] >> ) } {",
    ])
    func `What is balanced needs nothing`(text: String) {
        #expect(scan(text).isBalanced, "\(scan(text))")
    }

    @Test(arguments: [
        ("q", "Q"), ("q q Q", "Q"), ("q BT", "ET Q"), ("BT q", "Q ET"), ("/P BMC q BT BX", "EX ET Q EMC"),
        ("/P <<>> BDC /Q BMC EMC", "EMC"), ("BT BT", "ET"), ("q BT Q", "ET"), ("(a(b", "))"), ("(a\\", ")"),
        ("<41", ">"), ("q [ (Q", ")] Q"), ("q << /A [ <41", ">]>> Q"), ("q [ Q", "] Q"), ("q /A << /B [ >> Q", ""),
        ("% q", ""), ("q %", "Q"), ("BT (q", ") ET"), ("<< /A", "null>>"), ("q [ << /A 1 /B", "null>>] Q"),
        ("q << /A /B", ">> Q"), ("<< 1 /A", "null>>"), ("q << /A >>", "null>> Q"), ("<< /A >> null >>", ""),
    ])
    func `What is left open is closed, innermost first`(text: String, expected: String) {
        #expect(closers(text) == expected)
        #expect(scan(text).isClean)
        #expect(scan(text + "\n" + expected).isBalanced)
    }

    @Test(arguments: [
        ("1q", "Q", true), ("0.5 w 1q 2 0 0 2 0 0cm", "Q", true), ("q 1Q", "", true), ("-.5q q", "Q Q", true),
        ("1BT 2q", "Q ET", true), ("q 1-q", "Q Q", true), ("Q2 1 q", "Q", false), ("q 1 0 0 1 5-3 cm Q", "", false),
        ("0 0 0rg 0 0 1 1re f", "", false), ("q 1 w Q", "", false), ("1q Q 3 0 0 3 0 0 cm", "", true),
    ])
    func `Words glued to numbers are divided as poppler does, and others read them differently`(
        text: String, expected: String, isReadDifferently: Bool
    ) {
        #expect(closers(text) == expected)
        #expect(scan(text).isReadDifferently == isReadDifferently)
    }

    @Test(arguments: [
        ("Q", [0]), ("q Q Q", [4]), ("Q q Q Q", [0, 6]), ("(Q)Tj Q", [6]), ("0 0 m Q%Q\rQ", [6, 10]), ("/Q<51>Q", [6]),
        ("[Q] Q", [4]), ("BT Q ET", [3]),
    ])
    func `A restore too many is found where it stands`(text: String, offsets: [Int]) {
        #expect(scan(text).excessRestores == offsets)
    }

    @Test(arguments: [
        "q BI /W 2 /H 2 /CS /RGB /BPC 8 ID Q EI Q q EI EI Q",  // 12 bytes by arithmetic
        "q BI /Width 8 /Height 2 /ImageMask true ID Q\nEI Q",
        "q BI /W 9 /H 9 /F /Fl ID x\u{1} EI \u{1}Q Q zz\nEI Q",
        "q BI /W 9 /H 9 /F [/AHx /Fl] /DP [null <</K -1>>] ID 51>EI\nQ",
        "q BI /W 1 /H 1 /CS [/I /RGB 1 <000000ffffff>] /BPC 8 ID Q EI Q",
        "q BI /W 9 /H 9 /F /A85 ID abEI<zz(EI\nabcd)~>\nEI Q",
        "q BI /W 1 /H 1 /CS /Own /BPC 8 ID QQQQ\nEI\nQ", "q BI ID EI Q",
    ])
    func `An inline image hides its data`(text: String) {
        #expect(scan(text).isBalanced, "\(scan(text))")
    }

    @Test func `An inline image without end is told apart from what can be closed`() {
        let result = scan("q (a) Tj BI /W 4 /H 4 ID abc Q")
        #expect(result.unfinishedImage == 9)
        #expect(String(decoding: result.closers, as: UTF8.self) == "Q")
        #expect(scan("q BI /W 4 (").unfinishedImage == 2)
    }

    @Test func `Blanked content with its closers is balanced, whatever the bytes`() {
        let words = [
            "q", "Q", "BT", "ET", "BMC", "EMC", "BX", "EX", "BI", "ID", "EI", "(", ")", "<", ">", "<<", ">>", "[", "]",
            "%", "\n", "\r", " ", "\\", "/W", "/F", "1", "\0", "\u{1}", "{", "}",
        ].map { Array($0.utf8) }
        var random = SplitMix(state: 7)
        for round in 0..<6000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<60, using: &random) {
                if round % 3 == 0 {
                    bytes.append(.random(in: .min ... .max, using: &random))
                } else {
                    bytes += words.randomElement(using: &random)! + (round % 3 == 1 ? [32] : [])
                }
            }
            let result = ContentScanner.scan(bytes)
            var mended = bytes
            for range in result.blanks(count: bytes.count) { for index in range { mended[index] = 32 } }
            let again = ContentScanner.scan(mended + [10] + result.closers)
            #expect(again.isBalanced, "\(String(decoding: bytes, as: UTF8.self).debugDescription) \(result) \(again)")
        }
    }

    @Test func `Deep nesting of any kind takes linear time and no stack`() {
        let count = 30_000
        for piece in ["q ", "[", "<<", "(", "BX ", "/A BMC ", "BI ID ", "Q "] {
            let result = ContentScanner.scan(Array(String(repeating: piece, count: count).utf8))
            #expect(!result.isBalanced)
        }
        let mixed = ["q ", "/A BMC ", "Q "].map { String(repeating: $0, count: count) }.joined()
        #expect(ContentScanner.scan(Array(mixed.utf8)).isClean)
    }
}

/// A small generator with a seed (Steele, Lea and Flood 2014), so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
