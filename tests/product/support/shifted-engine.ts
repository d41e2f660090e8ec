import type { EnginePort, EngineReport } from '../../../src/engine/port.ts';

/** A clock that is set forward by hand, and knows what it showed at each real moment. */
export function createShiftedClock() {
  const shifts = [{ at: 0, by: 0 }];
  const toShown = (real: number): number => real + (shifts.findLast(({ at }) => at <= real)?.by ?? 0);
  return {
    now: (): number => toShown(Date.now()),
    /** From the time of another process of this machine. */
    toShown,
    /** @param by in milliseconds */
    advance(by: number): void {
      shifts.push({ at: Date.now(), by: (shifts.at(-1)?.by ?? 0) + by });
    },
  };
}

type CountersReport = Extract<EngineReport, { type: 'counters' }>;

/**
 * A real engine whose reports carry the time of a shifted clock: its process has a clock of its own. `repeat` tells
 * its newest counters once more, as an engine does each second in which nothing happens.
 */
export function shiftEngine(engine: EnginePort, toShown: (real: number) => number) {
  const listeners = new Set<(report: EngineReport) => void>();
  let newest: CountersReport | undefined;
  const shiftCounters = (report: CountersReport): CountersReport => ({
    ...report,
    at: toShown(report.at),
    pipelines: Object.fromEntries(
      Object.entries(report.pipelines).map(([id, nodes]) => [
        id,
        Object.fromEntries(
          Object.entries(nodes).map(([node, counters]) => {
            const { lastEventAt } = counters;
            return [node, { ...counters, lastEventAt: lastEventAt === 0 ? 0 : toShown(lastEventAt) }];
          }),
        ),
      ]),
    ),
  });
  const shift = (report: EngineReport): EngineReport => {
    if (report.type === 'counters') return shiftCounters(report);
    if (report.type !== 'errors') return report;
    return { ...report, errors: report.errors.map((one) => ({ ...one, lastAt: toShown(one.lastAt) })) };
  };
  engine.onReport((report) => {
    if (report.type === 'counters') newest = report;
    for (const listener of listeners) listener(shift(report));
  });
  const port = new Proxy(engine, {
    get: (target, name) => {
      if (name === 'onReport')
        return (listener: (report: EngineReport) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        };
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    port,
    repeat(): void {
      if (!newest) return;
      const report = { ...shiftCounters(newest), at: toShown(Date.now()) };
      for (const listener of listeners) listener(report);
    },
  };
}
