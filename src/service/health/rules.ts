import { findWorst, type HealthReason, type HealthState } from '../../contract/entities/health.ts';
import type { NodeType } from '../../contract/enums.ts';

/** Counts of the last minute; Unix milliseconds, 0 for never. */
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
  lastError: string;
};

export type Health = { state: HealthState; reasons: HealthReason[] };

/** src/docs/health.md */
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
const formatPercent = (share: number): string => `${Math.min(100, Math.round(share * 100))} %`;
const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

type Rule = (facts: HealthFacts) => HealthReason | null;
const makeReason = (rule: HealthReason['rule'], state: HealthState, text: string): HealthReason => ({
  rule,
  state,
  text,
});

/** Failing until something succeeds after the last failure. */
const checkDelivery: Rule = ({
  nodeType,
  eventsBuffered,
  eventsLost,
  lastErrorAt,
  lastEventAt,
  lastError,
}) => {
  if (nodeType !== 'SINK' || lastErrorAt <= lastEventAt || (eventsBuffered === 0 && eventsLost === 0))
    return null;
  return makeReason('delivery', 'failing', `Nothing is delivered: ${lastError}`);
};

const checkErrors: Rule = (facts) => {
  const { nodeType, eventsIn, errors: count, warnings, lastErrorAt, lastEventAt, lastError } = facts;
  if (count > 0) {
    const isStopped = nodeType === 'SOURCE' && lastErrorAt > lastEventAt;
    const isMost = nodeType === 'TRANSFORM' && count >= eventsIn * LIMITS.errorsFail;
    const state = isStopped || isMost ? 'failing' : 'atRisk';
    return makeReason('errors', state, `${formatCount(count, 'error')} in the last minute: ${lastError}`);
  }
  return warnings > 0
    ? makeReason('errors', 'atRisk', `${formatCount(warnings, 'warning')} in the last minute`)
    : null;
};

const checkLoss: Rule = ({ eventsIn, eventsLost }) => {
  if (eventsLost <= 0) return null;
  const state = eventsLost >= eventsIn * LIMITS.lossFails ? 'failing' : 'atRisk';
  return makeReason(
    'loss',
    state,
    `${formatCount(eventsLost, 'event')} lost or dead-lettered in the last minute`,
  );
};

const checkBuffer: Rule = ({ bufferShare }) => {
  if (bufferShare === null || bufferShare < LIMITS.bufferAtRisk) return null;
  return bufferShare >= LIMITS.bufferFull
    ? makeReason('buffer', 'fallingBehind', `Its buffer is full (${formatPercent(bufferShare)})`)
    : makeReason('buffer', 'atRisk', `Its buffer is ${formatPercent(bufferShare)} full`);
};

const checkLag: Rule = ({ lagSeconds }) => {
  if (lagSeconds === null || lagSeconds < LIMITS.lagAtRiskSeconds) return null;
  const state = lagSeconds >= LIMITS.lagBehindSeconds ? 'fallingBehind' : 'atRisk';
  return makeReason('lag', state, `The oldest event has been waiting for ${Math.round(lagSeconds)} s`);
};

const checkUtilisation: Rule = ({ nodeType, utilisation: share }) => {
  if (nodeType === 'SOURCE' || share === null || share < LIMITS.busyAtRisk) return null;
  const state = share >= LIMITS.busyBehind && nodeType === 'TRANSFORM' ? 'fallingBehind' : 'atRisk';
  return makeReason('utilisation', state, `It is busy ${formatPercent(share)} of the time`);
};

const checkHeldBack: Rule = ({ nodeType, utilisation: share }) => {
  if (nodeType !== 'SOURCE' || share === null || share < LIMITS.heldBackAtRisk) return null;
  const state = share >= LIMITS.heldBackBehind ? 'fallingBehind' : 'atRisk';
  return makeReason('heldBack', state, `Full buffers block it ${formatPercent(share)} of the time`);
};

const checkSilence: Rule = ({ nodeType, now, lastEventAt }) => {
  const seconds = (now - lastEventAt) / 1000;
  if (nodeType !== 'SOURCE' || lastEventAt === 0 || seconds <= LIMITS.silentSeconds) return null;
  return makeReason('silence', 'atRisk', 'No events for more than an hour');
};

const RULES: readonly Rule[] = [
  checkDelivery,
  checkErrors,
  checkLoss,
  checkBuffer,
  checkLag,
  checkUtilisation,
  checkHeldBack,
  checkSilence,
];

export function computeHealth(facts: HealthFacts): Health {
  const found = RULES.flatMap((rule) => rule(facts) ?? []);
  const isDelivery = found.some(({ rule }) => rule === 'delivery');
  // Omits reasons that repeat another.
  const told = isDelivery ? found.filter(({ rule }) => rule !== 'errors') : found;
  const state = findWorst(told.map((one) => one.state));
  if (told.length === 0) return { state: facts.lastEventAt === 0 ? 'waiting' : 'healthy', reasons: [] };
  const isWorst = (one: HealthReason) => one.state === state;
  return { state, reasons: [...told.filter(isWorst), ...told.filter((one) => !isWorst(one))] };
}
