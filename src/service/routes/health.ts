import {
  type ComponentHealth,
  findWorst,
  isTrouble,
  type PipelineHealth,
} from '../../contract/entities/health.ts';
import type { PipelineStatus } from '../../contract/enums.ts';
import { parseErrorText } from '../../contract/errors.ts';
import { counted } from '../../contract/values.ts';
import type { EngineState } from '../../engine/port.ts';
import { computeCoverage, toCoverageEntity } from '../analytics/ranges.ts';
import { describeFleetHealth, type FleetHealth, readFleetHealth } from '../collector-sites/fleet-health.ts';
import type { Handlers } from '../http/call-context.ts';
import type { MeasuredPoint } from '../measurements/measurements.ts';
import { readNamedNodes } from '../pipelines/node-names.ts';
import { listPipelineIds } from '../pipelines/pipelines.ts';
import { requireSite } from '../require.ts';
import type { Services } from '../services.ts';
import type { PipelineRow } from '../store/schema.ts';

type Reason = PipelineHealth['reasons'][number];

const whole = (rule: 'pipeline' | 'engine', state: Reason['state'], text: string): Reason => ({
  rule,
  state,
  text,
  componentId: '',
  nodeName: '',
});

function describeStart(starting: readonly string[]): Reason {
  const others = starting.length - 1;
  const text =
    others === 0
      ? 'It is starting'
      : `It is starting, together with ${counted(others, 'other pipeline')} of its site`;
  return whole('pipeline', 'starting', text);
}

function standing(row: PipelineRow, isRunning: boolean, starting: readonly string[]): Reason | undefined {
  const { title } = parseErrorText(row.last_error);
  if (row.status === 'PAUSED') return whole('pipeline', 'notRunning', 'It is paused');
  if (isRunning) return undefined;
  if (row.status === 'FAILED')
    return whole(
      'pipeline',
      'failing',
      title === '' ? 'Its deployment failed' : `Its deployment failed: ${title}`,
    );
  if (row.deployed_graph_version === 0) return whole('pipeline', 'notRunning', 'It was not deployed');
  if (title !== '') return whole('pipeline', 'failing', `It does not run: ${title}`);
  return starting.includes(row.id) ? describeStart(starting) : undefined;
}

const NOT_RUNNING = 'The engine is not running; it is being restarted';
/** What a disconnected remote engine does is unknown. */
const ENGINE_REASONS: Partial<Record<EngineState, string>> = {
  disconnected: 'The engine is not connected; what it does is unknown until it reconnects',
};

type Engine = { state: EngineState; unknownSince: number | undefined; starting: readonly string[] };

const readEngine = ({ engine, health, remoteEngines }: Services, siteId: string): Engine => ({
  state: engine.stateOf(siteId),
  starting: health.readStarting(siteId),
  unknownSince: remoteEngines.awaySince(siteId),
});

function pipelineHealth(
  row: PipelineRow,
  own: readonly ComponentHealth[],
  { state: engine, unknownSince, starting }: Engine,
  fleet: FleetHealth | undefined,
): PipelineHealth {
  const stands = standing(row, own.length > 0, starting);
  const reasons = own.flatMap(({ componentId, nodeName, reasons: found }) =>
    found.map((reason) => ({ ...reason, componentId, nodeName })),
  );
  if (stands) reasons.push(stands);
  else if (fleet && engine === 'running') reasons.push(...describeFleetHealth(fleet, row, own.length > 0));
  else if (engine !== 'running')
    reasons.push({
      ...whole('engine', 'failing', ENGINE_REASONS[engine] ?? NOT_RUNNING),
      ...(unknownSince === undefined ? {} : { unknownSinceUnixTimeSeconds: Math.floor(unknownSince / 1000) }),
    });
  const state = findWorst([...own.map((one) => one.state), ...reasons.map((one) => one.state)]);
  return {
    pipelineId: row.id,
    name: row.name,
    status: row.status satisfies string as PipelineStatus,
    state,
    reasons: [
      ...reasons.filter((one) => one.state === state),
      ...reasons.filter((one) => one.state !== state),
    ],
  };
}

/** Running nodes with names; of a paused pipeline only those with problems. */
async function readComponents(services: Services, rows: readonly PipelineRow[]): Promise<ComponentHealth[]> {
  const pipelines = new Map(rows.map((row) => [row.id, row]));
  const found = services.health.read().filter(({ pipelineId }) => pipelines.has(pipelineId));
  const findNode = await readNamedNodes(
    services.store,
    found.map(({ nodeId }) => nodeId),
  );
  return found.map(({ latency: _latency, ...node }) => {
    const siteId = pipelines.get(node.pipelineId)?.site_id ?? '';
    const named = findNode({ ...node, siteId });
    const template = named && services.catalogue.findTemplate(node.nodeType, named.templateId);
    const isPaused = pipelines.get(node.pipelineId)?.status === 'PAUSED' && !isTrouble(node.state);
    return {
      ...node,
      state: isPaused ? 'notRunning' : node.state,
      nodeName: named?.name ?? '',
      templateName: template?.name ?? named?.templateId ?? '',
    };
  });
}

export const healthHandlers = {
  listHealth: async ({ path, query, services, tx }) => {
    await requireSite(tx, path.siteId);
    const { rows } = await tx.pipelines.list({ siteIds: [path.siteId], ids: query.pipelineIds });
    const components = await readComponents(services, rows);
    const byPipeline = Map.groupBy(components, ({ pipelineId }) => pipelineId);
    const engine = readEngine(services, path.siteId);
    const fleet = await readFleetHealth(services, tx, path.siteId);
    const pipelines = rows.map((row) => pipelineHealth(row, byPipeline.get(row.id) ?? [], engine, fleet));
    const { states } = query;
    if (!states) return { pipelines, components };
    const listed = pipelines.filter(({ state }) => states.includes(state));
    const ids = new Set(listed.map(({ pipelineId }) => pipelineId));
    return { pipelines: listed, components: components.filter(({ pipelineId }) => ids.has(pipelineId)) };
  },

  getHealthSeries: async ({ path, query, services, now, tx }) => {
    const { siteId } = path;
    await requireSite(tx, siteId);
    const ofSite = await listPipelineIds(services, siteId);
    const pipelineIds = query.pipelineIds ? ofSite.filter((id) => query.pipelineIds?.includes(id)) : ofSite;
    const begin = await services.analytics.findBegin(pipelineIds);
    const coverage = computeCoverage(query, now, 'series', begin);
    const { componentId } = query;
    const points = await services.measurements.read({ siteId, pipelineIds, componentId, ...coverage });
    const toSeries = (read: (point: MeasuredPoint) => number | null) => ({
      timeSeriesTuple: points.flatMap((point) => {
        const value = read(point);
        return value === null ? [] : [{ unixTimeSeconds: point.at, value }];
      }),
    });
    return {
      bufferShareSeries: toSeries(({ bufferShare }) => bufferShare),
      lagSecondsSeries: toSeries(({ lagSeconds }) => lagSeconds),
      latencyP50MillisecondsSeries: toSeries(({ latencyP50Ms }) => latencyP50Ms),
      latencyP99MillisecondsSeries: toSeries(({ latencyP99Ms }) => latencyP99Ms),
      engineCpuPercentSeries: toSeries(({ cpuPercent }) => cpuPercent),
      engineMemoryBytesSeries: toSeries(({ memoryBytes }) => memoryBytes),
      coverage: toCoverageEntity(coverage),
    };
  },
} satisfies Pick<Handlers, 'listHealth' | 'getHealthSeries'>;
