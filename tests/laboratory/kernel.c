/* The inner loops of the offline search, compiled when needed; see kernel.py.

   Rounds are rows of n places; tables are runs of places. All anneal; those with `seat` swap two
   players of different tables in one round and leave the best rounds they saw in it. */

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST_PLAYERS = 160, MOST_ROUNDS = 40, CHUNK = 4096, LIMIT = 4096 };

static uint64_t state;

static inline uint64_t draw(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 2685821657736338717ULL;
}

static void begin(uint64_t seed)
{
    state = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    for (int i = 0; i < 8; i++)
        draw();
}

static inline uint32_t below(uint32_t n)
{
    return (uint32_t)(((draw() >> 32) * (uint64_t)n) >> 32);
}

static inline double unit(void)
{
    return (double)(draw() >> 11) * (1.0 / 9007199254740992.0);
}

static void odds(double *accept, double heat)
{
    for (int d = 0; d < LIMIT; d++)
        accept[d] = heat > 0 ? exp(-d / heat) : (d == 0);
}

/* A whole schedule: add[c] is the price of meeting number c+1 of a pair, `even` that of each
   step of the squared number of tables flagged in `off`. */
long anneal(int n, int rounds, int tables, const int *sizes, const int *off, const int *add,
            int even, int *seat, uint64_t seed, long steps, double hot, double cold, long ideal)
{
    static uint8_t met[MOST_PLAYERS][MOST_PLAYERS];
    static double accept[LIMIT];
    int start[MOST_PLAYERS], at[MOST_PLAYERS], count[MOST_PLAYERS];
    int best_seat[MOST_ROUNDS * MOST_PLAYERS];
    long cost = 0;
    begin(seed);
    memset(met, 0, sizeof met);
    memset(count, 0, sizeof count);
    for (int t = 0, p = 0; t < tables; t++) {
        start[t] = p;
        for (int i = 0; i < sizes[t]; i++)
            at[p++] = t;
    }
    for (int r = 0; r < rounds; r++)
        for (int t = 0; t < tables; t++)
            for (int i = 0; i < sizes[t]; i++) {
                int a = seat[r * n + start[t] + i];
                count[a] += off[t];
                for (int j = 0; j < i; j++) {
                    int b = seat[r * n + start[t] + j];
                    cost += add[met[a][b]];
                    met[b][a] = ++met[a][b];
                }
            }
    for (int a = 0; a < n; a++)
        cost += (long)even * count[a] * count[a];
    long best = cost;
    memcpy(best_seat, seat, sizeof(int) * (size_t)(rounds * n));
    for (long done = 0; done < steps && best > ideal; done++) {
        if (done % CHUNK == 0)
            odds(accept, hot * pow(cold / hot, (double)done / (double)steps));
        int r = 0, p = 0, a = 0, here = 0, tries = (draw() >> 60) < 12 ? 12 : 1;
        int *row = seat;
        while (tries--) {
            r = (int)below((uint32_t)rounds);
            p = (int)below((uint32_t)n);
            row = seat + r * n;
            a = row[p];
            here = at[p];
            int bad = 0;
            for (int i = start[here]; i < start[here] + sizes[here]; i++)
                bad |= met[a][row[i]] > 1;
            if (bad)
                break;
        }
        int q = (int)below((uint32_t)n), there = at[q];
        if (there == here)
            continue;
        int b = row[q];
        long change = 0;
        for (int i = start[here]; i < start[here] + sizes[here]; i++)
            if (i != p)
                change += add[met[b][row[i]]] - add[met[a][row[i]] - 1];
        for (int i = start[there]; i < start[there] + sizes[there]; i++)
            if (i != q)
                change += add[met[a][row[i]]] - add[met[b][row[i]] - 1];
        int turn = off[there] - off[here];
        if (turn)
            change += 2L * even * (turn * (count[a] - count[b]) + 1);
        if (change > 0 && (change >= LIMIT || unit() >= accept[change]))
            continue;
        for (int i = start[here]; i < start[here] + sizes[here]; i++)
            if (i != p) {
                int x = row[i];
                met[x][a] = --met[a][x];
                met[x][b] = ++met[b][x];
            }
        for (int i = start[there]; i < start[there] + sizes[there]; i++)
            if (i != q) {
                int x = row[i];
                met[x][b] = --met[b][x];
                met[x][a] = ++met[a][x];
            }
        count[a] += turn;
        count[b] -= turn;
        row[p] = b;
        row[q] = a;
        cost += change;
        if (cost < best) {
            best = cost;
            memcpy(best_seat, seat, sizeof(int) * (size_t)(rounds * n));
        }
    }
    memcpy(seat, best_seat, sizeof(int) * (size_t)(rounds * n));
    return best;
}

