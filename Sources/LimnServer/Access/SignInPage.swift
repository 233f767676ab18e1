// SPDX-License-Identifier: GPL-3.0-or-later

/// The page that a sign-in link leads to: a button, and a warning if it would replace another session.
enum SignInPage {
    /// Returns the page as HTML, which needs no script.
    ///
    /// - Parameters:
    ///   - code: the code of the link.
    ///   - present: the name of the person who is signed in in this browser; nil if nobody is.
    static func text(code: String, present: String?) -> String {
        let words =
            present.map {
                "<p>This browser is signed in as <strong>\(escaped($0))</strong>. Signing in by this link ends that here.</p>"
            } ?? "<p>The link signs this browser in, once.</p>"
        let back = present == nil ? "" : "<p><a href=\"/\">Stay signed in</a></p>"
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <title>Sign in to Limn</title>
            <link rel="stylesheet" href="/style/base.css">
            <link rel="stylesheet" href="/style/sign-in.css">
            </head>
            <body class="sign-in">
            <main>
            <h1>Sign in to Limn</h1>
            \(words)
            <form method="post" action="/sign-in">
            <input type="hidden" name="code" value="\(escaped(code))">
            <button autofocus>Sign in</button>
            </form>
            \(back)
            </main>
            </body>
            </html>

            """
    }

    private static func escaped(_ text: String) -> String {
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
