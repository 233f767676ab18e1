// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// Finds programs that are installed together with this one.
public enum InstalledProgram {
    /// Returns the path of a program. The environment variable takes precedence. Without it, the program is looked for
    /// beside this one, then in `../libexec/limn` and `../lib/limn` relative to this program's folder. If it is in none
    /// of these, the path beside this program is returned.
    ///
    /// - Parameters:
    ///   - name: the name of the program.
    ///   - variable: the environment variable.
    public static func path(_ name: String, variable: String) -> String {
        if let named = ProcessInfo.processInfo.environment[variable], !named.isEmpty { return named }
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return name
        }
        let folder = (own as NSString).deletingLastPathComponent
        let places = ["\(folder)/\(name)", "\(folder)/../libexec/limn/\(name)", "\(folder)/../lib/limn/\(name)"]
        return places.first { access($0, X_OK) == 0 } ?? "\(folder)/\(name)"
    }
}
