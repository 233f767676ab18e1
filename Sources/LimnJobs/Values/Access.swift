// SPDX-License-Identifier: GPL-3.0-or-later

/// Settings for reading documents: the password for encrypted ones, and limits that are checked before any work.
public struct Access: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The password for encrypted documents; nil if none is known.
    public var password: String?
    /// The maximum number of pixels of a picture.
    public var pixelLimit: Int
    /// The maximum size of an input file in bytes.
    public var inputLimit: Int
    /// The total time that workers may spend on a document, in seconds; nil for ten times the limit of a request or
    /// half a second per page, whichever is longer.
    public var timeBudget: Double?

    /// The standard pixel limit: 50 million pixels.
    public static let standardPixelLimit = 50_000_000

    /// The standard input limit: 1 GiB.
    public static let standardInputLimit = 1 << 30

    /// Makes settings.
    public init(
        password: String? = nil, pixelLimit: Int = standardPixelLimit, inputLimit: Int = standardInputLimit,
        timeBudget: Double? = nil
    ) {
        self.inputLimit = inputLimit
        self.timeBudget = timeBudget
        self.password = password
        self.pixelLimit = pixelLimit
    }

    /// The pixel limit and whether there is a password. The password itself is not shown.
    public var description: String { "up to \(pixelLimit) pixels" + (password == nil ? "" : ", with a password") }
}
