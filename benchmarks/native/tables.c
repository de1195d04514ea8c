/* Breakthrough tables along the index of src/plies/games/pawns/index.py, by hand: one pass over a run of numbers, whose
   moves all lead to lower tiers. `n` are the index's numbers; a code is 2 + 2 * plies for a loss, 3 + 2 * plies for a
   win. No draws. Squares are bits, eight a row. */

#include <stdint.h>

typedef uint64_t u64;
typedef int64_t i64;

static inline i64 gathered(u64 pawns, int first_row, int width, int height) {
    i64 bits = 0;
    u64 mask = (1ull << width) - 1;
    for (int row = 0; row < height - 1; row++)
        bits |= (i64)((pawns >> (8 * (row + first_row))) & mask) << (width * row);
    return bits;
}

static inline u64 spread(i64 bits, int first_row, int width, int height) {
    u64 board = 0, mask = (1ull << width) - 1;
    for (int row = 0; row < height - 1; row++)
        board |= ((u64)(bits >> (width * row)) & mask) << (8 * (row + first_row));
    return board;
}

static inline i64 index_of(u64 white, u64 black, int turn, int width, int height, const i64 *n) {
    i64 count = 1ll << (width * (height - 1));
    i64 w = gathered(white, 0, width, height), b = gathered(black, 1, width, height);
    i64 start = n[3 + count * turn + w];
    u64 taken = (u64)w >> width;
    while (taken) {
        int square = 63 - __builtin_clzll(taken);
        i64 below = (1ll << square) - 1;
        b = (b & below) | ((b >> 1) & ~below);
        taken ^= 1ull << square;
    }
    return start + n[3 + 2 * count + b];
}

void settle(uint8_t *codes, const i64 *n, i64 begin, i64 end) {
    int width = n[0], height = n[1];
    i64 placed = n[2], count = 1ll << (width * (height - 1));
    const i64 *ranked = n + 3 + 3 * count, *blocks = ranked + placed + 1;
    i64 blocks_count = ranked[placed];
    const i64 *owners = blocks + blocks_count;
    u64 row = (1ull << width) - 1, squares = 0;
    for (int r = 0; r < height; r++) squares |= row << (8 * r);
    u64 far = row << (8 * (height - 1)), near = row;
    for (i64 at = begin; at < end; at++) {
        i64 low = 0, high = blocks_count - 1;
        while (low < high) {
            i64 middle = (low + high + 1) >> 1;
            if (blocks[middle] <= at) low = middle; else high = middle - 1;
        }
        int turn = owners[low] & 1;
        i64 w = owners[low] >> 1, b = ranked[at - blocks[low]];
        for (int square = 0; (w >> width) >> square; square++)
            if ((w >> width) >> square & 1) {
                i64 below = (1ll << square) - 1;
                b = (b & below) | ((b & ~below) << 1);
            }
        u64 white = spread(w, 0, width, height), black = spread(b, 1, width, height);
        if (!black) { codes[at] = turn == 0 ? 3 : 2; continue; }
        if (!white) { codes[at] = turn == 1 ? 3 : 2; continue; }
        u64 mine = turn ? black : white, theirs = turn ? white : black;
        u64 step = turn ? mine >> 8 : mine << 8;
        u64 targets[3] = {(step >> 1) & 0x7f7f7f7f7f7f7f7full & squares & ~mine, step & squares & ~mine & ~theirs,
                          (step << 1) & 0xfefefefefefefefeull & squares & ~mine};
        int quickest = 255, longest = 0;
        for (int direction = 0; direction < 3; direction++)
            for (u64 left = targets[direction]; left; left &= left - 1) {
                u64 to = left & -left;
                u64 from = direction == 0 ? to << 1 : direction == 2 ? to >> 1 : to;
                from = turn ? from << 8 : from >> 8;
                u64 moved = (mine ^ from) | to, rest = theirs & ~to;
                int told;
                if ((moved & (turn ? near : far)) || !rest) told = 2;
                else told = codes[index_of(turn ? rest : moved, turn ? moved : rest, 1 - turn, width, height, n)];
                if (told & 1) { if (told > longest) longest = told; }
                else if (told < quickest) quickest = told;
            }
        codes[at] = quickest < 255 ? quickest + 3 : longest + 1;
    }
}
