// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import Synchronization
internal import SystemPackage

/// A certificate and its key in files that another program renews. New files are loaded without a restart.
final class CertificateFiles: TLSCredentialSource {
    private struct State {
        var credential: TLSCredential
        var stamps: [FileStamp?]
        var looked: ContinuousClock.Instant
    }

    private let certificate: FilePath
    private let key: FilePath
    private let pause: Duration
    private let state: Mutex<State>

    /// The largest size of a file, in bytes.
    private static let sizeLimit = 1 << 20

    /// Reads a certificate and its key.
    ///
    /// - Parameter pause: the shortest interval between two checks of the files.
    /// - Throws: ``ServerError`` if the files cannot be read or do not belong together.
    init(certificate: FilePath, key: FilePath, pause: Duration = .seconds(10)) throws(ServerError) {
        self.certificate = certificate
        self.key = key
        self.pause = pause
        let stamps = [certificate, key].map { FileStamp($0) }
        do {
            state = Mutex(State(credential: try Self.read(certificate, key), stamps: stamps, looked: .now))
        } catch { throw ServerError("The certificate or its key cannot be used: \(error)") }
    }

    /// Returns the credential in the files. While the files do not belong together, for example during a renewal, the
    /// old credential stays in use.
    func current() -> TLSCredential {
        state.withLock { state in
            guard .now - state.looked >= pause else { return state.credential }
            state.looked = .now
            let stamps = [certificate, key].map { FileStamp($0) }
            if stamps != state.stamps, let credential = try? Self.read(certificate, key) {
                state.credential = credential
                state.stamps = stamps
            }
            return state.credential
        }
    }

    private static func read(_ certificate: FilePath, _ key: FilePath) throws -> TLSCredential {
        try TLSCredential(
            chainPEM: try InputFile(regularFile: certificate, followsLinks: true).bytes(limit: sizeLimit),
            keyPEM: try InputFile(regularFile: key, followsLinks: true).bytes(limit: sizeLimit))
    }
}