/* Base rounds under a group: pair (a, b) lies in the orbit orbit[a*n+b], and a table that holds
   it makes every pair of the orbit meet weight[orbit] times; `given` holds meetings in rounds the
   group leaves alone. The price is the number of meetings above one, summed over orbits. */
long develop(int n, int rounds, int size, const int *orbit, const int *weight, int orbits,
             const int *given, int *seat, uint64_t seed, long steps, double hot, double cold)
{
    static int met[MOST_PLAYERS * MOST_PLAYERS];
    static double accept[LIMIT];
    long cost = 0;
    begin(seed);
    memcpy(met, given, sizeof(int) * (size_t)orbits);
    for (int r = 0; r < rounds; r++)
        for (int p = 0; p < n; p++)
            for (int q = p - p % size; q < p; q++) {
                int o = orbit[seat[r * n + p] * n + seat[r * n + q]];
                met[o] += weight[o];
            }
    for (int o = 0; o < orbits; o++)
        cost += met[o] > 1 ? met[o] - 1 : 0;
    for (long done = 0; done < steps && cost > 0; done++) {
        if (done % CHUNK == 0)
            odds(accept, hot * pow(cold / hot, (double)done / (double)steps));
        int r = (int)below((uint32_t)rounds);
        int *row = seat + r * n;
        int p = (int)below((uint32_t)n), q = (int)below((uint32_t)n);
        int here = p - p % size, there = q - q % size;
        if (here == there)
            continue;
        int a = row[p], b = row[q], touched[64], k = 0;
        long change = 0;
        for (int i = 0; i < size; i++) {
            if (here + i != p) {
                int o = orbit[a * n + row[here + i]], w = weight[o];
                change -= (met[o] > 1 ? met[o] - 1 : 0) - (met[o] - w > 1 ? met[o] - w - 1 : 0);
                met[o] -= w;
                touched[k++] = o;
            }
            if (there + i != q) {
                int o = orbit[b * n + row[there + i]], w = weight[o];
                change -= (met[o] > 1 ? met[o] - 1 : 0) - (met[o] - w > 1 ? met[o] - w - 1 : 0);
                met[o] -= w;
                touched[k++] = o;
            }
        }
        int removed = k;
        for (int i = 0; i < size; i++) {
            if (here + i != p) {
                int o = orbit[b * n + row[here + i]], w = weight[o];
                change += (met[o] + w > 1 ? met[o] + w - 1 : 0) - (met[o] > 1 ? met[o] - 1 : 0);
                met[o] += w;
                touched[k++] = o;
            }
            if (there + i != q) {
                int o = orbit[a * n + row[there + i]], w = weight[o];
                change += (met[o] + w > 1 ? met[o] + w - 1 : 0) - (met[o] > 1 ? met[o] - 1 : 0);
                met[o] += w;
                touched[k++] = o;
            }
        }
        if (change > 0 && (change >= LIMIT || unit() >= accept[change])) {
            for (int i = 0; i < k; i++)
                met[touched[i]] += i < removed ? weight[touched[i]] : -weight[touched[i]];
            continue;
        }
        row[p] = b;
        row[q] = a;
        cost += change;
    }
    return cost;
}

/* Base rounds under a group, at tables of any sizes. A pair in orbit o = orbit[a*n+b], which has
   length[o] pairs, meets weight[o] times for each table that holds it; `given` holds the meetings
   in rounds the group leaves alone. Player a is one of many[cycle[a]] in its cycle and has
   turns[cycle[a]] short tables for each it has in a base round, after had[cycle[a]] in the rounds
   left alone. Prices as for `anneal`, over all pairs and players. */
