// SPDX-License-Identifier: Apache-2.0
import LimnForms
import Testing

@Suite("Dates and times as viewers show them")
struct DateFormatTests {
    private func check(_ rows: [(value: String, pattern: String, text: String)]) {
        for row in rows {
            #expect(FieldFormat.date(row.pattern).shown(row.value) == ShownValue(text: row.text), "\(row)")
        }
    }

    @Test("Every pattern of AFDate_Format and AFTime_Format")
    func numbered() {
        let moment = "2024-03-05T14:07:09"
        let dates = [
            "3/5", "3/5/24", "03/05/24", "03/24", "5-Mar", "5-Mar-24", "05-Mar-24", "24-03-05", "Mar-24", "March-24",
            "Mar 5, 2024", "March 5, 2024", "3/5/24 2:07 pm", "3/5/24 14:07",
        ]
        for (index, text) in dates.enumerated() {
            #expect(FieldFormat(script: "AFDate_Format(\(index))")?.shown(moment) == ShownValue(text: text))
        }
        for (index, text) in ["14:07", "2:07 pm", "14:07:09", "2:07:09 pm"].enumerated() {
            #expect(FieldFormat(script: "AFTime_Format(\(index))")?.shown(moment) == ShownValue(text: text))
        }
    }

    @Test("Each token is written, and names are not read as tokens")
    func tokens() {
        check([
            ("2024-03-05", "d dd ddd dddd", "5 05 Tue Tuesday"), ("2024-03-05", "m mm mmm mmmm", "3 03 Mar March"),
            ("2024-03-05", "yy yyyy", "24 2024"), ("2024-12-25", "dddd, d mmmm yyyy", "Wednesday, 25 December 2024"),
            ("2023-05-01", "dddd mmmm", "Monday May"), ("2024-02-29", "ddd", "Thu"), ("2000-01-01", "dddd", "Saturday"),
            ("1900-03-01", "ddd", "Thu"), ("2024-08-01", "mmm", "Aug"), ("2024-09-30", "mmmm", "September"),
            ("2024-03-05T00:05:06", "H HH h hh M MM s ss t tt", "0 00 12 12 5 05 6 06 a am"),
            ("2024-03-05T12:00:00", "h tt", "12 pm"), ("2024-03-05T13:00", "hh t", "01 p"),
            ("2024-03-05", "\\d\\m: d\\\\m", "dm: 5\\3"), ("2024-03-05", "dd.mm.yyyy", "05.03.2024"),
            ("2024-03-05", "ddddd", "Tuesday5"), ("2024-03-05", "yyy", "24y"), ("2024-03-05", "yyyyy", "2024y"),
            ("2024-03-05", "mmmmm", "March3"), ("0800-12-25", "yyyy", "0800"), ("0800-12-25", "yy", "00"),
            ("2024-03-05", "yyyy年m月d日", "2024年3月5日"),
        ])
    }

    @Test("A value is read by its format first")
    func exact() {
        check([
            ("03/05/2024", "mm/dd/yyyy", "03/05/2024"), ("05/03/2024", "dd/mm/yyyy", "05/03/2024"),
            ("5-Mar-24", "d-mmm-yy", "5-Mar-24"), ("5-MAR-24", "d-mmm-yy", "5-Mar-24"),
            ("March 5, 2024", "mmmm d, yyyy", "March 5, 2024"), ("10/11/12", "yy/mm/dd", "10/11/12"),
            ("240305", "yymmdd", "240305"), ("05032024", "ddmmyyyy", "05032024"), ("1:05 pm", "h:MM tt", "1:05 pm"),
            ("12:05 AM", "h:MM tt", "12:05 am"), ("12:05 am", "HH:MM", "00:05"), ("9:30", "H:MM", "9:30"),
            ("Tuesday 5 March 2024", "dddd d mmmm yyyy", "Tuesday 5 March 2024"), ("29/2", "d/m", "29/2"),
        ])
    }

