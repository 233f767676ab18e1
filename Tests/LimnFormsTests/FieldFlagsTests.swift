// SPDX-License-Identifier: Apache-2.0
import LimnForms
import Testing

@Suite("Flags of fields")
struct FieldFlagsTests {
    @Test("Flags have the bits of ISO 32000-2")
    func bits() {
        #expect(FieldFlags.readOnly.rawValue == 1)
        #expect(FieldFlags.multiline.rawValue == 0x1000)
        #expect(FieldFlags.comb.rawValue == 0x100_0000)
        #expect(FieldFlags.pushButton.rawValue == 0x1_0000)
        #expect(FieldFlags.combo.rawValue == 0x2_0000)
    }
}
