// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// The page for people at an address where there is nothing. Programs get a problem as JSON instead.
enum NotFoundPage {
    private struct Words {
        let language: String
        let title: String
        let sentence: String
        let link: String

        static let english = Words(
            language: "en", title: "There is nothing here", sentence: "No page of Limn has this address.",
            link: "Go to your characters")
        static let german = Words(
            language: "de", title: "Hier ist nichts", sentence: "Unter dieser Adresse hat Limn keine Seite.",
            link: "Zu deinen Charakteren")
    }

    /// Returns whether a request is for a page in a browser, outside the addresses for programs.
    static func isWanted(by request: Request, _ path: String) -> Bool {
        guard request.method == .get || request.method == .head,
            !["/api", "/iiif"].contains(where: { path == $0 || path.hasPrefix("\($0)/") })
        else { return false }
        let types = preferred(request.headers[.accept])
        return types.first == "text/html" || types.first == "application/xhtml+xml"
    }

    /// Returns the page in the language that the person prefers, with status 404.
    static func answer(to request: Request) -> Response {
        let language = preferred(request.headers[.acceptLanguage]).lazy.compactMap { range -> Words? in
            switch range.prefix(2) {
            case "de": .german
            case "en": .english
            default: nil
            }
        }.first
        return Answer.bytes(
            Array(text(language ?? .english).utf8), type: "text/html; charset=utf-8", status: .notFound,
            headers: [.vary: "Accept, Accept-Language", .cacheControl: "no-store"])
    }

    /// Returns the values of a field such as `Accept` in lower case, without parameters, the most wanted first (RFC 9110,
    /// 12.4.2).
    private static func preferred(_ field: String?) -> [String] {
        let ranges = (field ?? "").prefix(4096).lowercased().split(separator: ",").map { part in
            let pieces = part.split(separator: ";").map { $0.trimmingPrefix(" ").split(separator: " ").first ?? "" }
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (name: String(pieces.first ?? ""), quality: quality)
        }
        // Sorting keeps the order of equals only by their places.
        return ranges.enumerated().filter { $0.element.quality > 0 }.sorted {
            ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset)
        }.map(\.element.name)
    }

    private static func text(_ words: Words) -> String {
        """
        <!doctype html>
        <html lang="\(words.language)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <title>\(words.title) – Limn</title>
        <link rel="icon" href="/favicon.svg">
        <link rel="stylesheet" href="/style/base.css">
        <link rel="stylesheet" href="/style/sign-in.css">
        </head>
        <body class="sign-in">
        <main>
        <h1>\(words.title)</h1>
        <p>\(words.sentence)</p>
        <p><a href="/">\(words.link)</a></p>
        </main>
        </body>
        </html>

        """
    }
}
