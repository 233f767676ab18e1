// SPDX-License-Identifier: GPL-3.0-or-later

/// Says whether a burnt document is what it shall be, by tools that did not write it.
public enum BurnJudge {
    /// A document and what was made of it.
    public struct Job: Codable, Sendable {
        var original: String
        var output: String
        var password: String?
        var isComplete: Bool

        /// Names both files.
        ///
        /// - Parameters:
        ///   - isComplete: whether all that viewers show was painted, so that no word may be lost.
        ///   - password: opens both files.
        public init(original: String, output: String, isComplete: Bool = true, password: String? = nil) {
            self.original = original
            self.output = output
            self.password = password
            self.isComplete = isComplete
        }
    }

    /// What is wrong with each, all in one run of `judge_burnt.py`; empty where all is well.
    public static func harm(_ jobs: [Job]) throws -> [[String]] { try judge("judge_burnt", jobs) }
}
