// SPDX-License-Identifier: GPL-3.0-or-later
// The few system calls that Swift cannot make: variadic ones, and those behind macros.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Sends one message with descriptors attached. Returns 0, or an errno; EAGAIN when it would have to wait and must not.
int csandbox_send(
    int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count, int waits);

/// Receives one message. `count` and `descriptor_count` go in as capacities and come out as what arrived; received
/// descriptors are closed on exec. Returns 0 (with a count of 0 when the other end is closed), or an errno; EMSGSIZE
/// when the message or its descriptors did not fit.
int csandbox_receive(int socket, void *bytes, size_t *count, int *descriptors, size_t *descriptor_count);

/// A file in memory that only its descriptor names, of a size that nobody can change; -1 with errno set on failure.
int csandbox_memory_file(const char *name, size_t size);

/// Closes every descriptor from `first` on.
void csandbox_close_from(int first);

/// Gives up the possibility to gain privileges, for this process and its children. Returns 0, or an errno.
int csandbox_no_new_privileges(void);

/// Has the kernel kill this process when the thread that started it ends. Returns 0, or an errno.
int csandbox_die_with_parent(void);

/// Forbids core files and the inspection of this process by others of the same user. Returns 0, or an errno.
int csandbox_not_dumpable(void);

/// The version of Landlock that the kernel offers; 0 when there is none.
int csandbox_landlock_version(void);

/// Restricts the file system to reading below some folders, which may be missing, and TCP to nothing where the kernel
/// can. Returns 0, or an errno.
int csandbox_landlock(const char *const *readable, size_t count);

/// Gives up all capabilities, and where this process may, also the possibility to get them back. Returns 0, or an errno.
int csandbox_drop_capabilities(void);

/// Loads the code that converts between UTF-8 and another encoding, for good. Returns 0, or an errno.
int csandbox_load_converter(const char *encoding);

/// Makes a system call by its number. Returns its result, or the negative of its errno.
long csandbox_call(long number, const long arguments[6]);

/// fork() for a probe inside the sandbox, which must fail there. Returns 0 when it was refused, 1 when a child lived.
int csandbox_try_fork(void);

/// Opens a path for reading or writing without Swift's overlays. Returns 0 and closes it again, or an errno.
int csandbox_try_open(const char *path, int writable);

/// Opens a socket (AF_INET, SOCK_STREAM or SOCK_DGRAM) and connects it to 127.0.0.1. Returns 0 when that worked or was
/// merely not answered (ECONNREFUSED), otherwise an errno.
int csandbox_try_network(int datagram, uint16_t port);

/// Tries to reach another process without doing it harm: signal 0, reading its limits, having it told of a file's
/// events. Returns 0 when one of them worked, otherwise an errno.
int csandbox_try_reach(pid_t process);

/// Executes a program in place of this one. Returns an errno; does not return when it works.
int csandbox_try_execute(const char *path);
