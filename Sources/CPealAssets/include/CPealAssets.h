#ifndef CPEALASSETS_H
#define CPEALASSETS_H

#include <stddef.h>

/// A file that is part of the executable.
struct peal_asset {
    /// The path by which it is found, for example "web/index.html".
    const char *path;
    const unsigned char *bytes;
    size_t length;
};

/// How many files there are.
size_t peal_asset_count(void);

/// The file at an index below the count.
const struct peal_asset *peal_asset_at(size_t index);

#endif
