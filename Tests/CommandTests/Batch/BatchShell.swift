// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// What tests of batches have in common.
enum BatchShell {
    /// A folder `in` with documents of one to seven pages, two of the same content, and one that is none.
    static func documents() throws -> Shell {
        try Shell([
            "in/one.pdf": Documents.pages(1), "in/three.pdf": Documents.pages(3), "in/seven.pdf": Documents.pages(7),
            "in/sub/wide.pdf": Documents.pdf([(400, 50)]), "in/sub/tall.pdf": Documents.pdf([(50, 400), (60, 300)]),
            "in/sub/same.pdf": Documents.pages(1), "in/bad.pdf": Array("no PDF".utf8),
        ])
    }

    /// The lines of a file of JSON Lines.
    static func objects(_ shell: Shell, _ name: String) throws -> [[String: Any]] {
        try shell.read(name).split(separator: 10).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        }
    }

    /// The names of the tasks in a file of JSON Lines, in its order.
    static func tasks(_ shell: Shell, _ name: String) throws -> [String] {
        try objects(shell, name).map { try #require($0["task"] as? String) }
    }
}
