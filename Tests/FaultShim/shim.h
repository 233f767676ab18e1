// SPDX-License-Identifier: GPL-3.0-or-later
// Stands between a program and the C library (ld.so(8), LD_PRELOAD) and looks at what the program does to one folder: it
// lets an operation fail, lets the disk be full, or writes everything down so that it can be replayed.
//
//   LIMN_SHIM_FOLDER   the folder, as realpath(3) names it; other places are left alone
//   LIMN_SHIM_AT       the number of the operation that fails, from 1
//   LIMN_SHIM_ONLY     with this, only operations of that name, such as `fsync`, on exactly LIMN_SHIM_PATH are counted
//   LIMN_SHIM_ERRNO    how it fails
//   LIMN_SHIM_FOREVER  set: all behind it fail as well
//   LIMN_SHIM_ROOM     how many bytes files and folders may grow by before the disk is full
//   LIMN_SHIM_LOG      where everything is written down; see log.c
//   LIMN_SHIM_NOTES    where it is told what failed and, at the end, how many operations and bytes there were
//
// Operations are those that change something, syncing among them. Nothing is really synced, as nothing really loses power.
#pragma once
#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// Whether a descriptor is of the folder or below it; `path` has room for PATH_MAX bytes.
bool shim_watches_descriptor(int descriptor, char *path);
// Whether a name is below the folder; `parent` becomes the inode of the folder that it is in, and `name` its last part.
bool shim_watches_name(int at, const char *path, ino_t *parent, const char **name);
ino_t shim_inode(int descriptor);
ino_t shim_inode_at(int at, const char *path);
off_t shim_size(int descriptor);

// All operations happen one after the other.
void shim_lock(void);
void shim_unlock(void);
// Counts an operation; true when it is to fail, with errno set.
bool shim_fails(const char *operation, const char *path);
// How many of `count` bytes that a file is about to grow by find room; takes it.
size_t shim_take_room(size_t count);
// Whether the room has an end.
bool shim_has_room_limit(void);
// Tells that there was no room; sets errno.
void shim_note_full(const char *operation, const char *path);

// Writes down an event: a letter, three numbers and some bytes.
void shim_log(char kind, unsigned long long a, unsigned long long b, unsigned long long c, const void *data, size_t count);
// Writes down what now stands in a part of a file.
void shim_log_content(int descriptor, off_t offset, size_t count);
// Whether anything is written down.
bool shim_is_logging(void);

