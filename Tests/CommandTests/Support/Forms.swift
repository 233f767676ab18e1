// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport

/// Small forms, written here so that every byte of them is known.
enum Forms {
    /// A page of 300 × 200 pt with a text, a check box, radio buttons with export values, a list that drops down, a text
    /// in cells, numbers and their sum, and a field that nobody may change.
    static let all: [UInt8] = Documents.pdf(
        [(300, 200)],
        catalog: "/AcroForm<</Fields[5 0 R 6 0 R 7 0 R 10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R]"
            + "/DA(/Helv 0 Tf 0 g)/CO[14 0 R]>>",
        page: "/Annots[5 0 R 6 0 R 8 0 R 9 0 R 10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R]",
        objects: [
            widget("/FT/Tx/T(name )/TU(The name)", "10 170 110 190"),  // 5
            widget("/FT/Btn/T(wounded)/AP<</N<</Ja 16 0 R/Off 17 0 R>>>>/AS/Off", "120 170 140 190"),  // 6
            "<</FT/Btn/Ff 49152/T(side)/Kids[8 0 R 9 0 R]/Opt[(good)(evil)]>>",  // 7
            widget("/Parent 7 0 R/AP<</N<</0 16 0 R/Off 17 0 R>>>>/AS/Off", "150 170 170 190"),  // 8
            widget("/Parent 7 0 R/AP<</N<</1 16 0 R/Off 17 0 R>>>>/AS/Off", "180 170 200 190"),  // 9
            widget("/FT/Ch/Ff 131072/T(class)/Opt[[(b)(Bard)][(m)(Mage)]]", "10 140 110 160"),  // 10
            widget("/FT/Tx/Ff 16777216/MaxLen 5/T(code)/MK<</BC[0]>>", "120 140 200 160"),  // 11
            widget(
                "/FT/Tx/T(sum.a)/AA<</F<</S/JavaScript/JS(AFNumber_Format\\(2, 0, 0, 0, \"\", true\\);)>>>>",
                "10 110 60 130"),
            widget("/FT/Tx/T(sum.b)", "70 110 120 130"),  // 13
            widget(
                "/FT/Tx/Ff 1/T(total)/AA<</C<</S/JavaScript/JS(AFSimple_Calculate\\(\"SUM\", new Array\\(\"sum\"\\)\\);)>>>>",
                "130 110 180 130"),  // 14
            widget("/FT/Tx/Ff 1/T(fixed)/V(stays)", "190 110 290 130"),  // 15
            stream("<</Type/XObject/Subtype/Form/BBox[0 0 20 20]", "2 2 16 16 re f"),  // 16
            stream("<</Type/XObject/Subtype/Form/BBox[0 0 20 20]", "2 2 16 16 re S"),  // 17
        ])

    private static func widget(_ entries: String, _ rect: String) -> String {
        "<</Type/Annot/Subtype/Widget/F 4/Rect[\(rect)]\(entries)>>"
    }

    private static func stream(_ dictionary: String, _ content: String) -> String {
        "\(dictionary)/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
    }

    /// A form whose one field only the page lists, and which has no form dictionary.
    static let orphan: [UInt8] = Documents.pdf(
        [(200, 100)], page: "/Annots[5 0 R]", objects: [widget("/FT/Tx/T(lost)/DA(/Helv 12 Tf 0 g)", "10 60 110 80")])

    /// A form with a field that a signature locks, certified for filling in.
    static let locked: [UInt8] = Documents.pdf(
        [(200, 100)],
        catalog: "/Perms<</DocMDP 6 0 R>>/AcroForm<</SigFlags 3/Fields[5 0 R 7 0 R 8 0 R]/DA(/Helv 0 Tf 0 g)>>",
        page: "/Annots[7 0 R 8 0 R]",
        objects: [
            "<</FT/Sig/T(Signature)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/V 6 0 R>>",
            "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>/Reference[<</TransformMethod/DocMDP"
                + "/TransformParams<</P 2>>>><</TransformMethod/FieldMDP/TransformParams<</Action/Include/Fields[(a)]>>>>]>>",
            widget("/FT/Tx/T(a)", "10 60 90 80"), widget("/FT/Tx/T(b)", "100 60 190 80"),
        ])
}
