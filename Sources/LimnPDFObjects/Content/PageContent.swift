// SPDX-License-Identifier: GPL-3.0-or-later

/// The content streams of a page in order, and the result of scanning their joined content.
struct PageContent {
    /// The valid streams. A stream that is listed twice appears twice.
    let streams: [PDFObject]
    /// The decoded data of each stream; nil if it cannot be decoded.
    let data: [[UInt8]?]
    /// The result of scanning the joined streams.
    let scan: ContentScan
    /// Messages about streams that were skipped or could not be checked.
    let notes: [String]

    init(page: PDFObject) {
        var notes: [String] = []
        streams = Self.streams(of: page["/Contents"], &notes)
        data = streams.map { stream in
            do throws(PDFObjectsError) {
                if let data = try stream.decodedData() { return data }
                notes.append("A content stream uses an unknown filter; it was not checked for unclosed operators.")
            } catch {
                notes.append("A content stream is damaged; it was not checked for unclosed operators (\(error.cause)).")
            }
            return nil
        }
        // Tokens must not span streams, but in real files some do. Viewers join the streams, and so does the scan.
        scan = ContentScanner.scan(Array(data.map { $0 ?? [] }.joined(separator: [10])))
        if scan.unfinishedImage != nil {
            notes.append("An inline image at the end of the page's content is incomplete and was left out.")
        }
        self.notes = notes
    }

    private static func streams(of contents: PDFObject?, _ notes: inout [String]) -> [PDFObject] {
        guard let contents else { return [] }
        if contents.isStream { return [contents] }
        let streams = contents.items.filter(\.isStream)
        if streams.count != contents.items.count || !contents.isArray {
            notes.append("The page's /Contents has an entry that is not a stream; it was ignored.")
        }
        return streams
    }

    /// A stream for use under an overlay.
    enum CleanStream {
        case original(PDFObject)
        /// Decoded data in which some bytes were overwritten with spaces.
        case changed([UInt8])
    }

    /// Returns the streams with excess operators and unfinished images overwritten with spaces. A stream that needs no
    /// change is returned as the original.
    func cleanStreams() -> [CleanStream] {
        let total = data.reduce(0) { $0 + ($1?.count ?? 0) + 1 }
        var blanks = scan.blanks(count: total)[...]
        var start = 0
        var result: [CleanStream] = []
        for (stream, data) in zip(streams, data) {
            let end = start + (data?.count ?? 0)
            var changed = data ?? []
            var isChanged = false
            while let blank = blanks.first, blank.lowerBound <= end {
                for offset in max(
                    blank.lowerBound, start)..<max(min(blank.upperBound, end), max(blank.lowerBound, start))
                {
                    changed[offset - start] = 32
                    isChanged = true
                }
                guard blank.upperBound <= end + 1 else { break }
                blanks.removeFirst()
            }
            result.append(isChanged ? .changed(changed) : .original(stream))
            start = end + 1
        }
        return result
    }

    /// Returns the operators to append to the page's own content. They close open structures and paint the forms of
    /// overlays.
    ///
    /// - Parameters:
    ///   - forms: the names of the forms, and whether each is marked as an artifact.
    ///   - wrapped: the name of the form that contains the page's own content; nil if the content is not in a form.
    func suffix(painting forms: [(name: String, isArtifact: Bool)], wrapped: String? = nil) -> [UInt8] {
        var text: [UInt8] = []
        if let wrapped {
            text += Array("q \(wrapped) Do Q\n".utf8)
        } else if !streams.isEmpty {
            // A form of the page can end with a clip operator that has not taken effect. Poppler then clips to the next
            // path, even after the form. The empty path here absorbs that clip.
            let closers = scan.allClosers
            text += [10] + closers + (closers.isEmpty ? [] : [10]) + Array("0 0 m n Q\n".utf8)
        }
        for (name, isArtifact) in forms {
            text += Array((isArtifact ? "/Artifact BMC q \(name) Do Q EMC\n" : "q \(name) Do Q\n").utf8)
        }
        return text
    }
}
