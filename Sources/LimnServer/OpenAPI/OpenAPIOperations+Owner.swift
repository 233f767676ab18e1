// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes

extension OpenAPIDocument {
    private static let base = "/api/v1"

    /// The operations for the owner only: granting access, managing the trash, and sync with other libraries.
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
        OpenAPIOperation(
            .get, "\(base)/sync", "identifyLibrary", "Identifies the library for sync.",
            answers: [200: [.json("SyncLibrary")]]),
        OpenAPIOperation(
            .post, "\(base)/sync/changes", "readChanges",
            "Returns the next packet of what another library lacks, which is empty when nothing is left.",
            body: [.json("SyncRequest")], answers: [200: [.bytes("application/gzip")]]),
        OpenAPIOperation(
            .post, "\(base)/sync/units", "takeChanges", "Takes in a packet of another library.",
            [.query("from", required: true)], body: [.bytes("application/gzip")],
            answers: [200: [.json("SyncReceipt")]]),
        OpenAPIOperation(
            .get, "\(base)/sync/templates/{hash}", "getTemplateByHash",
            "Returns the PDF of a template, by the SHA-256 of its content.",
            answers: [200: [.bytes("application/pdf")], 206: [.bytes("application/pdf")], 304: []]),
    ]
}
