// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

/// Compares transcripts and shows both whole where they differ; `#expect` would quote the source instead.
func expect(_ transcript: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard transcript != expected else { return }
    Issue.record("the transcript is\n\(transcript)\ninstead of\n\(expected)", sourceLocation: sourceLocation)
}
