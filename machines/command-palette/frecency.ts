/** `lastUsed` is in milliseconds. */
export type Usage = Record<string, { score: number; lastUsed: number }>;

export const USAGE_LIMIT = 50;
const HALF_LIFE_MS = 7 * 86_400_000;

/** Each use loses half its weight in seven days. */
export function computeFrecency(usage: Usage, id: string, now: number): number {
  const entry = usage[id];
  return entry ? entry.score * 2 ** (-Math.max(0, now - entry.lastUsed) / HALF_LIFE_MS) : 0;
}

/** Keeps the 50 most recent commands. */
export function recordUse(usage: Usage, id: string, now: number): Usage {
  const next: Usage = { ...usage, [id]: { score: computeFrecency(usage, id, now) + 1, lastUsed: now } };
  return Object.fromEntries(
    Object.entries(next)
      .sort(([, a], [, b]) => b.lastUsed - a.lastUsed)
      .slice(0, USAGE_LIMIT),
  );
}

/** Most recent first. */
export const listRecentIds = (usage: Usage, limit: number): string[] =>
  Object.entries(usage)
    .sort(([, a], [, b]) => b.lastUsed - a.lastUsed)
    .slice(0, limit)
    .map(([id]) => id);

/** Reads stored usage and skips malformed entries. */
export function parseUsage(stored: unknown): Usage {
  if (typeof stored !== 'object' || stored === null) return {};
  const usage: Usage = {};
  for (const [id, entry] of Object.entries(stored)) {
    if (typeof entry?.score === 'number' && typeof entry?.lastUsed === 'number') {
      usage[id] = { score: entry.score, lastUsed: entry.lastUsed };
    }
  }
  return usage;
}
