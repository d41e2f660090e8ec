import { renderSite } from '../../collector/render-site.ts';
import { ContractError } from '../../contract/errors.ts';
import { createPreviews, EngineError } from '../../engine/port.ts';
import type { FileTools } from '../files/named.ts';
import { hashContent, sealText } from '../fleets/content.ts';
import type { NodeHealth } from '../health/tracker.ts';
import { buildPlan } from '../lifecycle/plan.ts';
import type { Log } from '../log.ts';
import type { Repositories } from '../store/index.ts';
import type { CollectorSiteRow, PipelineRow, SiteRow } from '../store/schema.ts';
import { type CollectorEngine, createCollectorEngine } from './collector-engine.ts';
import { toSiteGraph } from './site-plans.ts';
import type { RolloutTools } from './site-rollout.ts';

/** Each agent reports once a minute. */
const REPORT_MS = 5000;

type Tools = RolloutTools & {
  files: FileTools;
  log: Log;
  onConnected: (siteId: string) => Promise<void>;
};

export type CollectorSites = Awaited<ReturnType<typeof createCollectorSites>>;

export async function createCollectorSites(tools: Tools) {
  const { store, sealer, ids, fleets, log, files } = tools;
  const previews = createPreviews({ log: (line) => log.info({ line }, 'preview') });
  const places = new Map<string, CollectorSiteRow>();
  const engines = new Map<string, CollectorEngine>();
  const stopping = new AbortController();
  for (const place of await store.collectorSites.list()) places.set(place.site_id, place);

  const pause = (ms: number): Promise<void> =>
    new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        stopping.signal.removeEventListener('abort', end);
        done();
      };
      const timer = setTimeout(end, ms);
      stopping.signal.addEventListener('abort', end, { once: true });
    });

  const of = (siteId: string): CollectorEngine => {
    const place = places.get(siteId);
    if (!place) throw new Error('This site has no fleet');
    const engine = engines.get(siteId) ?? createCollectorEngine({ ...tools, place, previews, pause });
    engines.set(siteId, engine);
    return engine;
  };
  const hasAgents = (siteId: string): boolean =>
    fleets.presence.hasAgents(places.get(siteId)?.fleet_id ?? '');

  /** Polls for agents: these engines have no connection of their own. */
  const look = (): void => {
    for (const [siteId, engine] of engines) {
      const before = engine.state;
      engine.follow();
      if (before === 'disconnected' && engine.state === 'running')
        tools
          .onConnected(siteId)
          .catch((error: unknown) => log.error({ err: error, siteId }, 'going on with a site failed'));
    }
  };
  fleets.onTurn(look);

  const siteOf = (fleetId: string): string | undefined =>
    places.values().find(({ fleet_id }) => fleet_id === fleetId)?.site_id;
  fleets.listenToComponents({
    wants: (fleetId) => siteOf(fleetId) !== undefined,
    take(agent, counted) {
      const engine = engines.get(siteOf(agent.fleet_id) ?? '');
      engine
        ?.count(agent, counted)
        .catch((error: unknown) => log.error({ err: error, agentId: agent.id }, 'counting nodes failed'));
    },
  });
  const report = (): void => {
    for (const engine of engines.values()) engine.report();
  };
  const reports = setInterval(report, REPORT_MS).unref();

  return {
    has: (siteId: string): boolean => places.has(siteId),
    add: (place: CollectorSiteRow): void => void places.set(place.site_id, place),
    of,
    forget: (siteId: string): void => {
      places.delete(siteId);
      engines.delete(siteId);
    },
    /** No agent is connected; they still run what they had. */
    isAway: (siteId: string): boolean => places.has(siteId) && !hasAgents(siteId),
    placeOf: (siteId: string): CollectorSiteRow | undefined => places.get(siteId),
    siteOf,
    report,
    countedUntil: (siteId: string): number | undefined => engines.get(siteId)?.countedUntil(),
    health: (): NodeHealth[] => [...engines.values()].flatMap((engine) => engine.health()),
    siteOfConfiguration: (configurationId: string): string | undefined =>
      places.values().find(({ configuration_id }) => configuration_id === configurationId)?.site_id,

    /** Stores its fleet, with an empty configuration until the first deployment. */
    async prepare(
      tx: Repositories,
      { id: siteId, name }: Pick<SiteRow, 'id' | 'name'>,
      { by, now }: { by: string; now: number },
    ): Promise<CollectorSiteRow> {
      const content = renderSite([]).content ?? '';
      const [fleetId, configurationId] = [ids('fleet'), ids('fleet')];
      const times = { revision: 1, created_at: now, updated_at: now };
      const place = { site_id: siteId, fleet_id: fleetId, configuration_id: configurationId };
      await tx.fleetConfigurations.insert({
        ...{ id: configurationId, site_id: siteId, name, version: 1, ...times },
        description: `The pipelines of the site ${name}, as they were deployed`,
      });
      await tx.fleetConfigurations.addVersion({
        ...{ configuration_id: configurationId, version: 1, created_by: by, created_at: now },
        ...{ content: sealText(sealer, content), hash: hashContent(content) },
        ...{ pipeline_id: '', graph_version: 0 },
      });
      await tx.fleets.insert({
        ...{ id: fleetId, site_id: siteId, name, ...times },
        description: `Runs the pipelines of the site ${name}`,
        ...{ configuration_id: configurationId, configuration_version: 1, maintenance_window: '' },
      });
      await tx.collectorSites.insert(place);
      return place;
    },

    reasonAgainst(site: SiteRow, { isDelete, wasDeployed }: { isDelete: boolean; wasDeployed: boolean }) {
      if (site.engine !== 'collectors' || hasAgents(site.id)) return undefined;
      if (isDelete && !wasDeployed) return undefined;
      return `No Collector of site '${site.name}' is connected: enroll agents of its fleet; those of before go on with what they run`;
    },

    /** @throws ContractError ACTION_REFUSED with a detail per node that cannot run on Collectors */
    async requireRenderable(tx: Repositories, pipeline: PipelineRow, version: number): Promise<void> {
      const plan = await buildPlan(tx, { sealer, files }, { pipeline, version, mode: 'run' }).catch(
        (error: unknown) => {
          throw error instanceof EngineError
            ? new ContractError('GRAPH_INVALID', `Pipeline graph is invalid! ${error.problem.message}`)
            : error;
        },
      );
      const { refusals } = renderSite([toSiteGraph(plan)]);
      const [first] = refusals;
      if (!first) return;
      const more = refusals.length === 1 ? '' : ` (and ${refusals.length - 1} more)`;
      throw new ContractError(
        'ACTION_REFUSED',
        `Collectors cannot run this version: '${first.name}': ${first.reason}. ${first.resolution}${more}`,
        {
          details: refusals.map(({ nodeId, name, reason, resolution }) => ({
            field: `graph.nodes.${nodeId}`,
            rule: 'collector',
            message: `'${name}': ${reason}. ${resolution}`,
          })),
        },
      );
    },
    stop(): void {
      clearInterval(reports);
      stopping.abort();
      previews.stop();
    },
  };
}
