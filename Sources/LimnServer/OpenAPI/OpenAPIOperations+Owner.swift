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
            "Gives a person access, and returns the sign-in link, which is shown only once.",
            body: [.json("NewAccess")],
            answers: [201: [.json("GivenAccess")]]),
        OpenAPIOperation(
            .delete, "\(base)/access/{person}", "revokeAccess", "Revokes a person's access at once.",
            answers: [204: []]),
        OpenAPIOperation(
            .get, "\(base)/trash", "listTrash", "Lists what is in the trash, the last removed first.",
            [.query("cursor"), .query("limit", .integer(from: 1, to: 1000))], answers: [200: [.json("ObjectList")]]),
        OpenAPIOperation(
            .delete, "\(base)/trash", "emptyTrash", "Permanently deletes everything in the trash.",
            answers: [200: [.json("Object")]]),
        OpenAPIOperation(
            .post, "\(base)/trash/{entry}/restore", "restoreFromTrash", "Restores an item from the trash.",
            answers: [200: [.json("ObjectList")]]),
        OpenAPIOperation(
            .delete, "\(base)/trash/{entry}", "deleteFromTrash", "Permanently deletes an item in the trash.",
            answers: [204: []]),
    ]
}
