// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the program that reads documents in a confined process.
public enum WorkerProgram {
    /// The name of the program.
    public static let name = "limn-worker"

    /// The environment variable with the program's path.
    public static let variable = "LIMN_WORKER"

    /// The program's path: the value of ``variable``, or otherwise the path that ``InstalledProgram`` finds.
    public static let path = InstalledProgram.path(name, variable: variable)
}
