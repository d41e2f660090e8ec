import { randomUUID } from 'node:crypto';
import { renderSite } from '../../collector/render-site.ts';
import { NO_CAPTURE_ON_COLLECTORS } from '../../contract/collector-refusals.ts';
import {
  type DeployOptions,
  EngineError,
  type EnginePort,
  type EngineReport,
  type EngineState,
  type PipelinePlan,
  type Previews,
} from '../../engine/port.ts';
import type { FileTools } from '../files/named.ts';
import { hashContent } from '../fleets/content.ts';
import { acceptsRestart } from '../fleets/status.ts';
import type { Counted } from '../fleets/telemetry/counters.ts';
import type { NodeHealth } from '../health/tracker.ts';
import type { Log } from '../log.ts';
import { createMutex } from '../mutex.ts';
import type { CollectorSiteRow, FleetAgentRow } from '../store/schema.ts';
import { createNodeCounts, toNodeGrowth } from './node-counts.ts';
import { createNodeHealth } from './node-health.ts';
import * as problems from './problems.ts';
import { createSiteMeters } from './site-meters.ts';
import { listSitePlans, modeOf, toSiteGraph } from './site-plans.ts';
import { type RolloutTools, rollOutSite } from './site-rollout.ts';
import { tapSite } from './site-tap.ts';

export type CollectorEngineOptions = RolloutTools & {
  place: CollectorSiteRow;
  files: FileTools;
  log: Log;
  previews: Previews;
  /** Ends early when the service stops. */
  pause: (ms: number) => Promise<void>;
};

export type CollectorEngine = EnginePort & {
  follow(): void;
  count(agent: FleetAgentRow, counted: Counted): Promise<void>;
  report(): void;
  /** Unix milliseconds up to which all agents have reported; undefined before any did. */
  countedUntil(): number | undefined;
  health(): NodeHealth[];
};

const refuse = (...text: Parameters<typeof problems.notOnCollectors>) =>
  Promise.reject(new EngineError(problems.notOnCollectors(...text)));

/**
 * After a start, Collectors still run the earlier configuration and the interrupted order is repeated: plans
 * that are only kept must not roll it back.
 */
async function isKept(store: CollectorEngineOptions['store'], plan: PipelinePlan): Promise<boolean> {
  const { rows } = await store.pipelines.list({ siteIds: [plan.siteId] });
  const own = rows.find(({ id }) => id === plan.pipelineId);
  const isInterrupted = rows.some(({ pending_action }) => pending_action !== 'NOP');
  return isInterrupted && own?.deployed_graph_version === plan.graphVersion && modeOf(own) === plan.mode;
}

/**
 * Deploying is rolling out one configuration with all pipelines of the site, which the agents apply or
 * revert. One change at a time.
 */
