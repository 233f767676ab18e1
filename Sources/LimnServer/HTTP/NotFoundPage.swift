// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes
internal import Hummingbird

/// The page for people at an address where there is nothing. Programs get a problem as JSON instead.
enum NotFoundPage {
    /// Returns whether a request is for a page in a browser, outside the addresses for programs.
    static func isWanted(by request: Request, _ path: String) -> Bool {
        guard request.method == .get || request.method == .head,
            !["/api", "/iiif"].contains(where: { path == $0 || path.hasPrefix("\($0)/") })
        else { return false }
        let types = QualityValues.preferred(request.headers[.accept])
        return types.first == "text/html" || types.first == "application/xhtml+xml"
    }

    /// Returns the page in the language that the person prefers, with status 404.
    static func answer(to request: Request) -> Response {
        let language = ScriptlessPage.Language(preferredBy: request.headers)
        return Answer.bytes(
            Array(page(in: language).html.utf8), type: "text/html; charset=utf-8", status: .notFound,
            headers: [.vary: "Accept, Accept-Language", .cacheControl: "no-store"])
    }

    private static func page(in language: ScriptlessPage.Language) -> ScriptlessPage {
        let (title, sentence, link) =
            switch language {
            case .english:
                ("There is nothing here", "No page of Limn has this address.", "Go to your characters")
            case .german:
                ("Hier ist nichts", "Unter dieser Adresse hat Limn keine Seite.", "Zu deinen Charakteren")
            }
        return ScriptlessPage(
            language: language, title: title, body: "<p>\(sentence)</p>\n<p><a href=\"/\">\(link)</a></p>")
    }
}
