// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnJobs

/// Asks the user for passwords of documents, one document at a time. It never stores a password.
public final class PasswordSource: Sendable {
    private let ask: @Sendable (String) -> String?
    private let lock = NSLock()

    /// The maximum number of times that the user is asked for the password of a document.
    static let attempts = 3

    /// Makes a source of passwords.
    ///
    /// - Parameter ask: returns the password for the document with the given name; nil if the user gives none. It is
    ///   never called on two threads at the same time.
    public init(_ ask: @escaping @Sendable (String) -> String?) { self.ask = ask }

    private func password(for name: String) -> String? { lock.withLock { ask(name) } }

    /// Runs an operation that may need a password. The first attempt uses the given access, without asking.
    static func retrying<T>(
        _ source: PasswordSource?, _ access: Access, for document: OpenDocument,
        _ body: (Access) throws(LimnError) -> T
    ) throws(LimnError) -> T {
        var access = access
        var attempt = 0
        while true {
            do throws(LimnError) { return try body(access) } catch {
                guard error.code == .locked, attempt < attempts, let given = source?.password(for: document.name)
                else {
                    throw error.subject == nil ? LimnError(error.code, named: document.name, error.sentence) : error
                }
                access.password = given
                attempt += 1
            }
        }
    }
}
