// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
package import LimnJobs

extension FormDataSource {
    /// Reads the rows of the file, in a worker.
    ///
    /// - Throws: ``LimnError``, also if a row cannot be read as it was meant.
    package func rows(_ access: Access, _ context: JobContext) throws(LimnError) -> [FormRow] {
        try FormRows.all(of: self, JobClient(context, access: access))
    }
}
