#ifndef PEAL_CZLIB_H
#define PEAL_CZLIB_H

#include <zlib.h>

// zlib spells these as macros, which Swift does not see.

static inline int peal_deflate_init_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

static inline int peal_inflate_init_gzip(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}

#endif
