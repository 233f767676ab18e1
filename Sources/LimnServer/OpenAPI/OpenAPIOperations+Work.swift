// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Limn
internal import LimnFiles

extension OpenAPIDocument {
    private static let base = "/api/v1"
    private static let pdf: [OpenAPIOperation.Content] = [.bytes("application/pdf"), .bytes()]
    /// What the Image API offers. Browsers do not show PPM.
    private static let shownPictures = ["image/png", "image/jpeg", "image/webp"].map {
        OpenAPIOperation.Content.bytes($0)
    }
    private static let pictures = PictureFormat.allCases.map { OpenAPIOperation.Content.bytes($0.mediaType) }
    private static let password = OpenAPIOperation.Parameter.header("X-PDF-Password")

    /// The operations for jobs, single documents, pictures, and the state of the server.
    static let work: [OpenAPIOperation] =
        jobs + singleBody("") + singleBody(base) + images + [
            OpenAPIOperation(
                .get, "/livez", "isAlive", "Whether the server runs.", answers: [200: [.bytes("text/plain")]]),
            OpenAPIOperation(
                .get, "/readyz", "isReady", "Whether the server can work.", answers: [200: [.bytes("text/plain")]]),
            OpenAPIOperation(
                .get, "/metrics", "showMetrics", "Figures for Prometheus.", answers: [200: [.bytes("text/plain")]]),
            OpenAPIOperation(
                .get, "/version", "showVersion", "The version of Limn.", answers: [200: [.json("Version")]]),
            OpenAPIOperation(
                .get, "\(base)/openapi.json", "describe", "This description.",
                answers: [200: [.json("Object")], 304: []]),
        ]

    private static let jobs: [OpenAPIOperation] = [
        OpenAPIOperation(
            .post, "\(base)/files", "putFile", "Stores a file for jobs for one day.", body: [.bytes()],
            answers: [201: [.json("StoredFile")]]),
        OpenAPIOperation(
            .post, "\(base)/jobs", "createJob", "Starts a job.", [password], body: [.json("NewJob")],
            answers: [202: [.json("Job")]]),
        OpenAPIOperation(
            .get, "\(base)/jobs", "listJobs", "Lists your own jobs; for the owner, everybody's.",
            [.query("cursor"), .query("limit", .integer(from: 1, to: 1000))], answers: [200: [.json("ObjectList")]]),
        OpenAPIOperation(
            .delete, "\(base)/jobs", "removeJobs", "Ends your own jobs; for the owner, everybody's.",
            answers: [200: [.json("Object")]]),
        OpenAPIOperation(
            .get, "\(base)/jobs/{job}", "showJob", "The progress of a job.", answers: [200: [.json("Job")]]),
        OpenAPIOperation(.delete, "\(base)/jobs/{job}", "removeJob", "Ends a job and removes it.", answers: [204: []]),
        OpenAPIOperation(
            .get, "\(base)/jobs/{job}/result", "downloadResult", "The result of a job.",
            [.header("Range"), .header("If-None-Match"), .header("If-Range")],
            answers: [200: [.bytes("*/*")], 206: [.bytes("*/*")], 304: []]),
    ]

    private static func singleBody(_ root: String) -> [OpenAPIOperation] {
        let suffix = root.isEmpty ? "" : "V1"
        let page = OpenAPIOperation.Parameter.query("page", .integer(from: 1, to: 1_000_000))
        let format = OpenAPIOperation.Parameter.query("format", .words("png", "jpeg", "webp", "ppm"))
        let quality = OpenAPIOperation.Parameter.query("quality", .integer(from: 1, to: 100))
        let side = JSONValue.integer(from: 1, to: 32_767)
        return [
            OpenAPIOperation(
                .post, "\(root)/render", "render\(suffix)", "Draws a page of the PDF that is sent.",
                [
                    page, format, quality, password, .query("dpi", .type("number")), .query("scale-to", side),
                    .query("width", side), .query("height", side), .query("transparent", .type("boolean")),
                    .query("layers"), .query("audience", .words("players", "gm")),
                    .query("no-notes", .type("boolean")),
                ], body: pdf, answers: [200: pictures]),
            OpenAPIOperation(
                .post, "\(root)/thumbnail", "thumbnail\(suffix)",
                "Draws a small picture of a page of the PDF that is sent.",
                [page, format, quality, password, .query("size", side)], body: pdf, answers: [200: pictures]),
            OpenAPIOperation(
                .post, "\(root)/inspect", "inspect\(suffix)", "Shows what the PDF or the ink that is sent contains.",
                [password], body: pdf, answers: [200: [.json("Object")]]),
        ]
    }

    private static let images: [OpenAPIOperation] = {
        let linked = OpenAPIOperation.Content(type: "application/ld+json", schema: "Object")
        let paths: [(path: String, name: String, summary: String, answers: [Int: [OpenAPIOperation.Content]])] = [
            (
                "/iiif/{identifier}", "findPicture", "Redirects to the description of a picture or a document.",
                [303: []]
            ),
            (
                "/iiif/{identifier}/info.json", "describePicture", "The description of a picture (IIIF Image API 3.0).",
                [200: [.json("Object"), linked], 304: []]
            ),
            (
                "/iiif/{identifier}/{region}/{size}/{rotation}/{file}", "drawPicture",
                "A picture of a page or of a part of it (IIIF Image API 3.0).", [200: shownPictures, 304: []]
            ),
            (
                "/iiif/{identifier}/manifest.json", "showManifest",
                "A template or a character for viewers (IIIF Presentation API 3.0).",
                [200: [.json("Object"), linked], 304: []]
            ),
            (
                "/iiif/{identifier}/search", "searchDocument",
                "Where words are written in a template or a character (IIIF Content Search API 2.0).",
                [200: [.json("Object"), linked], 304: []]
            ),
        ]
        return paths.flatMap { path, name, summary, answers in
            let own: [OpenAPIOperation.Parameter] =
                switch name {
                case "drawPicture":
                    [.query("v"), .query("ink", .type("boolean")), .query("audience", .words("players", "gm"))]
                case "searchDocument":
                    [
                        .query("q"), .query("page", .integer(from: 1, to: 1 << 20)),
                        .query("audience", .words("players", "gm")), .header("X-PDF-Password"),
                    ]
                default: []
                }
            return [
                OpenAPIOperation(.get, path, name, summary, own + [.header("If-None-Match")], answers: answers),
                OpenAPIOperation(
                    .options, path, "\(name)Preflight", "Whether pages of other sites may ask for it.",
                    answers: [204: []]),
            ]
        }
    }()
}
