// SPDX-License-Identifier: GPL-3.0-or-later

/// The page that a sign-in link leads to: a button, and a warning if it would replace another session.
struct SignInPage {
    /// The code of the link.
    let code: String
    /// The name of the person who is signed in in this browser; nil if nobody is.
    let present: String?

    /// Returns the page in a language.
    func page(in language: ScriptlessPage.Language) -> ScriptlessPage {
        let name = present.map { "<strong>\(ScriptlessPage.escaped($0))</strong>" }
        let (title, sentence, button, back) =
            switch language {
            case .english:
                (
                    "Sign in to Limn",
                    name.map { "This browser is signed in as \($0). Signing in by this link ends that here." }
                        ?? "The link signs this browser in, once.", "Sign in", "Stay signed in"
                )
            case .german:
                (
                    "Bei Limn anmelden",
                    name.map { "In diesem Browser ist \($0) angemeldet. Dieser Link meldet hier jemand anderen an." }
                        ?? "Der Link meldet diesen Browser an, einmal.", "Anmelden", "Angemeldet bleiben"
                )
            }
        return ScriptlessPage(
            language: language, title: title,
            body: """
                <p>\(sentence)</p>
                <form method="post" action="/sign-in">
                <input type="hidden" name="code" value="\(ScriptlessPage.escaped(code))">
                <button autofocus>\(button)</button>
                </form>
                \(present == nil ? "" : "<p><a href=\"/\">\(back)</a></p>")
                """)
    }
}
