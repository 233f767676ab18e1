// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of SQLite that Swift cannot make, because sqlite3_db_config() is variadic.
#pragma once

#include <sqlite3.h>

/// Sets whether SQL statements are kept from damaging the database, by writing to shadow tables or to the schema
/// (SQLITE_DBCONFIG_DEFENSIVE). Returns SQLITE_OK, or a result code.
int csqlite_set_defensive(sqlite3 *database, int is_defensive);