    @Test("Else the numbers of the value are taken in the order of the format")
    func groups() {
        check([
            ("3/5/2024", "mm/dd/yyyy", "03/05/2024"), ("3-5-2024", "mm/dd/yyyy", "03/05/2024"),
            ("3 5 24", "mm/dd/yyyy", "03/05/2024"), ("3.5.49", "mm/dd/yyyy", "03/05/2049"),
            ("3.5.50", "mm/dd/yyyy", "03/05/1950"), ("3/5/99", "m/d/yy", "3/5/99"), ("1/2/2003", "m/d/yy", "1/2/03"),
            ("12.5.2024", "dd/mm/yyyy", "12/05/2024"), ("5-3-2024", "d-mmm-yyyy", "5-Mar-2024"),
            ("2024/3/5", "yy-mm-dd", "24-03-05"), ("5 March 2024", "mm/dd/yyyy", "03/05/2024"),
            ("March 5th, 2024", "mm/dd/yyyy", "03/05/2024"), ("Tue, 5 Sept 2023", "dd.mm.yyyy", "05.09.2023"),
            ("14.30", "HH:MM", "14:30"), ("14:30", "h:MM tt", "2:30 pm"), ("2pm", "HH:MM", "14:00"),
            ("2.30 PM", "HH:MM", "14:30"), ("8:05", "HH:MM:ss", "08:05:00"), ("12 am", "H", "0"),
            ("3/5/24 7:08 pm", "m/d/yy HH:MM", "3/5/24 19:08"),
        ])
    }

    @Test("Else the value is read as ISO 8601 writes it")
    func iso() {
        check([
            ("2024-03-05", "mm/dd/yyyy", "03/05/2024"), ("20240305", "mm/dd/yyyy", "03/05/2024"),
            ("2024-03", "mm/yy", "03/24"), ("2024-03-05T10:30:15Z", "m/d/yy", "3/5/24"),
            ("2024-03-05 10:30", "d.m.yyyy HH:MM", "5.3.2024 10:30"),
            ("2024-03-05T10:30:15.250+02:00", "HH:MM", "10:30"),
            ("20240305T103015", "HH:MM:ss", "10:30:15"), ("10:30:15", "HH:MM", "10:30"),
            ("T1030", "h:MM tt", "10:30 am"),
            ("2024-12-31", "d/m", "31/12"), ("2024-03-05T10:30-0500", "HH:MM", "10:30"),
            ("1999-12-31", "yy", "99"),
        ])
    }

    @Test("What is no date is shown as it is, and told")
    func noDates() {
        let rows = [
            ("02/30/2024", "mm/dd/yyyy"), ("2023-02-29", "mm/dd/yyyy"), ("30.2.24", "dd.mm.yyyy"),
            ("2024-02-30", "yyyy-mm-dd"), ("1900-02-29", "yyyy-mm-dd"), ("31/4", "d/m"), ("13/13/2024", "mm/dd/yyyy"),
            ("0/5/2024", "mm/dd/yyyy"), ("5/0/2024", "mm/dd/yyyy"), ("tomorrow", "mm/dd/yyyy"), ("12", "mm/dd/yyyy"),
            ("1/2/3/4", "mm/dd/yyyy"), ("24:00", "HH:MM"), ("12:60", "HH:MM"), ("13:30 am", "h:MM tt"),
            ("Room 12, 3rd floor, 2004", "mm/dd/yyyy"), ("10:30", "mm/dd/yyyy"), ("5 March April 2024", "d/m/yyyy"),
            ("2024-03-05T25:00", "HH:MM"), ("2024-03-05X", "mm/dd/yyyy"), ("10:30 am pm", "HH:MM"), ("29/2", "ddd d/m"),
            ("1/1/99999", "m/d/yyyy"), ("99999999999999999999", "yyyy"), ("٣/٥/٢٠٢٤", "m/d/yyyy"), ("3/5/2024", ""),
        ]
        for (value, pattern) in rows {
            #expect(
                FieldFormat.date(pattern).shown(value) == ShownValue(text: value, problem: .notADate),
                "\(value) as \(pattern)")
        }
        #expect(FieldFormat.date("mm/dd/yyyy").shown(" ") == ShownValue(text: ""))
        #expect(FieldFormat.time("HH:MM").shown("") == ShownValue(text: ""))
    }

    @Test("Every day of four centuries is read back as it was written")
    func roundTrip() {
        var weekday = 6  // 1 January 2000 was a Saturday.
        let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        let format = FieldFormat.date("dddd d/m/yyyy")
        for year in 2000..<2400 {
            for month in 1...12 {
                let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
                let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
                // The first, the last and one between are enough; the weekday counts all.
                for day in [1, 13, days] {
                    let text = "\(names[(weekday + day - 1) % 7]) \(day)/\(month)/\(year)"
                    if format.shown("\(day)/\(month)/\(year)").text != text || format.shown(text).text != text {
                        Issue.record("\(text)")
                    }
                }
                weekday = (weekday + days) % 7
            }
        }
        #expect(weekday == 6)
    }
}
