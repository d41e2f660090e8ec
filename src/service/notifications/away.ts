/** A disconnected remote engine; `since` is monotonic, `wasHere`: connected since the start. */
export type AwayEngine = { siteId: string; since: number; wasHere: boolean };

/** Engines reconnect within 30 s of a start. */
const ON_ITS_WAY_MS = 60_000;

/** Reports an engine away for longer than `silenceMs`, and its return. */
export function createAwayWatch(silenceMs: number) {
  const told = new Set<string>();
  return {
    /** Reported before the service started. */
    adopt: (siteId: string) => void told.add(siteId),
    turn(away: readonly AwayEngine[], now: number): { begun: AwayEngine[]; over: string[] } {
      const findLimit = ({ wasHere }: AwayEngine) =>
        wasHere ? silenceMs : Math.max(silenceMs, ON_ITS_WAY_MS);
      const begun = away.filter((one) => !told.has(one.siteId) && now - one.since > findLimit(one));
      const over = [...told].filter((siteId) => !away.some((one) => one.siteId === siteId));
      for (const { siteId } of begun) told.add(siteId);
      for (const siteId of over) told.delete(siteId);
      return { begun, over };
    },
  };
}
