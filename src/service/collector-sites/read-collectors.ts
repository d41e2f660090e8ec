import { renderSite } from '../../collector/render-site.ts';
import type { SiteDetail } from '../../contract/entities/site-form.ts';
import { mayReadNodes } from '../auth/readable.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { SiteRow } from '../store/schema.ts';
import { listSitePlans, toSiteGraph } from './site-plans.ts';

type Collectors = NonNullable<SiteDetail['collectors']>;
type Told = Pick<
  Services,
  'sealer' | 'catalogue' | 'content' | 'fleets' | 'collectorSites' | 'log' | 'caller'
>;

/** Environment variables of the Collectors; none once a pipeline cannot be rendered. */
async function readVariables(told: Told, tx: Repositories, siteId: string): Promise<Collectors['variables']> {
  const { sealer, catalogue, content } = told;
  const tools = { store: tx, sealer, files: { catalogue, content } };
  try {
    const plans = await listSitePlans(tools, siteId, new Map(), { pipelineId: '', plan: null });
    const names = new Map(plans.flatMap(({ nodes }) => nodes.map(({ id, name }) => [id, name] as const)));
    return renderSite(plans.map(toSiteGraph)).variables.map(({ name, purpose, nodeId }) => ({
      ...{ name, purpose },
      destination: names.get(nodeId) ?? '',
    }));
  } catch (error) {
    told.log.warn({ err: error, siteId }, 'variables of a site are not known');
    return [];
  }
}

export async function readCollectors(
  told: Told,
  tx: Repositories,
  { id: siteId }: Pick<SiteRow, 'id'>,
): Promise<Collectors | null> {
  const place = told.collectorSites.placeOf(siteId);
  const fleet = place && (await tx.fleets.find(place.fleet_id));
  if (!place || !fleet) return null;
  const agents = await tx.fleetAgents.list({ fleetIds: [fleet.id] });
  return {
    fleetId: fleet.id,
    configurationId: place.configuration_id,
    configurationVersion: fleet.configuration_version,
    agents: agents.length,
    connected: agents.filter((agent) => told.fleets.presence.isConnected(agent)).length,
    // Named after destinations.
    variables: mayReadNodes(told.caller, 'SINK', siteId) ? await readVariables(told, tx, siteId) : [],
  };
}
