// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite settings that Swift cannot change, because sqlite3_db_config() is variadic.
#pragma once

#include <sqlite3.h>

/// Sets whether SQLite prevents SQL statements from corrupting the database by writing to shadow tables or to the
/// schema (SQLITE_DBCONFIG_DEFENSIVE). Returns SQLITE_OK, or a result code.
int csqlite_set_defensive(sqlite3 *database, int is_defensive);
