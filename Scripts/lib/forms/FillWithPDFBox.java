// SPDX-License-Identifier: GPL-3.0-or-later

import java.io.File;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDField;

/** Fills a form as a person would with PDFBox: FORM VALUES OUT. Each line of VALUES is a name, a tab and a value. */
public class FillWithPDFBox {
    public static void main(String[] arguments) throws Exception {
        try (PDDocument document = PDDocument.load(new File(arguments[0]));
                FileOutputStream out = new FileOutputStream(arguments[2])) {
            PDAcroForm form = document.getDocumentCatalog().getAcroForm();
            for (String line : Files.readAllLines(Paths.get(arguments[1]), StandardCharsets.UTF_8)) {
                String[] parts = line.split("\t", 2);
                PDField field = form.getField(parts[0]);
                if (field == null) continue;
                try {
                    field.setValue(parts[1].replace("\\n", "\n"));
                } catch (Exception error) {
                    System.err.println(parts[0] + ": " + error);
                }
            }
            document.save(out);
        }
    }
}
