// SPDX-License-Identifier: Apache-2.0

extension FieldValidation {
    /// Recognizes a validation script (/AA, /V).
    ///
    /// It recognizes a single call of AFRange_Validate with literal arguments. Everything else is ``custom``. An empty
    /// script is nil.
    public init?(script: String) {
        guard !script.isBlank else { return nil }
        guard let call = ScriptCall(script), call.function == "AFRange_Validate", call.arguments.count >= 2 else {
            self = .custom
            return
        }
        let hasMinimum = call[0]?.isTrue ?? false
        let hasMaximum = call[2]?.isTrue ?? false
        let (minimum, maximum) = (call[1]?.number, call[3]?.number)
        if hasMinimum && minimum == nil || hasMaximum && maximum == nil {
            self = .custom
        } else {
            self = .range(minimum: hasMinimum ? minimum : nil, maximum: hasMaximum ? maximum : nil)
        }
    }
}
