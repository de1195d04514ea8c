/* Perft of checkers in C, with the same lists of moves as src/plies/games/checkers/rules.py: the same board of
   35 bits, the same numbers for moves, every capture by every route, steps only if there is no capture. */

#include <stdint.h>

typedef uint64_t word;
typedef struct { word red, black, kings; int turn; } state;

#define SQUARES (0xFFull | 0xFFull << 9 | 0xFFull << 18 | 0xFFull << 27)
#define HOME_ROWS (0xFull | 0xFull << 31)
#define MOST_MOVES 192
enum { CAPTURE = 256, UP = 3, DOWN = 12, ALL_WAYS = 15 };

static inline word step(word squares, int direction) {
    int shift = 4 + (direction & 1);
    return direction < 2 ? squares << shift : squares >> shift;
}

static inline int jumps_from(word here, int ways, word enemy, word empty) {
    int found = 0;
    if (ways & UP) {
        found |= (here << 4 & enemy & empty >> 4) != 0;
        found |= ((here << 5 & enemy & empty >> 5) != 0) << 1;
    }
    if (ways & DOWN) {
        found |= ((here >> 4 & enemy & empty << 4) != 0) << 2;
        found |= ((here >> 5 & enemy & empty << 5) != 0) << 3;
    }
    return found;
}

/* Every way to go on after a jump has landed on `here`; `shift` is where the 1 on top of the code stands. */
static int32_t *list_routes(word here, int ways, word enemy, word empty, int32_t code, int shift, int32_t *out) {
    int todo = jumps_from(here, ways, enemy, empty);
    if (!todo) {
        *out++ = code;
        return out;
    }
    for (; todo; todo &= todo - 1) {
        int direction = __builtin_ctz(todo);
        word jumped = step(here, direction);
        out = list_routes(step(jumped, direction), ways, enemy ^ jumped, empty, code + ((direction + 3) << shift),
                          shift + 2, out);
    }
    return out;
}

static inline int32_t *list_captures(const state *s, word origins, int direction, word enemy, word empty, int32_t *out) {
    for (; origins; origins &= origins - 1) {
        int square = __builtin_ctzll(origins);
        word origin = 1ull << square, jumped = step(origin, direction);
        int ways = origin & s->kings ? ALL_WAYS : s->turn == 0 ? UP : DOWN;
        int32_t code = CAPTURE + 4 * square + direction;
        word landed = step(jumped, direction);
        if (!jumps_from(landed, ways, enemy ^ jumped, empty | origin)) *out++ = code; /* most captures are short */
        else out = list_routes(landed, ways, enemy ^ jumped, empty | origin, code, 8, out);
    }
    return out;
}

static inline int32_t *list_steps(word origins, int direction, int32_t *out) {
    for (; origins; origins &= origins - 1) *out++ = 4 * __builtin_ctzll(origins) + direction;
    return out;
}

static inline int moves(const state *s, int32_t *out) {
    word empty = SQUARES ^ (s->red | s->black);
    word enemy = s->turn == 0 ? s->black : s->red;
    word up = s->turn == 0 ? s->red : s->black & s->kings;
    word down = s->turn == 0 ? s->red & s->kings : s->black;
    word jump_0 = up & enemy >> 4 & empty >> 8, jump_1 = up & enemy >> 5 & empty >> 10;
    word jump_2 = down & enemy << 4 & empty << 8, jump_3 = down & enemy << 5 & empty << 10;
    int32_t *end = out;
    if (jump_0 | jump_1 | jump_2 | jump_3) {
        end = list_captures(s, jump_0, 0, enemy, empty, end);
        end = list_captures(s, jump_1, 1, enemy, empty, end);
        end = list_captures(s, jump_2, 2, enemy, empty, end);
        return list_captures(s, jump_3, 3, enemy, empty, end) - out;
    }
    end = list_steps(up & empty >> 4, 0, end);
    end = list_steps(up & empty >> 5, 1, end);
    end = list_steps(down & empty << 4, 2, end);
    return list_steps(down & empty << 5, 3, end) - out;
}

static inline state play(const state *s, int32_t move) {
    word origin = 1ull << (move >> 2 & 63), target = step(origin, move & 3), taken = 0;
    int path = move >> 8;
    if (path) {
        taken = target;
        target = step(target, move & 3);
        for (; path > 1; path >>= 2) {
            word jumped = step(target, path & 3);
            taken |= jumped;
            target = step(jumped, path & 3);
        }
    }
    word kept = ~(origin | taken);
    state after = {s->red & kept, s->black & kept, s->kings & kept, 1 - s->turn};
    if ((target & HOME_ROWS) | (s->kings & origin)) after.kings |= target;
    if (s->turn == 0) after.red |= target;
    else after.black |= target;
    return after;
}

static uint64_t leaves(const state *s, int depth, int bulk) {
    int32_t list[MOST_MOVES];
    int n = moves(s, list);
    if (depth == 1 && bulk) return n;
    uint64_t total = 0;
    for (int i = 0; i < n; i++) {
        state child = play(s, list[i]);
        if (depth == 2 && bulk) { /* without a call a ply earlier: a tenth faster, and as the kernel in Python does it */
            int32_t last[MOST_MOVES];
            total += moves(&child, last);
        } else total += depth == 1 ? 1 : leaves(&child, depth - 1, bulk);
    }
    return total;
}

uint64_t checkers_leaves(uint64_t red, uint64_t black, uint64_t kings, int turn, int depth, int bulk) {
    state s = {red, black, kings, turn};
    return leaves(&s, depth, bulk);
}