long symmetric(int n, int rounds, int tables, const int *sizes, const int *off, const int *add,
               int even, int orbits, const int *orbit, const int *weight, const int *length,
               const int *given, int cycles, const int *cycle, const int *many, const int *turns,
               const int *had, int *seat, uint64_t seed, long steps, double hot, double cold)
{
    static int met[MOST_PLAYERS * MOST_PLAYERS];
    static double accept[LIMIT];
    int start[MOST_PLAYERS], at[MOST_PLAYERS], count[MOST_PLAYERS];
    int best_seat[MOST_ROUNDS * MOST_PLAYERS];
    long cost = 0;
    begin(seed);
    memset(met, 0, sizeof met);
    memcpy(count, had, sizeof(int) * (size_t)cycles);
    for (int t = 0, p = 0; t < tables; t++) {
        start[t] = p;
        for (int i = 0; i < sizes[t]; i++)
            at[p++] = t;
    }
#define MEET(a, b)                                         \
    do {                                                   \
        int o = orbit[(a) * n + (b)];                      \
        for (int w = 0; w < weight[o]; w++)                \
            cost += (long)length[o] * add[met[o]++];       \
    } while (0)
#define PART(a, b)                                         \
    do {                                                   \
        int o = orbit[(a) * n + (b)];                      \
        for (int w = 0; w < weight[o]; w++)                \
            cost -= (long)length[o] * add[--met[o]];       \
    } while (0)
/* At places p and q; with the names the other way round it goes back. */
#define EXCHANGE(leaves, comes)                                               \
    do {                                                                      \
        for (int i = start[here]; i < start[here] + sizes[here]; i++)         \
            if (i != p)                                                       \
                PART(leaves, row[i]);                                         \
        for (int i = start[there]; i < start[there] + sizes[there]; i++)      \
            if (i != q)                                                       \
                PART(comes, row[i]);                                          \
        row[p] = comes;                                                       \
        row[q] = leaves;                                                      \
        for (int i = start[here]; i < start[here] + sizes[here]; i++)         \
            if (i != p)                                                       \
                MEET(comes, row[i]);                                          \
        for (int i = start[there]; i < start[there] + sizes[there]; i++)      \
            if (i != q)                                                       \
                MEET(leaves, row[i]);                                         \
    } while (0)
    for (int o = 0; o < orbits; o++)
        while (met[o] < given[o])
            cost += (long)length[o] * add[met[o]++];
    for (int r = 0; r < rounds; r++)
        for (int p = 0; p < n; p++) {
            count[cycle[seat[r * n + p]]] += off[at[p]] * turns[cycle[seat[r * n + p]]];
            for (int q = start[at[p]]; q < p; q++)
                MEET(seat[r * n + p], seat[r * n + q]);
        }
    for (int c = 0; c < cycles; c++)
        cost += (long)even * many[c] * count[c] * count[c];
    long best = cost;
    memcpy(best_seat, seat, sizeof(int) * (size_t)(rounds * n));
    for (long done = 0; done < steps; done++) {
        if (done % CHUNK == 0)
            odds(accept, hot * pow(cold / hot, (double)done / (double)steps));
        int r = (int)below((uint32_t)rounds);
        int *row = seat + r * n;
        int p = (int)below((uint32_t)n), q = (int)below((uint32_t)n);
        int here = at[p], there = at[q], a = row[p], b = row[q];
        if (here == there)
            continue;
        long before = cost;
        int turn = off[there] - off[here], one = cycle[a], other = cycle[b];
        if (turn && one != other) {
            cost -= (long)even * many[one] * count[one] * count[one];
            cost -= (long)even * many[other] * count[other] * count[other];
            count[one] += turn * turns[one];
            count[other] -= turn * turns[other];
            cost += (long)even * many[one] * count[one] * count[one];
            cost += (long)even * many[other] * count[other] * count[other];
        }
        if (cost - before < LIMIT)
            EXCHANGE(a, b);
        long change = cost - before;
        if (change <= 0 || (change < LIMIT && unit() < accept[change])) {
            if (cost < best) {
                best = cost;
                memcpy(best_seat, seat, sizeof(int) * (size_t)(rounds * n));
            }
            continue;
        }
        if (row[p] == b)
            EXCHANGE(b, a);
        if (turn && one != other) {
            count[one] -= turn * turns[one];
            count[other] += turn * turns[other];
        }
        cost = before;
    }
    memcpy(seat, best_seat, sizeof(int) * (size_t)(rounds * n));
    return best;
}

