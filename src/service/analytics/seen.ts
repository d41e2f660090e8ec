import type { CounterColumns, CounterSeenRow } from '../store/schema.ts';
import { createFigures, isEmpty, subtractFigures } from './figures.ts';
import { formatPlace, type Key, parsePlace } from './places.ts';

export type Seen = CounterSeenRow;
type Boot = { sequence: number; figures: Map<Key, CounterColumns> };
type News = { differences: Map<Key, CounterColumns>; forgotten: Key[] };
type Report = { bootId: string; sequence: number; at: number };

/** What was added of each boot: reports may be late, repeated, or follow a restart. */
export function createSeen() {
  const boots = new Map<string, Boot>();
  const heard = new Set<string>();
  let changed = new Map<string, Seen>();

  const note = (report: Report, key: Key, figures: CounterColumns) => {
    const { pipelineId: pipeline_id, componentId: component_id } = parsePlace(key);
    const { bootId: boot_id, sequence, at: seen_at } = report;
    changed.set(`${boot_id}/${key}`, { ...figures, boot_id, pipeline_id, component_id, sequence, seen_at });
  };

  return {
    load(rows: readonly Seen[]): void {
      for (const { boot_id, pipeline_id, component_id, sequence, seen_at: _at, ...figures } of rows) {
        const boot = boots.get(boot_id) ?? { sequence: -1, figures: new Map() };
        boots.set(boot_id, boot);
        boot.sequence = Math.max(boot.sequence, sequence);
        boot.figures.set(formatPlace({ pipelineId: pipeline_id, componentId: component_id }), figures);
      }
    },
    isNewest: (report: Report): boolean => report.sequence > (boots.get(report.bootId)?.sequence ?? -1),
    /** New since the boot's last report, and what the engine forgot; nothing for an older report. */
    take(report: Report, found: ReadonlyMap<Key, CounterColumns>): News {
      const boot = boots.get(report.bootId) ?? { sequence: -1, figures: new Map() };
      boots.set(report.bootId, boot);
      heard.add(report.bootId);
      const differences = new Map<Key, CounterColumns>();
      const forgotten: Key[] = [];
      if (report.sequence <= boot.sequence) return { differences, forgotten };
      boot.sequence = report.sequence;
      for (const key of boot.figures.keys()) {
        // Forgotten by the engine: restarts at zero.
        if (!found.has(key)) {
          boot.figures.delete(key);
          forgotten.push(key);
          note(report, key, createFigures());
        }
      }
      for (const [key, figures] of found) {
        const difference = subtractFigures(figures, boot.figures.get(key));
        boot.figures.set(key, figures);
        if (isEmpty(difference)) continue;
        differences.set(key, difference);
        note(report, key, figures);
      }
      return { differences, forgotten };
    },
    heard: () => [...heard],
    hasChanged: () => changed.size > 0,
    /** Give the rows to `putBack` when storing fails. */
    takeChanged(): Seen[] {
      const rows = [...changed.values()];
      changed = new Map();
      return rows;
    },
    putBack(rows: readonly Seen[]): void {
      for (const row of rows) {
        const id = `${row.boot_id}/${formatPlace({ pipelineId: row.pipeline_id, componentId: row.component_id })}`;
        if (!changed.has(id)) changed.set(id, row);
      }
    },
  };
}
