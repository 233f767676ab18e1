// SPDX-License-Identifier: Apache-2.0

extension InkFormat {
    /// A page of a reMarkable tablet, in versions 3, 5 and 6.
    public static let remarkable = InkFormat(id: "rm", name: "reMarkable", extensions: ["rm"])
    /// A document of a reMarkable tablet: a ZIP archive of the files of xochitl, the tablet's program.
    public static let remarkableDocument = InkFormat(
        id: "rmdoc", name: "reMarkable document", extensions: ["rmdoc", "zip"])
}
