import { renderSite } from '../../collector/render-site.ts';
import { TAP } from '../../collector/tap.ts';
import { OPAMP_TAP_PATH } from '../../contract/limits.ts';
import type { Tap, TapEvent, TapRequest } from '../../engine/port.ts';
import type { FileTools } from '../files/named.ts';
import { hashContent } from '../fleets/content.ts';
import { acceptsConfiguration, hasApplied } from '../fleets/status.ts';
import { makeAgentCredential } from '../fleets/telemetry/credentials.ts';
import type { Log } from '../log.ts';
import type { CollectorSiteRow, FleetAgentRow } from '../store/schema.ts';
import { type Deployed, listSitePlans, toSiteGraph } from './site-plans.ts';
import type { RolloutTools } from './site-rollout.ts';

type Tools = RolloutTools & { place: CollectorSiteRow; files: FileTools; log: Log };

const MOST_ASKED = 20;

class NoTap extends Error {}

function lacks({ components }: FleetAgentRow): string | undefined {
  const reported = JSON.parse(components) as Record<string, string[]>;
  if (Object.keys(reported).length === 0) return undefined;
  return ['processors: batch', 'exporters: otlphttp'].find((one) => {
    const [kind = '', type = ''] = one.split(': ');
    return !reported[kind]?.includes(type);
  });
}

/** The busiest agent with its assigned configuration, so that events come soon. */
async function chooseAgent({ store, fleets, place }: Tools): Promise<FleetAgentRow> {
  if (await store.fleetRollouts.openOf(place.fleet_id))
    throw new NoTap('A deployment of this site is under way; try again when it has ended');
  const agents = (await store.fleetAgents.list({ fleetIds: [place.fleet_id] })).filter(
    (agent) =>
      fleets.presence.isConnected(agent) &&
      fleets.presence.originOf(agent.id) !== undefined &&
      acceptsConfiguration(agent) &&
      hasApplied(agent),
  );
  if (agents.length === 0)
    throw new NoTap('No agent that runs what it is to run is connected to this service');
  const free = agents.filter(({ id }) => !fleets.taps.isOpen(id));
  if (free.length === 0)
    throw new NoTap('Events of all its agents are being captured; try again when that has ended');
  const readRate = ({ id }: { id: string }) => fleets.volumes.throughput(id)?.receivedPerSecond ?? 0;
  let lacking: string | undefined;
  for (const { id } of free.toSorted((a, b) => readRate(b) - readRate(a)).slice(0, MOST_ASKED)) {
    const row = await store.fleetAgents.find(id);
    if (!row) continue;
    lacking = lacks(row);
    if (lacking === undefined) return row;
  }
  throw new NoTap(`Its agents lack a component that a tap needs: ${lacking ?? 'they were deleted'}`);
}

async function render(
  tools: Tools,
  deployed: Deployed,
  { pipelineId, componentId }: TapRequest,
  agent: FleetAgentRow,
): Promise<string> {
  const { place, sealer, fleets } = tools;
  const plans = await listSitePlans(tools, place.site_id, deployed, { pipelineId: '', plan: null });
  const graphs = plans.map(toSiteGraph);
  const { content } = renderSite(graphs);
  if (content === null || hashContent(content) !== agent.target_hash)
    throw new NoTap('What its Collectors run is not what is rendered now; deploy the pipeline again');
  if (
    plans.some(({ mode, nodes }) => mode !== 'pause' && nodes.some(({ templateId }) => templateId === 'udp'))
  )
    throw new NoTap(
      'A UDP source of this site would lose what comes while its Collector restarts, some seconds twice',
    );
  const tapped = renderSite(graphs, {
    ...{ pipelineId, componentId },
    endpoint: `${fleets.presence.originOf(agent.id)}${OPAMP_TAP_PATH}`,
    authorization: `Bearer ${makeAgentCredential(sealer, agent)}`,
  }).content;
  if (!tapped?.includes(TAP)) throw new NoTap('No event passes this node as the pipeline runs');
  return tapped;
}

/** Restarts one agent's Collector with a tap behind the node, and at the end without it. */
export function tapSite(
  tools: Tools,
  deployed: Deployed,
  request: TapRequest,
  { onEvents, onEnd }: { onEvents: (events: TapEvent[]) => void; onEnd: (reason: string) => void },
): Tap {
  const { store, fleets, clock, log } = tools;
  let agentId: string | undefined;
  let isStopped = false;
  const tell = async (id: string, text: string): Promise<void> => {
    await store.transaction((tx) => tx.fleetAgents.addEvent(id, clock(), 'RESTART', text));
    await fleets.offerTo([id]);
  };
  const back = async (): Promise<void> => {
    const id = agentId;
    agentId = undefined;
    if (id === undefined) return;
    fleets.taps.close(id);
    await tell(id, 'The capture has ended: it restarts without the tap');
  };
  const begin = async (): Promise<void> => {
    const agent = await chooseAgent(tools);
    const content = await render(tools, deployed, request, agent);
    // Another capture may have taken it meanwhile.
    if (isStopped || fleets.taps.isOpen(agent.id)) throw new NoTap('Its agents are busy; try again');
    agentId = agent.id;
    const origin = JSON.stringify({ host: agent.host });
    fleets.taps.open(agent.id, agent.target_hash, {
      content,
      onEvents: (events) => onEvents(events.map((event) => ({ ...event, origin }))),
      onEnd: (reason) => {
        onEnd(reason);
        back().catch(fail);
      },
    });
    await tell(agent.id, 'It restarts with a tap, for a capture of events');
  };
  const fail = (error: unknown): void => {
    if (!(error instanceof NoTap)) log.error({ err: error }, 'a capture on Collectors failed');
    onEnd(error instanceof NoTap ? error.message : 'The capture failed; see the log of the service');
  };
  begin().catch(fail);
  return {
    stop() {
      isStopped = true;
      back().catch(fail);
    },
  };
}
