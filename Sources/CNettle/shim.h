// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nettle/aes.h>
#include <nettle/arcfour.h>
#include <nettle/md5.h>
#include <nettle/sha2.h>
