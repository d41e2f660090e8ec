import {
  type ComponentHealth,
  findWorst,
  isTrouble,
  type PipelineHealth,
} from '../../../contract/entities/health.ts';
import { isAlive } from '../../../contract/entities/node.ts';
import type { EntityStatus, NodeType } from '../../../contract/enums.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { HealthLook } from '../../components/health/health-look.ts';
import { HEALTH_LOOKS, UNKNOWN_LOOK } from '../../components/health/health-look.ts';
import { formatReason } from '../../components/health/reason-text.ts';

export type ConnectionHealth = {
  look: HealthLook;
  /** Sentence without a period. */
  reason: string;
  isUnknown?: boolean;
};

const READING: ConnectionHealth = {
  look: { label: 'Reading', shape: 'dashed', tone: 'text3' },
  reason: 'Its health is being loaded',
};
const createUnknownHealth = (refusal: string): ConnectionHealth => ({
  look: { label: 'Not known', shape: 'dashed', tone: 'text3' },
  reason: `Its health could not be loaded: ${refusal}`,
});
const INACTIVE: ConnectionHealth = {
  look: { label: 'Inactive', shape: 'paused', tone: 'text2' },
  reason: 'It is switched off',
};
const UNUSED: ConnectionHealth = {
  look: HEALTH_LOOKS.notRunning,
  reason: 'No deployed pipeline uses it, so it does not run',
};

const IDLE: ConnectionHealth = {
  look: HEALTH_LOOKS.notRunning,
  reason: 'No pipeline that uses it runs now',
};

type Fared = Pick<ComponentHealth, 'state' | 'reasons'>;
type FaredPipeline = Pick<PipelineHealth, 'pipelineId' | 'name' | 'status' | 'reasons'>;
type User = { id: string };

/**
 * A pipeline that cannot start, for instance because its port is taken, has no metrics. A failed deployment
 * counts only if every user failed: another pipeline may run the connection.
 */
function describeStandstill(
  users: readonly User[],
  pipelines: readonly FaredPipeline[],
): ConnectionHealth | undefined {
  const ids = new Set(users.map(({ id }) => id));
  const away = pipelines.flatMap(({ pipelineId, reasons }) =>
    ids.has(pipelineId) ? reasons.filter((reason) => reason.unknownSinceUnixTimeSeconds !== undefined) : [],
  )[0];
  if (away) return { look: UNKNOWN_LOOK, reason: formatReason(away), isUnknown: true };
  const still = pipelines.flatMap(({ pipelineId, name, status, reasons }) => {
    const why = reasons.find(({ rule, state }) => rule === 'pipeline' && isTrouble(state));
    return why && ids.has(pipelineId) ? [{ name, text: why.text, isDeployed: status !== 'FAILED' }] : [];
  });
  const told = still.find((one) => one.isDeployed) ?? (still.length === ids.size ? still[0] : undefined);
  return told && { look: HEALTH_LOOKS.failing, reason: `The pipeline ${told.name} fails. ${told.text}` };
}

/**
 * Returns the worst trouble of a connection, for its row and its details; undefined when healthy.
 * @param components health in each pipeline that runs it; those in trouble suffice
 * @param users pipelines that use it, deployed or not
 * @param pipelines health of these pipelines; those in trouble suffice
 */
export function describeConnectionTrouble(
  components: readonly Fared[],
  users: readonly User[],
  pipelines: readonly FaredPipeline[],
): ConnectionHealth | undefined {
  const state = findWorst(components.map((one) => one.state));
  const still = state === 'failing' ? undefined : describeStandstill(users, pipelines);
  if (still || !isTrouble(state)) return still;
  const [reason] = components.flatMap((one) => (one.state === state ? one.reasons : []));
  return { look: HEALTH_LOOKS[state], reason: reason?.text ?? HEALTH_LOOKS[state].label };
}

/**
 * Returns the worst health with its reason (src/docs/health.md).
 * @param components health in each pipeline that runs it; undefined until read
 * @param trouble result of `describeConnectionTrouble`
 * @param isDeployed whether a pipeline should run it
 * @param refusal why health could not be read, for instance missing permission
 */
export function computeConnectionHealth(
  connection: { id: string; status: EntityStatus; lastAlive: string },
  components: readonly Fared[] | undefined,
  trouble: ConnectionHealth | undefined,
  isDeployed: boolean,
  refusal?: string,
): ConnectionHealth {
  if (connection.status !== 'ACTIVE') return INACTIVE;
  if (!components) return refusal === undefined ? READING : createUnknownHealth(refusal);
  if (trouble) return trouble;
  const state = findWorst(components.map((one) => one.state));
  if (state === 'notRunning') return isDeployed ? IDLE : UNUSED;
  const reason = isAlive(connection) ? 'It runs without errors' : 'It runs; no events yet';
  return { look: HEALTH_LOOKS[state], reason };
}

export type DeliveryFigures = {
  retries: number;
  lagSeconds: number;
  bufferShare: number;
  /** Null when nothing was delivered in the last minute. */
  latencyMilliseconds: number | null;
};

/** Over all pipelines: sum of retries, longest lag, fullest buffer, highest p99. Undefined when none runs. */
export function sumDeliveryFigures(
  components: readonly Pick<ComponentHealth, 'nodeType' | 'figures'>[] | undefined,
): DeliveryFigures | undefined {
  const kind: NodeType = 'SINK';
  const figures = (components ?? []).filter(({ nodeType }) => nodeType === kind).map((one) => one.figures);
  if (figures.length === 0) return undefined;
  const latencies = figures.flatMap(({ latencyP99Milliseconds }) => latencyP99Milliseconds ?? []);
  return {
    latencyMilliseconds: latencies.length === 0 ? null : Math.max(...latencies),
    retries: figures.reduce((sum, { retries }) => sum + fromCount(retries ?? 0), 0),
    lagSeconds: Math.max(...figures.map(({ lagSeconds }) => lagSeconds ?? 0)),
    bufferShare: Math.max(...figures.map(({ bufferShare }) => bufferShare ?? 0)),
  };
}
