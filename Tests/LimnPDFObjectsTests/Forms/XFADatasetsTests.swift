// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import LimnPDFObjects

/// Values in the data of an XFA form.
struct XFADatasetsTests {
    private static let packet = """
        <xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/">
        <xfa:data><form1><Name>Old &amp; tired</Name><Page2><Item>1</Item><Item>2</Item></Page2><Empty/><Sole a='>'
        /></form1></xfa:data><!-- <Name>no</Name> --></xfa:datasets>
        """

    private func filled(_ values: [(String, [String])]) -> String? {
        XFADatasets(Array(Self.packet.utf8))?.filled(values.map { (field: $0.0, values: $0.1) }).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test func `A value takes the place of the old one, and nothing else changes`() {
        #expect(
            filled([("form1[0].Name[0]", ["Ann <b> & Жук"])])
                == Self.packet.replacing("Old &amp; tired", with: "Ann &lt;b&gt; &amp; Жук"))
        #expect(filled([("form1[0].Empty[0]", ["x"])]) == Self.packet.replacing("<Empty/>", with: "<Empty>x</Empty>"))
        #expect(filled([("form1[0].Name[0]", [])]) == Self.packet.replacing("Old &amp; tired", with: ""))
        #expect(filled([("form1[0].Empty[0]", [])]) == Self.packet)
        #expect(
            filled([("form1[0].Sole[0]", ["a", "b"])])
                == Self.packet.replacing(
                    "<Sole a='>'\n/>", with: "<Sole a='>'\n><value>a</value><value>b</value></Sole>"))
    }

    @Test func `Numbers in names count elements, and subforms without data are left out`() {
        #expect(
            filled([("form1[0].Page1[0].Page2[0].Item[1]", ["9"])])
                == Self.packet.replacing("<Item>2<", with: "<Item>9<"))
        #expect(filled([("other[0].Sub[3].Name[0]", ["N"])]) == Self.packet.replacing("Old &amp; tired", with: "N"))
    }

    @Test(arguments: ["form1[0].Missing[0]", "form1[0].Page2[0]", "elsewhere.Item[0]", "form1[0].Name[1]", ""])
    func `A field without a place of its own in the data is told`(field: String) {
        #expect(filled([(field, ["x"])]) == nil)
    }

    @Test(arguments: [
        "", "<a>", "<a></b>", "</a>", "<!DOCTYPE a><datasets><data/></datasets>", "<datasets/>",
        "<datasets><data></datasets>",
        "<datasets><data/><!-- </datasets>", "<", "<datasets><data/></datasets",
    ])
    func `What is no data of a form is not read`(text: String) {
        #expect(XFADatasets(Array(text.utf8)) == nil)
    }

    @Test func `Elements in ten thousand levels are not read`() {
        let text =
            "<datasets><data>" + String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000)
        #expect(XFADatasets(Array((text + "</data></datasets>").utf8)) == nil)
    }
}
