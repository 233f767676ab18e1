// SPDX-License-Identifier: GPL-3.0-or-later

/// How documents are read: the password for encrypted ones, and limits that apply before any work.
public struct Access: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The password for encrypted documents; nil if none is known.
    public var password: String?
    /// The largest number of pixels of a picture.
    public var pixelLimit: Int
    /// The maximum size of an input file in bytes.
    public var inputLimit: Int
    /// The total time that workers may spend on a document, in seconds; nil for ten times the limit of a request, or
    /// half a second a page if that is more.
    public var timeBudget: Double?

    /// The standard limit: 50 million pixels.
    public static let standardPixelLimit = 50_000_000

    /// The standard limit: 1 GiB.
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

    /// The limits and whether there is a password. The password itself is not shown.
    public var description: String { "up to \(pixelLimit) pixels" + (password == nil ? "" : ", with a password") }
}
