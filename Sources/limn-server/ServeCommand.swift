// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnPipeline
internal import LimnServer
internal import LimnWorker
internal import SystemPackage

/// `limn serve`, which starts this program.
@main
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limn serve", abstract: "Serves a library over HTTP.",
        discussion: "The first line on standard output is the address, the second the link that signs the owner in.")

    @Option(help: "The library's folder. (default: $LIMN_LIBRARY, else ~/.local/share/limn)")
    var library: String?
    @Option(help: "The name or address to listen at.")
    var host = "127.0.0.1"
    @Option(help: "The port; 0 picks a free one.")
    var port = 8420
    @Option(help: ArgumentHelp("A certificate with its chain, as PEM.", valueName: "file"))
    var tlsCert: String?
    @Option(help: ArgumentHelp("The certificate's key, as PEM.", valueName: "file"))
    var tlsKey: String?
    @Flag(help: "Let other hosts connect without encryption.")
    var insecure = false
    @Flag(help: "Open the library in a browser.")
    var open = false
    @Option(help: "How many documents are read at once.")
    var jobs: Int?
    @Option(help: "The largest upload.")
    var maxUpload = ByteSize(512 << 20)
    @Option(help: "The most that the library may hold.")
    var quota = ByteSize(20 << 30)
    @Flag(help: "Ask nobody who they are; only at this host.")
    var noAuth = false
    @Option(help: ArgumentHelp("A further name of the server, such as that of a proxy.", valueName: "name[:port]"))
    var name: [String] = []
    @Flag(help: "Print the address and the link as one JSON object.")
    var json = false
    @Option(
        help: ArgumentHelp(
            "How patient to be with slow connections; the usual times are multiplied by it.", visibility: .hidden))
    var patience = 1.0
    @Flag(help: "Read documents without a sandbox, where the machine has none.")
    var unconfined = false

    func validate() throws {
        if (tlsCert == nil) != (tlsKey == nil) {
            throw ValidationError("A certificate and its key go together: --tls-cert and --tls-key.")
        }
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs is a number from 1 to 1024.") }
        do throws(ServerError) { try options().validate() } catch { throw ValidationError(error.description) }
    }

    private func options() -> ServerOptions {
        var options = ServerOptions(library: library.map { FilePath($0) } ?? LibraryFolder.standard)
        options.host = host
        options.port = port
        if let tlsCert, let tlsKey { options.tls = .files(certificate: FilePath(tlsCert), key: FilePath(tlsKey)) }
        options.isInsecure = insecure
        options.opensBrowser = open
        if let jobs { options.workers = jobs }
        options.maximumUpload = maxUpload.bytes
        options.quota = quota.bytes
        options.skipsAuthentication = noAuth
        options.names = name
        options.writesJSON = json
        options.patience = patience
        if unconfined { options.limits.mayBeUnconfined = true }
        return options
    }

    func run() async throws {
        do { try await Server(options()).run() } catch let error as ServerError {
            FileHandle.standardError.write(Data("limn: \(error)\n".utf8))
            throw ExitCode(1)
        }
    }
}
