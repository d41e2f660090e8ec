import type { CounterColumns, CounterSeenRow } from '../store/schema.ts';
import { differenceOf, emptyFigures, isEmpty } from './figures.ts';
import { type Key, keyOf, placeOf } from './places.ts';

/** How far the counters of one component in one boot were added. */
export type Seen = CounterSeenRow;
type Boot = { sequence: number; figures: Map<Key, CounterColumns> };
type Report = { bootId: string; sequence: number; at: number };

/** What was already added of each boot's running totals: reports may come late, twice, or after a restart. */
export function createSeen() {
  const boots = new Map<string, Boot>();
  const heard = new Set<string>();
  let changed = new Map<string, Seen>();

  const note = (report: Report, key: Key, figures: CounterColumns) => {
    const { pipelineId: pipeline_id, componentId: component_id } = placeOf(key);
    const { bootId: boot_id, sequence, at: seen_at } = report;
    changed.set(`${boot_id}/${key}`, { ...figures, boot_id, pipeline_id, component_id, sequence, seen_at });
  };

  return {
    load(rows: readonly Seen[]): void {
      for (const { boot_id, pipeline_id, component_id, sequence, seen_at: _at, ...figures } of rows) {
        const boot = boots.get(boot_id) ?? { sequence: -1, figures: new Map() };
        boots.set(boot_id, boot);
        boot.sequence = Math.max(boot.sequence, sequence);
        boot.figures.set(keyOf({ pipelineId: pipeline_id, componentId: component_id }), figures);
      }
    },
    /** What came since the last report of the boot; nothing of one that is not newer. */
    take(report: Report, found: ReadonlyMap<Key, CounterColumns>): Map<Key, CounterColumns> {
      const boot = boots.get(report.bootId) ?? { sequence: -1, figures: new Map() };
      boots.set(report.bootId, boot);
      heard.add(report.bootId);
      const differences = new Map<Key, CounterColumns>();
      if (report.sequence <= boot.sequence) return differences;
      boot.sequence = report.sequence;
      for (const key of boot.figures.keys()) {
        // Forgotten by the engine: when it comes again it begins at zero.
        if (!found.has(key)) {
          boot.figures.delete(key);
          note(report, key, emptyFigures());
        }
      }
      for (const [key, figures] of found) {
        const difference = differenceOf(figures, boot.figures.get(key));
        boot.figures.set(key, figures);
        if (isEmpty(difference)) continue;
        differences.set(key, difference);
        note(report, key, figures);
      }
      return differences;
    },
    /** Boots of which a report came. */
    heard: () => [...heard],
    hasChanged: () => changed.size > 0,
    /** What is to be stored; hand it back when that failed. */
    takeChanged(): Seen[] {
      const rows = [...changed.values()];
      changed = new Map();
      return rows;
    },
    putBack(rows: readonly Seen[]): void {
      for (const row of rows) {
        const id = `${row.boot_id}/${keyOf({ pipelineId: row.pipeline_id, componentId: row.component_id })}`;
        if (!changed.has(id)) changed.set(id, row);
      }
    },
  };
}
