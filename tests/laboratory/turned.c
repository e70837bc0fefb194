/* The inner loop of the search for fixtures; see turned.py.

   Base tables stand for all their images under a permutation. Players are exchanged between two
   base tables, or replaced by one of the same circle; both keep everybody's number of matches. */

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST_PLAYERS = 128, MOST_TABLES = 512, MOST_SIZE = 16, MOST_ORBITS = 8192 };

static uint64_t state;

static inline uint64_t draw(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 2685821657736338717ULL;
}

static inline int below(int n)
{
    return (int)(((draw() >> 32) * (uint64_t)n) >> 32);
}

static inline double unit(void)
{
    return (double)(draw() >> 11) * (1.0 / 9007199254740992.0);
}

static int met[MOST_ORBITS], seats[MOST_TABLES][MOST_SIZE], best[MOST_TABLES][MOST_SIZE];
static int touched[8 * MOST_SIZE], earlier[8 * MOST_SIZE], changes;
static char sits[MOST_TABLES][MOST_PLAYERS];

/* One pair's orbit meets more or less; what that adds to the cost. */
static inline long change(int orbit, int more, const int *length)
{
    long old = met[orbit], now = old + more;
    touched[changes] = orbit;
    earlier[changes++] = (int)old;
    met[orbit] = (int)now;
    return length[orbit] * (now * (now - 1) - old * (old - 1)) / 2;
}

long turned(int n, int tables, int size, const int *orbit, int orbits, const int *length,
            const int *weight, const int *given, const int *circle, int *seat, uint64_t seed,
            long steps, double hot, double cold, long ideal)
{
    state = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    for (int i = 0; i < 8; i++)
        draw();
    memcpy(met, given, sizeof(int) * (size_t)orbits);
    memset(sits, 0, sizeof sits);
    for (int t = 0; t < tables; t++)
        for (int i = 0; i < size; i++) {
            int p = seats[t][i] = seat[t * size + i];
            sits[t][p] = 1;
            for (int j = 0; j < i; j++) {
                int o = orbit[p * n + seats[t][j]];
                met[o] += weight[o];
            }
        }
    long cost = 0;
    for (int o = 0; o < orbits; o++)
        cost += (long)length[o] * met[o] * (met[o] - 1) / 2;
    long least = cost;
    memcpy(best, seats, sizeof best);
    double heat = hot, cooling = pow(cold / hot, 1.0 / (double)(steps / 256 + 1));
    for (long step = 0; step < steps && least > ideal; step++) {
        if (!(step & 255))
            heat *= cooling;
        int a = below(tables), i = below(size), p = seats[a][i], b = -1, j = 0, q;
        if (tables > 1 && (draw() >> 40 & 1)) {
            b = below(tables);
            j = below(size);
            q = seats[b][j];
            if (a == b || sits[a][q] || sits[b][p])
                continue;
        } else {
            q = below(n);
            if (circle[q] != circle[p] || sits[a][q])
                continue;
        }
        long dearer = 0;
        changes = 0;
        for (int x = 0; x < size; x++) {
            if (x != i) {
                int lost = orbit[p * n + seats[a][x]], won = orbit[q * n + seats[a][x]];
                dearer += change(lost, -weight[lost], length) + change(won, weight[won], length);
            }
            if (b >= 0 && x != j) {
                int lost = orbit[q * n + seats[b][x]], won = orbit[p * n + seats[b][x]];
                dearer += change(lost, -weight[lost], length) + change(won, weight[won], length);
            }
        }
        if (dearer > 0 && unit() >= exp(-(double)dearer / heat)) {
            while (changes--)
                met[touched[changes]] = earlier[changes];
            continue;
        }
        seats[a][i] = q;
        sits[a][p] = 0;
        sits[a][q] = 1;
        if (b >= 0) {
            seats[b][j] = p;
            sits[b][q] = 0;
            sits[b][p] = 1;
        }
        cost += dearer;
        if (cost < least) {
            least = cost;
            memcpy(best, seats, sizeof best);
        }
    }
    for (int t = 0; t < tables; t++)
        memcpy(seat + t * size, best[t], sizeof(int) * (size_t)size);
    return least;
}
