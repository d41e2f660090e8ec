/** A remote engine that is not there: since when (by a clock that nobody sets), and whether it was there since the start. */
export type AwayEngine = { siteId: string; since: number; wasHere: boolean };

/** Right after a start of the service engines are on their way: they try again every 30 s at the latest. */
const ON_ITS_WAY_MS = 60_000;

/** Tells of an engine once it stays away longer than `silenceMs`, and of its return at once; each once. */
export function createAwayWatch(silenceMs: number) {
  const told = new Set<string>();
  return {
    /** It was told of before the service was started. */
    adopt: (siteId: string) => void told.add(siteId),
    turn(away: readonly AwayEngine[], now: number): { begun: AwayEngine[]; over: string[] } {
      const limitOf = ({ wasHere }: AwayEngine) => (wasHere ? silenceMs : Math.max(silenceMs, ON_ITS_WAY_MS));
      const begun = away.filter((one) => !told.has(one.siteId) && now - one.since > limitOf(one));
      const over = [...told].filter((siteId) => !away.some((one) => one.siteId === siteId));
      for (const { siteId } of begun) told.add(siteId);
      for (const siteId of over) told.delete(siteId);
      return { begun, over };
    },
  };
}