export function createCollectorEngine(options: CollectorEngineOptions): CollectorEngine {
  const { place, fleets, previews, pause } = options;
  const listeners = new Set<(report: EngineReport) => void>();
  const inTurn = createMutex();
  const deployed = new Map<string, PipelinePlan | null>();
  const meters = createSiteMeters(options);
  const counts = createNodeCounts(`collectors/${randomUUID()}`);
  const nodes = createNodeHealth();
  let state: EngineState = 'stopped';
  const isStopped = () => state === 'stopped';

  const tell = (report: EngineReport): void => {
    for (const listener of listeners) listener(report);
  };
  const enter = (next: EngineState): void => {
    if (state === next) return;
    state = next;
    tell({ type: 'state', state });
  };
  const follow = (): void => {
    if (!isStopped()) enter(fleets.presence.hasAgents(place.fleet_id) ? 'running' : 'disconnected');
  };

  type Change = { pipelineId: string; plan: PipelinePlan | null; name: string };
  const change = async (
    { pipelineId, plan, name }: Change,
    { signal, onStep }: Pick<DeployOptions, 'signal' | 'onStep'> = {},
  ): Promise<void> => {
    if (isStopped()) throw new EngineError(problems.stopping);
    onStep?.('validating');
    const plans = await listSitePlans(options, place.site_id, deployed, { pipelineId, plan });
    const { content, refusals, meters: ofPlans } = renderSite(plans.map(toSiteGraph));
    const first = refusals.find((one) => one.pipelineId === pipelineId) ?? refusals[0];
    if (first || content === null)
      throw new EngineError(
        first
          ? problems.describeRefusal(first, pipelineId)
          : problems.notOnCollectors('No event reaches a destination', 'Connect a source to a destination'),
      );
    meters.remember(hashContent(content), ofPlans);
    await rollOutSite(options, {
      ...{ place, content, signal, isStopped },
      by: plan ? `deployment of ${name}` : `deletion of ${name}`,
      needsAgents: plan !== null,
      onBegin: () => onStep?.('starting'),
    });
    deployed.set(pipelineId, plan);
    nodes.forget(pipelineId);
  };

  return {
    get state() {
      return state;
    },
    follow,
    async count(agent, { components, since }) {
      const found = await meters.of(agent.config_hash);
      if (!found || isStopped()) return;
      const growth = toNodeGrowth(found.own, components);
      const all = [...growth, ...toNodeGrowth(found.former, components)];
      const now = options.clock();
      counts.take(all, since, now);
      nodes.take(agent.id, growth, since, now);
      const errors = all.flatMap((one) => (one.failed > 0 ? [problems.describeLoss(one, now)] : []));
      if (errors.length > 0) tell({ type: 'errors', errors });
    },
    report() {
      for (const one of counts.drain()) tell(one);
    },
    health: () => nodes.read(options.clock()),
    countedUntil: () => nodes.countedUntil(options.clock()),
    start: async () => {
      if (isStopped()) enter(fleets.presence.hasAgents(place.fleet_id) ? 'running' : 'disconnected');
    },
    // All pipelines of a site are one configuration.
    expect: () => {},
    stop: async () => enter('stopped'),
    deploy: (plan, { isForced = false, ...deployOptions } = {}) =>
      inTurn(async () => {
        const { pipelineId, name } = plan;
        if (!deployed.has(pipelineId) && (await isKept(options.store, plan))) {
          deployed.set(pipelineId, plan);
          return;
        }
        await change({ pipelineId, plan, name }, deployOptions);
        if (!isForced) return;
        for (const agent of await options.store.fleetAgents.list({ fleetIds: [place.fleet_id] }))
          if (fleets.presence.isConnected(agent) && acceptsRestart(agent)) fleets.restart(agent);
      }),
    remove: (pipelineId, { drainMs }) =>
      inTurn(async () => {
        const row = await options.store.pipelines.find(pipelineId);
        const name = row?.name ?? 'a pipeline';
        const plans = await listSitePlans(options, place.site_id, deployed, { pipelineId: '', plan: null });
        const running = plans.find((plan) => plan.pipelineId === pipelineId);
        if (!running) return;
        // Exporters first send what waits.
        if (running.mode !== 'pause' && fleets.presence.hasAgents(place.fleet_id)) {
          await change({ pipelineId, plan: { ...running, mode: 'pause' }, name });
          await pause(drainMs);
        }
        await change({ pipelineId, plan: null, name });
      }),
    tap: (request, onEvents, onEnd) => {
      if (request.mayRestart) return tapSite(options, deployed, request, { onEvents, onEnd });
      queueMicrotask(() => onEnd(NO_CAPTURE_ON_COLLECTORS));
      return { stop: () => undefined };
    },
    preview: (request) => previews.run(request),
    testConnection: () =>
      refuse(
        'A test would be made by this service, and the Collectors are elsewhere',
        'Deploy, and see the health of the agents',
      ),
    deadLetters: () =>
      refuse('Collectors keep no dead letters', 'See what the exporters of the agents gave up'),
    onReport(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
