import type { HealthReason } from '../../contract/entities/health.ts';
import { toCount } from '../../contract/parameters.ts';
import { counted } from '../../contract/values.ts';
import { computeHealth } from '../health/rules.ts';
import type { NodeHealth } from '../health/tracker.ts';
import type { NodeGrowth } from './node-counts.ts';

/** Agents report once a minute; older reports say nothing about now. */
const FRESH_MS = 180_000;
/** A batch may be in flight for this long. */
const LEAST_MS = 20_000;

type Said = { at: number; seconds: number; growth: NodeGrowth };
type Node = { said: Map<string, Said>; lastEventAt: number };

function describeStop(said: readonly Said[]): HealthReason | undefined {
  const stopped = said.filter(
    ({ seconds, growth }) =>
      seconds * 1000 >= LEAST_MS && growth.out === 0 && growth.failed === 0 && (growth.waitingBytes ?? 0) > 0,
  );
  if (stopped.length === 0) return undefined;
  return {
    rule: 'delivery',
    state: stopped.length === said.length ? 'failing' : 'atRisk',
    text: `Nothing was sent in the last minute by ${stopped.length} of ${counted(said.length, 'agent')}, where events wait`,
  };
}

/** Node health from the agents' last reports; unreported nodes are omitted. */
export function createNodeHealth() {
  const nodes = new Map<string, Node>();
  const heard = new Map<string, number>();

  const judge = (said: readonly Said[], { lastEventAt }: Node, now: number): NodeHealth | undefined => {
    const [first] = said;
    if (!first) return undefined;
    const { pipelineId, node } = first.growth;
    const sum = (name: 'in' | 'out' | 'failed') => said.reduce((all, { growth }) => all + growth[name], 0);
    const shares = said.flatMap(({ growth: { waitingBytes, waitingMaxBytes } }) =>
      waitingBytes !== undefined && waitingMaxBytes ? [waitingBytes / waitingMaxBytes] : [],
    );
    const bufferShare = shares.length === 0 ? null : Math.max(...shares);
    const eventsLost = sum('failed');
    const stop = describeStop(said);
    const health = computeHealth({
      ...{ nodeType: node.nodeType, now, eventsIn: sum('in'), eventsLost, errors: 0, warnings: 0 },
      ...{ eventsBuffered: 0, bufferShare, lagSeconds: null, utilisation: null },
      ...{ lastEventAt, lastErrorAt: 0, lastError: '' },
    });
    return {
      ...{ pipelineId, componentId: node.componentId, nodeId: node.nodeId, nodeType: node.nodeType },
      state:
        stop?.state === 'failing'
          ? 'failing'
          : stop && health.reasons.length === 0
            ? stop.state
            : health.state,
      reasons: stop ? [stop, ...health.reasons] : health.reasons,
      latency: undefined,
      figures: {
        windowSeconds: Math.max(...said.map(({ seconds }) => seconds)),
        ...{ eventsIn: toCount(sum('in')), eventsOut: toCount(sum('out')), eventsLost: toCount(eventsLost) },
        ...{ errors: toCount(eventsLost), warnings: null, retries: null, eventsBuffered: null },
        ...{ bufferShare, lagSeconds: null, utilisation: null },
        ...{ latencyP50Milliseconds: null, latencyP99Milliseconds: null },
        lastEventUnixTimeSeconds: Math.floor(lastEventAt / 1000),
      },
    };
  };

  return {
    /** @param since Unix milliseconds of the agent's previous report */
    take(agentId: string, growth: readonly NodeGrowth[], since: number | undefined, now: number): void {
      heard.set(agentId, now);
      for (const one of growth) {
        const key = `${one.pipelineId}/${one.node.componentId}`;
        const node = nodes.get(key) ?? { said: new Map(), lastEventAt: 0 };
        nodes.set(key, node);
        node.said.set(agentId, {
          at: now,
          seconds: since === undefined ? 0 : (now - since) / 1000,
          growth: one,
        });
        if (one.in > 0 || one.out > 0) node.lastEventAt = now;
      }
    },
    /** Time up to which all agents have reported; once all are away, of the last one. */
    countedUntil(now: number): number | undefined {
      const all = [...heard.values()];
      const fresh = all.filter((at) => now - at < FRESH_MS);
      return all.length === 0 ? undefined : fresh.length > 0 ? Math.min(...fresh) : Math.max(...all);
    },
    read(now: number): NodeHealth[] {
      return [...nodes.values()].flatMap((node) => {
        const said = [...node.said.values()].filter(({ at }) => now - at < FRESH_MS);
        return judge(said, node, now) ?? [];
      });
    },
    forget(pipelineId: string): void {
      for (const key of nodes.keys()) if (key.startsWith(`${pipelineId}/`)) nodes.delete(key);
    },
  };
}