/* One round that a cyclic group of order `order` turns into `rounds` rounds: `tables` tables
   whose elements differ by every difference at most once, none by a multiple of `rounds`, all in
   different classes modulo `rounds`. value[i] holds the elements, table after table. If `moving`,
   the first table's elements must differ modulo order/rounds as well. Returns the conflicts. */
long starter(int order, int rounds, int tables, const int *sizes, int moving, int *value,
             uint64_t seed, long steps, double hot, double cold)
{
    static int met[4096];
    static double accept[LIMIT];
    int start[MOST_PLAYERS], at[MOST_PLAYERS], cells = 0, share = order / rounds;
    long cost = 0;
    begin(seed);
    for (int t = 0; t < tables; t++) {
        start[t] = cells;
        for (int i = 0; i < sizes[t]; i++)
            at[cells++] = t;
    }
    memset(met, 0, sizeof met);
    for (int d = 0; d < order; d += rounds)
        met[d] = 1;
#define DIFFERENCE(x, y) ((x) > (y) ? (x) - (y) : (y) - (x))
#define FOLDED(d) ((d) * 2 > order ? order - (d) : (d))
#define PUT(d) (cost += met[d]++ > 0)
#define TAKE(d) (cost -= --met[d] > 0)
    for (int p = 0; p < cells; p++)
        for (int q = start[at[p]]; q < p; q++) {
            PUT(FOLDED(DIFFERENCE(value[p], value[q])));
            if (moving && at[p] == 0)
                cost += value[p] % share == value[q] % share;
        }
    for (long done = 0; done < steps && cost > 0; done++) {
        if (done % CHUNK == 0)
            odds(accept, hot * pow(cold / hot, (double)done / (double)steps));
        int p = (int)below((uint32_t)cells), q = p;
        int x = value[p], y = (x + rounds * (int)below((uint32_t)share)) % order;
        if (draw() >> 63) {
            q = (int)below((uint32_t)cells);
            if (at[p] == at[q])
                continue;
            y = value[q];
        }
        long before = cost;
        for (int turn = 0; turn < 2; turn++) {
            for (int side = 0; side < (p == q ? 1 : 2); side++) {
                int c = side ? q : p, t = at[c];
                for (int i = start[t]; i < start[t] + sizes[t]; i++) {
                    if (i == c)
                        continue;
                    int d = FOLDED(DIFFERENCE(value[c], value[i]));
                    if (turn)
                        PUT(d);
                    else
                        TAKE(d);
                    if (moving && t == 0) {
                        int same = value[c] % share == value[i] % share;
                        cost += turn ? same : -same;
                    }
                }
            }
            if (!turn) {
                value[p] = y;
                if (p != q)
                    value[q] = x;
            }
        }
        long change = cost - before;
        if (change <= 0 || (change < LIMIT && unit() < accept[change]))
            continue;
        for (int turn = 0; turn < 2; turn++) {
            for (int side = 0; side < (p == q ? 1 : 2); side++) {
                int c = side ? q : p, t = at[c];
                for (int i = start[t]; i < start[t] + sizes[t]; i++) {
                    if (i == c)
                        continue;
                    int d = FOLDED(DIFFERENCE(value[c], value[i]));
                    if (turn)
                        PUT(d);
                    else
                        TAKE(d);
                    if (moving && t == 0) {
                        int same = value[c] % share == value[i] % share;
                        cost += turn ? same : -same;
                    }
                }
            }
            if (!turn) {
                value[p] = x;
                if (p != q)
                    value[q] = y;
            }
        }
    }
    return cost;
}
