// SPDX-License-Identifier: Apache-2.0

extension InkFormat {
    /// Drawings of Apple's PencilKit, in the current and the legacy format.
    public static let pencilKit = InkFormat(id: "pencilkit", name: "PencilKit drawing", extensions: ["drawing"])
}
