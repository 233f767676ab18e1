// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnWorker
internal import SystemPackage

extension Setting {
    /// All settings of a server. New settings are added only here.
    static let all: [Setting] = [
        Setting(
            "library", .text, "folder", "The library's folder. (default: ~/.local/share/limn)"
        ) { $0.options.library = FilePath($1.string) },
        Setting("host", .text, "host", "The name or address to listen on.", .text("127.0.0.1")) {
            $0.options.host = $1.string
        },
        Setting("port", .integer(0...65_535), "port", "The port; 0 picks a free one.", .integer(8420)) {
            $0.options.port = $1.number
        },
        Setting(
            "name", .list, "name[:port]", "Another name of the server, such as that of a proxy in front of it."
        ) { $0.options.names = $1.texts },
        Setting("tls", .text, "self", "self: encrypt with a certificate that the library makes.") {
            $0.tls = $1.string
        },
        Setting("tls-cert", .text, "file", "Encrypt with this certificate and its chain, a PEM file.") {
            $0.certificate = $1.string
        },
        Setting("tls-key", .text, "file", "The key of --tls-cert, a PEM file.") { $0.key = $1.string },
        Setting("insecure", .flag, "", "Let other computers connect without encryption.", .flag(false)) {
            $0.options.isInsecure = $1.isTrue
        },
        Setting("no-auth", .flag, "", "Let everybody on this computer use the library without a link.", .flag(false)) {
            $0.options.skipsAuthentication = $1.isTrue
        },
        Setting("open", .flag, "", "Open the library in a browser.", .flag(false)) {
            $0.options.opensBrowser = $1.isTrue
        },
        Setting("json", .flag, "", "Print the address and the link as one JSON object.", .flag(false)) {
            $0.options.writesJSON = $1.isTrue
        },
        Setting(
            "jobs", .integer(1...1024), "count", "How many documents are read at the same time.",
            .integer(WorkerPool.Configuration.processors)
        ) { $0.options.workers = $1.number },
        Setting("max-upload", .size, "bytes", "The maximum size of an upload.", .integer(512 << 20)) {
            $0.options.maximumUpload = $1.number
        },
        Setting("quota", .size, "bytes", "The maximum size of the library.", .integer(20 << 30)) {
            $0.options.quota = $1.number
        },
        Setting(
            "max-connections", .integer(1...100_000), "count", "The maximum number of connections.", .integer(4096)
        ) { $0.options.maximumConnections = $1.number },
        Setting(
            "max-connections-per-address", .integer(1...100_000), "count",
            "The maximum number of connections from one address. (default: 256; no limit for this computer)"
        ) { $0.options.maximumConnectionsPerAddress = $1.number },
        Setting(
            "patience", .decimal, "factor", "Multiply the time limits for slow connections by this number.",
            .decimal(1)
        ) { $0.options.patience = $1.real },
        Setting("spans", .flag, "", "Log how long each part of a request takes.", .flag(false)) {
            $0.options.logsSpans = $1.isTrue
        },
        Setting(
            "otlp", .text, "url",
            "Send spans and metrics to this OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318."
        ) { $0.options.collector = $1.string },
        Setting(
            "unconfined", .flag, "",
            "Read documents even if this computer has no sandbox; a hostile document can then do what you can do.",
            .flag(false)
        ) { $0.options.limits.mayBeUnconfined = $1.isTrue || $0.options.limits.mayBeUnconfined },
    ]

    private init(
        _ name: String, _ kind: Kind, _ placeholder: String, _ help: String, _ standard: Value? = nil,
        _ apply: @escaping @Sendable (inout Draft, Value) -> Void
    ) {
        self.init(
            name: name, kind: kind, placeholder: placeholder, help: help, standard: standard, apply: apply)
    }
}

extension Setting.Value {
    /// The string of a text value; an empty string for other kinds, which the table rules out.
    fileprivate var string: String { if case .text(let text) = self { text } else { "" } }
    fileprivate var number: Int { if case .integer(let number) = self { number } else { 0 } }
    fileprivate var real: Double { if case .decimal(let number) = self { number } else { 1 } }
    fileprivate var isTrue: Bool { if case .flag(let flag) = self { flag } else { false } }
    fileprivate var texts: [String] { if case .list(let items) = self { items } else { [] } }
}
