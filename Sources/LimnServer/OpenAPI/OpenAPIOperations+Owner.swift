// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes

extension OpenAPIDocument {
    private static let base = "/api/v1"

    /// The operations for the owner only: granting access and managing the trash.
    static let owner: [OpenAPIOperation] = [
        OpenAPIOperation(
            .get, "\(base)/access", "listAccess", "Lists who has access.", answers: [200: [.json("ObjectList")]]),
        OpenAPIOperation(
            .post, "\(base)/access", "giveAccess",
            "Gives access to somebody, and tells once the link that signs them in.", body: [.json("NewAccess")],
            answers: [201: [.json("GivenAccess")]]),
        OpenAPIOperation(
            .delete, "\(base)/access/{person}", "revokeAccess", "Takes access from somebody, at once.",
            answers: [204: []]),
        OpenAPIOperation(
            .get, "\(base)/trash", "listTrash", "Lists what is in the trash, the last removed first.",
            [.query("cursor"), .query("limit", .integer(from: 1, to: 1000))], answers: [200: [.json("ObjectList")]]),
        OpenAPIOperation(
            .delete, "\(base)/trash", "emptyTrash", "Permanently deletes everything in the trash.",
            answers: [200: [.json("Object")]]),
        OpenAPIOperation(
            .post, "\(base)/trash/{entry}/restore", "restoreFromTrash", "Brings something back from the trash.",
            answers: [200: [.json("ObjectList")]]),
        OpenAPIOperation(
            .delete, "\(base)/trash/{entry}", "deleteFromTrash", "Deletes something in the trash for good.",
            answers: [204: []]),
    ]
}
