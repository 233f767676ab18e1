// SPDX-License-Identifier: GPL-3.0-or-later

/// How documents may be read: the password for locked ones and the limits that are known before any work.
public struct Access: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The password for encrypted documents; nil where none is known.
    public var password: String?
    /// The largest number of pixels of a picture.
    public var pixelLimit: Int
    /// The most bytes of a file that is read.
    public var inputLimit: Int
    /// How long workers may work on a document in all, in seconds; nil for ten times as long as on one request, and half a
    /// second a page of long documents.
    public var timeBudget: Double?

    /// 50 million pixels.
    public static let standardPixelLimit = 50_000_000

    /// 1 GiB.
    public static let standardInputLimit = 1 << 30

    /// Makes an access.
    public init(
        password: String? = nil, pixelLimit: Int = standardPixelLimit, inputLimit: Int = standardInputLimit,
        timeBudget: Double? = nil
    ) {
        self.inputLimit = inputLimit
        self.timeBudget = timeBudget
        self.password = password
        self.pixelLimit = pixelLimit
    }

    /// The limits; the password is not shown.
    public var description: String { "up to \(pixelLimit) pixels" + (password == nil ? "" : ", with a password") }
}
