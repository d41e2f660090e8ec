import { isRolloutOpen } from '../../../machines/fleet-rollout/index.ts';
import { counted } from '../../contract/values.ts';
import { EngineError } from '../../engine/port.ts';
import type { Apart } from '../apart/apart.ts';
import type { Clock } from '../clock.ts';
import { checkConfiguration, findMissingComponents } from '../fleets/check.ts';
import { hashContent, sealText } from '../fleets/content.ts';
import type { Fleets } from '../fleets/fleets.ts';
import { findTarget } from '../fleets/record.ts';
import { toFace } from '../fleets/rollouts.ts';
import { acceptsConfiguration } from '../fleets/status.ts';
import type { IdSource } from '../ids.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { CollectorSiteRow, FleetRolloutRow, FleetRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import * as problems from './problems.ts';

/** Percent of agents; one failure reverts all. */
const STEPS = [10, 50, 100];
const AGENT_SECONDS = 120;

export type RolloutTools = {
  store: Store;
  sealer: Sealer;
  ids: IdSource;
  clock: Clock;
  apart: Apart;
  fleets: Fleets;
};

type Asked = {
  place: CollectorSiteRow;
  content: string;
  by: string;
  /** An agent must be connected. Absent agents get it when they return. */
  needsAgents: boolean;
  signal?: AbortSignal | undefined;
  isStopped: () => boolean;
  onBegin: () => void;
};

const toFault = (problem: ReturnType<typeof problems.nobodyThere>) => new EngineError(problem);

async function requireFleet(
  tx: Pick<Repositories, 'fleets'>,
  { fleet_id }: CollectorSiteRow,
): Promise<FleetRow> {
  const fleet = await tx.fleets.find(fleet_id);
  if (!fleet) throw new Error('The fleet of the site is gone');
  return fleet;
}

async function requireAgents({ store, fleets }: RolloutTools, fleet: FleetRow): Promise<void> {
  const agents = await store.fleetAgents.list({ fleetIds: [fleet.id] });
  if (agents.some((agent) => fleets.presence.isConnected(agent) && acceptsConfiguration(agent))) return;
  throw toFault(problems.nobodyThere(fleet.name));
}

async function requireComponents({ store, apart }: RolloutTools, fleet: FleetRow, content: string) {
  const { used } = await checkConfiguration(apart, content);
  const [missing] = findMissingComponents(used, await store.fleetAgents.components({ fleetId: fleet.id }));
  if (!missing) return;
  const { kind, type, lacking, first } = missing;
  throw toFault(
    problems.lacksComponent(
      `${counted(lacking, 'agent')} of the fleet '${fleet.name}', such as ${first}, ${lacking === 1 ? 'has' : 'have'} no ${type} among ${kind}`,
    ),
  );
}

async function follow(tools: RolloutTools, id: string, asked: Asked): Promise<FleetRolloutRow> {
  const { store, fleets } = tools;
  let isTakenBack = false;
  for (;;) {
    const turn = fleets.nextTurn();
    const row = await store.fleetRollouts.find(id);
    if (!row) throw new Error('The rollout is gone');
    if (!isRolloutOpen(toFace(row).state)) return row;
    if (asked.isStopped()) throw toFault(problems.stopping);
    if (asked.signal?.aborted && !isTakenBack) {
      isTakenBack = true;
      const changed = await store.transaction(async (tx) => {
        const current = await tx.fleetRollouts.find(id);
        return current?.state === 'ROLLING_OUT'
          ? fleets.rollouts.cancel(tx, current, 'the deployment that it belongs to')
          : [];
      });
      await fleets.offerTo(changed);
      fleets.turnSoon();
      continue;
    }
    const aborted = Promise.withResolvers<void>();
    const wake = () => aborted.resolve();
    if (!isTakenBack) asked.signal?.addEventListener('abort', wake, { once: true });
    await Promise.race([turn, aborted.promise]);
    asked.signal?.removeEventListener('abort', wake);
  }
}

async function begin(tools: RolloutTools, { place, content, by }: Asked): Promise<string> {
  const { store, sealer, ids, clock, fleets } = tools;
  const now = clock();
  const { id, changed } = await store.transaction(async (tx) => {
    const fleet = await requireFleet(tx, place);
    const row = await tx.fleetConfigurations.find(place.configuration_id);
    if (!row) throw new Error('The configuration of the site is gone');
    const version = row.version + 1;
    await tx.fleetConfigurations.addVersion({
      ...{ configuration_id: row.id, version, created_by: by, created_at: now },
      ...{
        content: sealText(sealer, content),
        hash: hashContent(content),
        pipeline_id: '',
        graph_version: 0,
      },
    });
    await tx.fleetConfigurations.update({ ...row, version, updated_at: now });
    const rolloutId = ids('fleet');
    const moved = await fleets.rollouts.begin(tx, {
      ...{ id: rolloutId, fleet_id: fleet.id, site_id: fleet.site_id },
      ...{
        steps: JSON.stringify(STEPS),
        max_error_percent: 0,
        agent_seconds: AGENT_SECONDS,
        ignores_window: 1,
      },
      ...{ configuration_id: row.id, version, reason: '' },
      ...{ former_id: fleet.configuration_id, former_version: fleet.configuration_version },
      ...{ started_by: by, started_at: now, ended_at: 0 },
    });
    return { id: rolloutId, changed: moved };
  });
  await fleets.offerTo(changed);
  fleets.turnSoon();
  return id;
}

/**
 * Resolves when all connected Collectors run the content; unchanged content is not rolled out.
 * @throws EngineError when they reverted
 */
export async function rollOutSite(tools: RolloutTools, asked: Asked): Promise<void> {
  const { store } = tools;
  const { place, content, signal } = asked;
  const hash = hashContent(content);
  let ownId: string | undefined;
  // From an earlier start of the service, or one to wait for.
  for (let open = await store.fleetRollouts.openOf(place.fleet_id); open; ) {
    const target = await store.fleetConfigurations.findVersion(open.configuration_id, open.version);
    const isOurs = target?.hash === hash && open.state !== 'ROLLING_BACK';
    const ended = await follow(tools, open.id, isOurs ? asked : { ...asked, signal: undefined });
    if (isOurs) ownId = ended.id;
    open = await store.fleetRollouts.openOf(place.fleet_id);
  }
  const fleet = await requireFleet(store, place);
  if ((await findTarget(store, fleet)).target_hash === hash) return;
  if (ownId === undefined) {
    if (signal?.aborted) throw toFault(problems.canceled);
    await requireComponents(tools, fleet, content);
    if (asked.needsAgents) await requireAgents(tools, fleet);
    asked.onBegin();
    ownId = await begin(tools, asked);
    await follow(tools, ownId, asked);
  }
  const ended = await store.fleetRollouts.find(ownId);
  if (ended?.state !== 'SUCCEEDED') throw toFault(problems.rolloutFailed(fleet.name, ended?.reason ?? ''));
}
