// SPDX-License-Identifier: Apache-2.0

/// A script that is one call of a function with literal arguments, such as `AFNumber_Format(2, 0, 0, 0, "", true);`.
///
/// White space, comments and semicolons around the call are allowed. The script is never run.
struct ScriptCall: Equatable {
    var function: String
    var arguments: [ScriptLiteral]

    /// Parses a script; nil if it is not exactly one such call.
    init?(_ script: String) {
        // Real calls are short. The field names of a long sum are the longest part.
        guard script.utf8.count <= 1 << 20 else { return nil }
        var scanner = ScriptScanner(script)
        scanner.skipSpace()
        guard let name = scanner.takeWord() else { return nil }
        scanner.skipSpace()
        guard scanner.take("("), let arguments = scanner.takeLiterals(until: ")", depth: 0) else { return nil }
        repeat { scanner.skipSpace() } while scanner.take(";")
        guard scanner.isAtEnd else { return nil }
        function = name
        self.arguments = arguments
    }

    /// Returns the argument at an index from 0; nil if the call has fewer arguments.
    subscript(index: Int) -> ScriptLiteral? { arguments.indices.contains(index) ? arguments[index] : nil }
}
