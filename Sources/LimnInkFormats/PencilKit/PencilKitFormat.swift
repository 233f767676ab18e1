// SPDX-License-Identifier: Apache-2.0

extension InkFormat {
    /// A drawing of Apple's PencilKit, in both forms of its data.
    public static let pencilKit = InkFormat(id: "pencilkit", name: "PencilKit drawing", extensions: ["drawing"])
}
