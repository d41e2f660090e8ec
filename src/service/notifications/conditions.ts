import type { HealthReason } from '../../contract/entities/health.ts';
import type { NodeHealth } from '../health/tracker.ts';
import type { Happening } from './raising.ts';

export const BUFFER_FILLING = 0.8;
/** Problems that recur within this time count as one. */
export const SETTLE_MS = 10_000;
/** After a start it takes longer to see what persists. */
const ADOPTED_SETTLE_MS = 60_000;

type Node = Pick<NodeHealth, 'pipelineId' | 'componentId' | 'nodeId' | 'reasons'> & {
  figures: Pick<NodeHealth['figures'], 'bufferShare'>;
};
type Names = { siteId: string; pipeline: string; node: string };

export type LastingTrouble = { key: string; pipelineId: string; nodeId: string };
export type Condition = LastingTrouble & { tell: (names: Names) => Happening };

const findReason = ({ reasons }: Node, rule: HealthReason['rule']): HealthReason | undefined =>
  reasons.find((reason) => reason.rule === rule);

/** Conditions by the health rules. A shared node has one per pipeline, each with its own queue and link. */
export function listConditions(node: Node): Condition[] {
  const { pipelineId, componentId, nodeId, figures } = node;
  const found: Condition[] = [];
  const add = (
    what: string,
    tell: (names: Names) => Pick<Happening, 'category' | 'subCategory' | 'severity' | 'message' | 'reason'>,
  ) => {
    const key = `${what}:${pipelineId}:${componentId}`;
    found.push({
      key,
      pipelineId,
      nodeId,
      tell: (names) => ({ ...tell(names), siteId: names.siteId, key, pipelineId, nodeId }),
    });
  };
  const delivery = findReason(node, 'delivery');
  if (delivery)
    add('delivery', (names) => ({
      category: 'DESTINATIONS',
      subCategory: 'DESTINATION_DOWN',
      severity: 'error',
      message: `'${names.node}' is not receiving data from '${names.pipeline}'`,
      reason: delivery.text,
    }));
  const share = figures.bufferShare ?? 0;
  if (share >= BUFFER_FILLING)
    add('buffer', (names) => ({
      category: 'DESTINATIONS',
      subCategory: 'BUFFER_FILLING',
      severity: 'warning',
      message: `The buffer of destination '${names.node}' in '${names.pipeline}' is over ${BUFFER_FILLING * 100}% full`,
    }));
  const silence = findReason(node, 'silence');
  if (silence)
    add('silence', (names) => ({
      category: 'SOURCES',
      subCategory: 'SOURCE_SILENT',
      severity: 'warning',
      message: `Source '${names.node}' of '${names.pipeline}' is silent`,
      reason: silence.text,
    }));
  return found;
}

type Seen = {
  since: number;
  isTold: boolean;
  goneSince: number;
  settleMs: number;
  condition: LastingTrouble;
};

export type Turn = { begun: Condition[]; over: LastingTrouble[] };

/** Reports problems that persist, and ends that persist. */
export function createConditionWatch() {
  const seen = new Map<string, Seen>();
  return {
    /** Reported before the service started. */
    adopt: (condition: LastingTrouble, now: number) =>
      seen.set(condition.key, {
        since: now,
        isTold: true,
        goneSince: 0,
        settleMs: ADOPTED_SETTLE_MS,
        condition,
      }),
    turn: (conditions: readonly Condition[], now: number): Turn => {
      const present = new Map(conditions.map((condition) => [condition.key, condition]));
      for (const condition of conditions) {
        const known = seen.get(condition.key);
        if (known) Object.assign(known, { goneSince: 0, settleMs: SETTLE_MS, condition });
        else
          seen.set(condition.key, {
            since: now,
            isTold: false,
            goneSince: 0,
            settleMs: SETTLE_MS,
            condition,
          });
      }
      const turn: Turn = { begun: [], over: [] };
      for (const [key, one] of seen) {
        const condition = present.get(key);
        if (!condition) {
          one.goneSince ||= now;
          if (one.isTold && now - one.goneSince < one.settleMs) continue;
          seen.delete(key);
          if (one.isTold) turn.over.push(one.condition);
        } else if (!one.isTold && now - one.since >= SETTLE_MS) {
          one.isTold = true;
          turn.begun.push(condition);
        }
      }
      return turn;
    },
  };
}
