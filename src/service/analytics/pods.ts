import type { EngineReport } from '../../engine/port.ts';
import type { PodRow } from '../store/schema.ts';

/** For counts from before instances had names. */
export const UNKNOWN_POD = 'unknown';
const UNKNOWN = 0;
/** A remote engine could report endless names. */
const MOST_PODS = 1000;
const NAME_MAX_LENGTH = 253;

type Report = Pick<Extract<EngineReport, { type: 'counters' }>, 'host' | 'isolated'>;

/**
 * Instances by number. The engine's process is named after its machine, a single pipeline's
 * `<machine>/<pipelineId>`.
 */
export function createPods() {
  const numbers = new Map<string, number>([[UNKNOWN_POD, UNKNOWN]]);
  const names = new Map<number, string>([[UNKNOWN, UNKNOWN_POD]]);
  let unsaved: PodRow[] = [];

  const keep = ({ number, name }: PodRow) => {
    numbers.set(name, number);
    names.set(number, name);
  };
  const findNumber = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    if (numbers.size > MOST_PODS) return UNKNOWN;
    const row = { number: Math.max(...names.keys()) + 1, name };
    keep(row);
    unsaved.push(row);
    return row.number;
  };

  return {
    load: (rows: readonly PodRow[]) => rows.forEach(keep),
    ofPipeline: ({ host, isolated = [] }: Report, pipelineId: string): number => {
      if (typeof host !== 'string' || host === '' || host.length > NAME_MAX_LENGTH) return UNKNOWN;
      return findNumber(isolated.includes(pipelineId) ? `${host}/${pipelineId}` : host);
    },
    toNumbers: (wanted: readonly string[]): number[] => wanted.flatMap((name) => numbers.get(name) ?? []),
    toName: (number: number): string => names.get(number) ?? UNKNOWN_POD,
    /** Give the rows to `putBack` when storing fails. */
    takeUnsaved: (): PodRow[] => {
      const rows = unsaved;
      unsaved = [];
      return rows;
    },
    putBack: (rows: readonly PodRow[]) => {
      unsaved = [...rows, ...unsaved];
    },
  };
}
