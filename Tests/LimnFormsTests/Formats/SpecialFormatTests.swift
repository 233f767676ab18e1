// SPDX-License-Identifier: Apache-2.0
import LimnForms
import Testing

@Suite("Masks, ranges and unknown formats")
struct SpecialFormatTests {
    @Test("Digits are poured into masks")
    func masks() {
        let rows: [(SpecialFormat, String, String, ShownValue.Problem?)] = [
            (.zip, "12345", "12345", nil), (.zip, "1 2-3", "123", nil), (.zip, "123456", "12345", .tooManyDigits),
            (.zip, "", "", nil), (.zip, "abc", "", .notANumber), (.zipPlusFour, "123456789", "12345-6789", nil),
            (.zipPlusFour, "12345-6789", "12345-6789", nil), (.zipPlusFour, "12345", "12345", nil),
            (.zipPlusFour, "123456", "12345-6", nil), (.phone, "5551234567", "(555) 123-4567", nil),
            (.phone, "(555) 123-4567", "(555) 123-4567", nil),
            (.phone, "+1 555 123 4567", "(155) 512-3456", .tooManyDigits),
            (.phone, "5551234", "555-1234", nil), (.phone, "555", "555", nil), (.phone, "5551", "555-1", nil),
            (.phone, "55512345", "555-1234", .tooManyDigits), (.phone, "call me", "", .notANumber),
            (.socialSecurity, "123456789", "123-45-6789", nil), (.socialSecurity, "123-45-6789", "123-45-6789", nil),
            (.socialSecurity, "1234", "123-4", nil), (.socialSecurity, "٣٤٥", "", .notANumber),
        ]
        for (mask, value, text, problem) in rows {
            #expect(
                FieldFormat.special(mask).shown(value) == ShownValue(text: text, problem: problem), "\(mask) \(value)")
        }
    }

    @Test("A value under an unknown script is shown as it is")
    func custom() {
        #expect(FieldFormat.custom.shown("1.5") == ShownValue(text: "1.5", problem: .unknownFormat))
        #expect(FieldFormat.custom.shown("") == ShownValue(text: ""))
    }

    @Test("Bounds are accepted, and so are empty values")
    func ranges() {
        let both = FieldValidation.range(minimum: 1, maximum: 30)
        for value in ["1", "30", "15.5", "", " ", "2,5", "text", "1e1"] {
            #expect(both.rejection(of: value) == nil, "\(value)")
        }
        for value in ["0", "0.999", "30.001", "-1", "1e3", "31 gp"] {
            #expect(both.rejection(of: value) != nil, "\(value)")
        }
        #expect(both.rejection(of: "31") == "“31” is not between 1 and 30.")
        #expect(FieldValidation.range(minimum: 0.5, maximum: nil).rejection(of: "0") == "“0” is less than 0.5.")
        #expect(
            FieldValidation.range(minimum: nil, maximum: 1e21).rejection(of: "1e22")
                == "“1e22” is more than 1000000000000000000000.")
        #expect(FieldValidation.range(minimum: nil, maximum: nil).rejection(of: "1e22") == nil)
        #expect(FieldValidation.custom.rejection(of: "x") == nil)
    }
}
