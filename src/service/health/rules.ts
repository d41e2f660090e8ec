import { type HealthReason, type HealthState, worstOf } from '../../contract/entities/health.ts';
import type { NodeType } from '../../contract/enums.ts';

/** What was measured of one node; counts are of the last minute, times are Unix milliseconds and 0 for never. */
export type HealthFacts = {
  nodeType: NodeType;
  now: number;
  eventsIn: number;
  eventsLost: number;
  errors: number;
  warnings: number;
  eventsBuffered: number;
  bufferShare: number | null;
  lagSeconds: number | null;
  utilisation: number | null;
  lastEventAt: number;
  lastErrorAt: number;
  /** What the last error said. */
  lastError: string;
};

export type Health = { state: HealthState; reasons: HealthReason[] };

/** The limits of the rules; src/docs/health.md tells them to people. */
export const HEALTH_LIMITS = {
  bufferAtRisk: 0.5,
  bufferFull: 0.9,
  lagAtRiskSeconds: 10,
  lagBehindSeconds: 60,
  busyAtRisk: 0.85,
  busyBehind: 0.95,
  heldBackAtRisk: 0.1,
  heldBackBehind: 0.5,
  lossFails: 0.1,
  errorsFail: 0.5,
  silentSeconds: 3600,
} as const;

const LIMITS = HEALTH_LIMITS;
const percent = (share: number): string => `${Math.min(100, Math.round(share * 100))} %`;
const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

type Rule = (facts: HealthFacts) => HealthReason | null;
const reason = (rule: HealthReason['rule'], state: HealthState, text: string): HealthReason => ({
  rule,
  state,
  text,
});

/** Failing as long as nothing succeeded after the last failure. */
const delivery: Rule = ({ nodeType, eventsBuffered, eventsLost, lastErrorAt, lastEventAt, lastError }) => {
  if (nodeType !== 'SINK' || lastErrorAt <= lastEventAt || (eventsBuffered === 0 && eventsLost === 0))
    return null;
  return reason('delivery', 'failing', `Nothing is delivered: ${lastError}`);
};

const errors: Rule = (facts) => {
  const { nodeType, eventsIn, errors: count, warnings, lastErrorAt, lastEventAt, lastError } = facts;
  if (count > 0) {
    const isStopped = nodeType === 'SOURCE' && lastErrorAt > lastEventAt;
    const isMost = nodeType === 'TRANSFORM' && count >= eventsIn * LIMITS.errorsFail;
    const state = isStopped || isMost ? 'failing' : 'atRisk';
    return reason('errors', state, `${many(count, 'error')} in the last minute: ${lastError}`);
  }
  return warnings > 0 ? reason('errors', 'atRisk', `${many(warnings, 'warning')} in the last minute`) : null;
};

const loss: Rule = ({ eventsIn, eventsLost }) => {
  if (eventsLost <= 0) return null;
  const state = eventsLost >= eventsIn * LIMITS.lossFails ? 'failing' : 'atRisk';
  return reason('loss', state, `${many(eventsLost, 'event')} lost or set aside in the last minute`);
};

const buffer: Rule = ({ bufferShare }) => {
  if (bufferShare === null || bufferShare < LIMITS.bufferAtRisk) return null;
  return bufferShare >= LIMITS.bufferFull
    ? reason('buffer', 'fallingBehind', `Its buffer is full (${percent(bufferShare)})`)
    : reason('buffer', 'atRisk', `Its buffer is filled to ${percent(bufferShare)}`);
};

const lag: Rule = ({ lagSeconds }) => {
  if (lagSeconds === null || lagSeconds < LIMITS.lagAtRiskSeconds) return null;
  const state = lagSeconds >= LIMITS.lagBehindSeconds ? 'fallingBehind' : 'atRisk';
  return reason('lag', state, `The oldest event waits for ${Math.round(lagSeconds)} s`);
};

const utilisation: Rule = ({ nodeType, utilisation: share }) => {
  if (nodeType === 'SOURCE' || share === null || share < LIMITS.busyAtRisk) return null;
  const state = share >= LIMITS.busyBehind && nodeType === 'TRANSFORM' ? 'fallingBehind' : 'atRisk';
  return reason('utilisation', state, `It is busy ${percent(share)} of the time`);
};

const heldBack: Rule = ({ nodeType, utilisation: share }) => {
  if (nodeType !== 'SOURCE' || share === null || share < LIMITS.heldBackAtRisk) return null;
  const state = share >= LIMITS.heldBackBehind ? 'fallingBehind' : 'atRisk';
  return reason('heldBack', state, `Full buffers hold it back ${percent(share)} of the time`);
};

const silence: Rule = ({ nodeType, now, lastEventAt }) => {
  const seconds = (now - lastEventAt) / 1000;
  if (nodeType !== 'SOURCE' || lastEventAt === 0 || seconds <= LIMITS.silentSeconds) return null;
  return reason('silence', 'atRisk', 'No event came for more than an hour');
};

const RULES: readonly Rule[] = [delivery, errors, loss, buffer, lag, utilisation, heldBack, silence];

/** How a node that runs fares, and why; the worst reason first. */
export function healthOf(facts: HealthFacts): Health {
  const found = RULES.flatMap((rule) => rule(facts) ?? []);
  const isDelivery = found.some(({ rule }) => rule === 'delivery');
  // What says the same in other words is left out.
  const told = isDelivery ? found.filter(({ rule }) => rule !== 'errors') : found;
  const state = worstOf(told.map((one) => one.state));
  if (told.length === 0) return { state: facts.lastEventAt === 0 ? 'waiting' : 'healthy', reasons: [] };
  const isWorst = (one: HealthReason) => one.state === state;
  return { state, reasons: [...told.filter(isWorst), ...told.filter((one) => !isWorst(one))] };
}
