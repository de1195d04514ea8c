/* Breakthrough 8x8 in C: the same alpha-beta, table and move order as benchmarks/plain_kernel.py, node for node, and
   the same move generator for perft. Hand-written for speed: recursive, everything inlined, evaluation by
   population counts. Compiled on the spot by benchmarks with cc -O3 -march=native. */
#include <stdint.h>
#include <string.h>

typedef uint64_t u64;
typedef struct { u64 white, black; int64_t turn; } State;

static const u64 NOT_FIRST = 0xFEFEFEFEFEFEFEFEull, NOT_LAST = 0x7F7F7F7F7F7F7F7Full;
static const u64 TOP = 0xFF00000000000000ull, BOTTOM = 0xFFull;
static const double WIN = 1000000.0, PROVEN = 990000.0;
enum { EXACT = 1, LOWER = 2, UPPER = 3 };

static inline u64 mix(u64 h) {
    h ^= h >> 32; h *= 0xD6E8FEB86659FD93ull;
    h ^= h >> 32; h *= 0xD6E8FEB86659FD93ull;
    return h ^ (h >> 32);
}

static inline u64 key_of(State s) { return mix(s.white ^ mix(s.black + (u64)s.turn)); }

static inline int list(u64 targets, int direction, int32_t *out, int n) {
    while (targets) {
        out[n++] = 4 * __builtin_ctzll(targets) + direction;
        targets &= targets - 1;
    }
    return n;
}

static inline int moves(State s, int32_t *out) {
    u64 mine = s.turn == 0 ? s.white : s.black;
    u64 step = s.turn == 0 ? mine << 8 : mine >> 8;
    u64 diagonal = ~mine;
    int n = list(((step & NOT_FIRST) >> 1) & diagonal, 0, out, 0);
    n = list(((step & NOT_LAST) << 1) & diagonal, 2, out, n);
    return list(step & ~(s.white | s.black), 1, out, n);
}

static inline State play(State s, int32_t move) {
    int target = move >> 2, sideways = (move & 3) - 1;
    u64 to = 1ull << target;
    if (s.turn == 0) {
        u64 leaves = 1ull << (target - 8 - sideways);
        return (State){ (s.white & ~leaves) | to, s.black & ~to, 1 };
    }
    u64 leaves = 1ull << (target + 8 - sideways);
    return (State){ s.white & ~to, (s.black & ~leaves) | to, 0 };
}

/* -1 running, else the winner */
static inline int outcome(State s) {
    if ((s.white & TOP) || !s.black) return 0;
    if ((s.black & BOTTOM) || !s.white) return 1;
    return -1;
}

static inline double from_here(double v, int ply) { return v >= PROVEN ? v + ply : v <= -PROVEN ? v - ply : v; }
static inline double from_root(double v, int ply) { return v >= PROVEN ? v - ply : v <= -PROVEN ? v + ply : v; }

static u64 *table_words;
static u64 mask;
static int64_t nodes;
static int64_t me;

static double search(State s, int depth, double alpha, double beta, int ply) {
    nodes++;
    int result = outcome(s);
    if (result >= 0) return result == s.turn ? WIN - ply : ply - WIN;
    if (depth == 0) {
        double v = (double)(__builtin_popcountll(s.white) - __builtin_popcountll(s.black));
        if (me == 1) v = -v;
        return s.turn == me ? v : -v;
    }
    u64 here = key_of(s);
    u64 *entry = table_words + 4 * (here & mask);
    int32_t first = -1;
    if (entry[0] == here) {
        u64 meta = entry[2];
        first = (int32_t)(meta & 0xFFFFFFFF);
        if (((meta >> 32) & 0xFF) == (u64)depth) {
            double v;
            memcpy(&v, entry + 1, 8);
            v = from_root(v, ply);
            int bound = (int)((meta >> 40) & 3);
            if (bound == EXACT || (bound == LOWER && v >= beta) || (bound == UPPER && v <= alpha)) return v;
        }
    }
    int32_t out[48];
    int n = moves(s, out);
    for (int i = 0; i < n; i++)
        if (out[i] == first) { out[i] = out[0]; out[0] = first; break; }
    double best = -2 * WIN, start = alpha;
    int32_t best_move = out[0];
    for (int i = 0; i < n && best < beta; i++) {
        double v = -search(play(s, out[i]), depth - 1, -beta, -alpha, ply + 1);
        if (v > best) {
            best = v;
            if (v > alpha) { alpha = v; best_move = out[i]; }
        }
    }
    u64 bound = best >= beta ? LOWER : best > start ? EXACT : UPPER;
    double kept = from_here(best, ply);
    entry[0] = here;
    memcpy(entry + 1, &kept, 8);
    entry[2] = (u64)(uint32_t)best_move | (u64)depth << 32 | bound << 40;
    return best;
}

double plain_search(u64 white, u64 black, int64_t turn, int depth, u64 *table, u64 entries, int64_t *count) {
    table_words = table;
    mask = entries - 1;
    nodes = 0;
    me = turn;
    double v = search((State){ white, black, turn }, depth, -WIN, WIN, 0);
    *count = nodes;
    return v;
}

/* Perft, every leaf played and stored, as src/plies/search/perft/kernel.py without bulk counting. */
static State line[64];
static int64_t leaves(State s, int ply, int depth, int bulk) {
    if (outcome(s) >= 0) return 0;
    int32_t out[48];
    int n = moves(s, out);
    if (bulk && ply + 1 == depth) return n;
    int64_t total = 0;
    for (int i = 0; i < n; i++) {
        *(volatile State *)&line[ply + 1] = play(s, out[i]);
        if (ply + 1 == depth) total++;
        else total += leaves(line[ply + 1], ply + 1, depth, bulk);
    }
    return total;
}

int64_t plain_leaves(u64 white, u64 black, int64_t turn, int depth, int bulk) {
    return leaves((State){ white, black, turn }, 0, depth, bulk);
}
