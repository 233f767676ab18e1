// SPDX-License-Identifier: GPL-3.0-or-later

extension StaticWord {
    /// The minimum number of operands of an operator (ISO 32000-2, annex A); 0 if it needs none or is unknown.
    var operandCount: Int {
        switch self {
        case "BMC", "CS", "Do", "G", "J", "M", "MP", "TJ", "TL", "Tc", "Tj", "Tr", "Ts", "Tw", "Tz", "cs", "g", "gs",
            "i",
            "j", "ri", "sh", "w", "'":
            1
        case "BDC", "DP", "TD", "Td", "Tf", "d", "d0", "l", "m": 2
        case "RG", "rg", "\"": 3
        case "K", "k", "re", "v", "y": 4
        case "Tm", "c", "cm", "d1": 6
        default: 0
        }
    }
}
