// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the pictures in the push buttons of the open document's form, one after another, as PNG or JPEG.
package struct ReadButtonPicturesJob: Job {
    package struct Found: Codable, Hashable, Sendable {
        /// The full name of the field.
        package var field: String
        /// The size of the picture's file in bytes.
        package var size: Int
        /// Whether the button is there to show a chosen picture. Others are part of the sheet.
        package var isChosen: Bool
        package init(field: String, size: Int, isChosen: Bool) {
            (self.field, self.size, self.isChosen) = (field, size, isChosen)
        }
    }

    package struct Answer: SizedAnswer {
        /// The pictures, in the order of the bytes.
        package var found: [Found]
        /// Sentences about pictures that are left out, at most ``messageLimit``.
        package var messages: [String]
        /// The number of bytes written.
        package var bytes: Int
        package init(found: [Found], messages: [String], bytes: Int) {
            (self.found, self.messages, self.bytes) = (found, messages, bytes)
        }
    }

    /// The maximum size of all pictures in bytes, as a character can have.
    package static let limit = 32 << 20
    /// The maximum number of messages.
    package static let messageLimit = 20
    /// The maximum length of all names of fields in bytes of UTF-8. An answer has little room.
    package static let nameLimit = 8 << 10

    package static let name = "button-pictures"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(writing: Self.limit) }
    package init() {}

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        var total = 0
        for found in answer.found {
            guard (1...Self.limit).contains(found.size), total <= Self.limit else { return false }
            total += found.size
        }
        return total == answer.bytes && answer.messages.count <= Self.messageLimit
    }
}
