import { type ComponentHealth, worstOf } from '../../../contract/entities/health.ts';
import { isAlive } from '../../../contract/entities/node.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { EntityStatus, NodeType } from '../../../contract/enums.ts';
import { parseErrorText } from '../../../contract/errors.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { HealthLook } from '../../parts/health/health-look.ts';
import { HEALTH_LOOKS } from '../../parts/health/health-look.ts';

export type ConnectionHealth = { look: HealthLook /** A sentence without a full stop. */; reason: string };

const READING: ConnectionHealth = {
  look: { label: 'Reading', shape: 'dashed', tone: 'text3' },
  reason: 'How it fares is being read',
};
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

/** One that is deployed and cannot start, for a port that is taken say: it counts and measures nothing. */
const stuck = ({ name, lastError }: Pick<Pipeline, 'name' | 'lastError'>): ConnectionHealth => ({
  look: HEALTH_LOOKS.failing,
  reason: `The pipeline ${name} does not start, and is tried again: ${parseErrorText(lastError).title}`,
});

/**
 * How a source or destination fares in the pipelines that run it: as its worst, with the reason of that
 * (src/docs/health.md).
 * @param components its own, one for each pipeline that runs it; undefined until they were read
 * @param deployed the pipelines that should run it
 */
export function connectionHealth(
  connection: { id: string; status: EntityStatus; lastAlive: string },
  components: readonly Pick<ComponentHealth, 'state' | 'reasons'>[] | undefined,
  deployed: readonly Pick<Pipeline, 'name' | 'lastError'>[] = [],
): ConnectionHealth {
  if (connection.status !== 'ACTIVE') return INACTIVE;
  if (!components) return READING;
  if (components.length === 0) {
    const failed = deployed.find(({ lastError }) => lastError !== '');
    if (failed) return stuck(failed);
    return deployed.length === 0 ? UNUSED : IDLE;
  }
  const state = worstOf(components.map((one) => one.state));
  const [reason] = components.flatMap((one) => (one.state === state ? one.reasons : []));
  const rest = isAlive(connection) ? 'It runs without errors' : 'It runs; no event has come yet';
  return { look: HEALTH_LOOKS[state], reason: reason?.text ?? rest };
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
