// SPDX-License-Identifier: GPL-3.0-or-later

internal import HTTPTypes

/// A small page for people that needs no script. The server itself writes it, in a language of the studio.
struct ScriptlessPage {
    /// The languages of the studio.
    enum Language: String {
        case english = "en"
        case german = "de"

        /// The language that a person's browser prefers; English if it prefers neither.
        init(preferredBy headers: HTTPFields) {
            self =
                QualityValues.preferred(headers[.acceptLanguage]).lazy
                .compactMap { Language(rawValue: String($0.prefix(2))) }.first ?? .english
        }
    }

    let language: Language
    let title: String
    /// What stands below the title, as HTML.
    let body: String

    /// The page as HTML.
    var html: String {
        """
        <!doctype html>
        <html lang="\(language.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <title>\(title) – Limn</title>
        <link rel="icon" href="/favicon.svg">
        <link rel="stylesheet" href="/style/base.css">
        <link rel="stylesheet" href="/style/sign-in.css">
        </head>
        <body class="sign-in">
        <main>
        <h1>\(title)</h1>
        \(body)
        </main>
        </body>
        </html>

        """
    }

    /// Returns text as HTML.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.append(character)
            }
        }
    }
}

/// Fields such as `Accept`, whose values have qualities (RFC 9110, 12.4.2).
enum QualityValues {
    /// Returns the values in lower case, without parameters, the most wanted first.
    static func preferred(_ field: String?) -> [String] {
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
}
