// Writes what a bundle says about its plugins, one line per fact: a key letter, then fields separated by
// tabs, with \t \n \r \\ escaped. The order of lines carries the structure; unknown keys may be skipped.
//
//   B path                              a bundle begins          E            it ends
//   S path size mtime inode             a file the record depends on; the path alone if there is none
//   F reason                            the bundle cannot be used
//   R preset plugin name bank file      a preset; name and bank may be empty
//   P uri                               a plugin begins          X reason     the plugin cannot be used
//     n name  a author  l licence  c class  b binary  v minor  w micro
//     r required feature  o optional feature  e extension data  q required option
//     p index symbol name               a port of it begins
//       t type  d default  i minimum  x maximum  f property  g designation  u unit  U symbol of an own unit
//       s value label (scale point)  z minimum size  m event type it supports  G group  C group it is side
//       chain of
//     y uri name access                 a property of it begins: "r", "w" or "rw"
//       t type  d default  i minimum  x maximum  k comment  Y symbol
#include "scan_internal.h"

static void put_escaped(FILE *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '\t':
            fputs("\\t", out);
            break;
        case '\n':
            fputs("\\n", out);
            break;
        case '\r':
            fputs("\\r", out);
            break;
        case '\\':
            fputs("\\\\", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

void scan_put(FILE *out, char key, const char *const *fields, size_t count) {
    fputc(key, out);
    for (size_t index = 0; index < count; index++) {
        fputc(index == 0 ? ' ' : '\t', out);
        put_escaped(out, fields[index] ? fields[index] : "");
    }
    fputc('\n', out);
}

void scan_put_text(FILE *out, char key, const char *text) {
    scan_put(out, key, &text, 1);
}
