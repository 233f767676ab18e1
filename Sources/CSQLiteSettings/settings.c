// SPDX-License-Identifier: GPL-3.0-or-later
#include "CSQLiteSettings.h"

int csqlite_set_defensive(sqlite3 *database, int is_defensive) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, is_defensive, (int *)0);
}
