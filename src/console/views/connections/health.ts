import {
  type ComponentHealth,
  isTrouble,
  type PipelineHealth,
  worstOf,
} from '../../../contract/entities/health.ts';
import { isAlive } from '../../../contract/entities/node.ts';
import type { EntityStatus, NodeType } from '../../../contract/enums.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { HealthLook } from '../../parts/health/health-look.ts';
import { HEALTH_LOOKS } from '../../parts/health/health-look.ts';

export type ConnectionHealth = { look: HealthLook /** A sentence without a full stop. */; reason: string };

const READING: ConnectionHealth = {
  look: { label: 'Reading', shape: 'dashed', tone: 'text3' },
  reason: 'How it fares is being read',
};
const unknownFor = (refusal: string): ConnectionHealth => ({
  look: { label: 'Not known', shape: 'dashed', tone: 'text3' },
  reason: `How it fares could not be read: ${refusal}`,
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
 * A pipeline that uses it and cannot start, for a port that is taken say: it counts and measures nothing. One
 * whose deployment failed was not deployed, and says nothing of a connection that another one may run.
 */
function standstill(
  users: readonly User[],
  pipelines: readonly FaredPipeline[],
): ConnectionHealth | undefined {
  const ids = new Set(users.map(({ id }) => id));
  const still = pipelines.flatMap(({ pipelineId, name, status, reasons }) => {
    const why = reasons.find(({ rule, state }) => rule === 'pipeline' && isTrouble(state));
    return why && ids.has(pipelineId) ? [{ name, text: why.text, isDeployed: status !== 'FAILED' }] : [];
  });
  const told = still.find((one) => one.isDeployed) ?? (still.length === ids.size ? still[0] : undefined);
  return told && { look: HEALTH_LOOKS.failing, reason: `The pipeline ${told.name} fails. ${told.text}` };
}

/**
 * What is wrong with a source or destination, told alike in its row and in its details: the worst of it, undefined
 * where nothing is.
 * @param components its own, one for each pipeline that runs it; those in trouble are enough
 * @param users the pipelines that use it, deployed or not
 * @param pipelines how those fare; the ones in trouble are enough
 */
export function connectionTrouble(
  components: readonly Fared[],
  users: readonly User[],
  pipelines: readonly FaredPipeline[],
): ConnectionHealth | undefined {
  const state = worstOf(components.map((one) => one.state));
  const still = state === 'failing' ? undefined : standstill(users, pipelines);
  if (still || !isTrouble(state)) return still;
  const [reason] = components.flatMap((one) => (one.state === state ? one.reasons : []));
  return { look: HEALTH_LOOKS[state], reason: reason?.text ?? HEALTH_LOOKS[state].label };
}

/**
 * How a source or destination fares in the pipelines that run it: as its worst, with the reason of that
 * (src/docs/health.md).
 * @param components its own, one for each pipeline that runs it; undefined until they were read
 * @param trouble as `connectionTrouble` finds it
 * @param isDeployed whether a pipeline should run it
 * @param refusal why they could not be read, by one who may not read pipelines for instance
 */
export function connectionHealth(
  connection: { id: string; status: EntityStatus; lastAlive: string },
  components: readonly Fared[] | undefined,
  trouble: ConnectionHealth | undefined,
  isDeployed: boolean,
  refusal?: string,
): ConnectionHealth {
  if (connection.status !== 'ACTIVE') return INACTIVE;
  if (!components) return refusal === undefined ? READING : unknownFor(refusal);
  if (trouble) return trouble;
  const state = worstOf(components.map((one) => one.state));
  if (state === 'notRunning') return isDeployed ? IDLE : UNUSED;
  const reason = isAlive(connection) ? 'It runs without errors' : 'It runs; no event has come yet';
  return { look: HEALTH_LOOKS[state], reason };
}

export type DeliveryFigures = { retries: number; lagSeconds: number; bufferShare: number };

/** Of all pipelines together: what was tried again, the longest wait, the fullest buffer. Undefined where none runs. */
export function deliveryFigures(
  components: readonly Pick<ComponentHealth, 'nodeType' | 'figures'>[] | undefined,
): DeliveryFigures | undefined {
  const kind: NodeType = 'SINK';
  const figures = (components ?? []).filter(({ nodeType }) => nodeType === kind).map((one) => one.figures);
  if (figures.length === 0) return undefined;
  return {
    retries: figures.reduce((sum, { retries }) => sum + fromCount(retries), 0),
    lagSeconds: Math.max(...figures.map(({ lagSeconds }) => lagSeconds ?? 0)),
    bufferShare: Math.max(...figures.map(({ bufferShare }) => bufferShare ?? 0)),
  };
}
