import {
  cancelRolloutRefusal,
  pauseRolloutRefusal,
  resumeRolloutRefusal,
  startNowRefusal,
} from '../../../machines/fleet-rollout/index.ts';
import type { Fleet, FleetDetail } from '../../contract/entities/fleet.ts';
import type { Agent } from '../../contract/entities/fleet-agent.ts';
import type { MaintenanceWindow } from '../../contract/entities/fleet-window.ts';
import { ContractError } from '../../contract/errors.ts';
import { counted } from '../../contract/values.ts';
import { formatTime } from '../clock.ts';
import { requireFreeOfSite } from '../collector-sites/guards.ts';
import { checkConfiguration, findMissingComponents } from '../fleets/check.ts';
import { openText } from '../fleets/content.ts';
import { readConfigurationNames, toAgent, toFleet, toRollout } from '../fleets/entities.ts';
import { parseLabels, storeLabels } from '../fleets/labels.ts';
import { toFace } from '../fleets/rollouts.ts';
import { reportsMetrics } from '../fleets/status.ts';
import { readVolumeSeries } from '../fleets/telemetry/series.ts';
import { getTokenState, makeFleetToken } from '../fleets/tokens.ts';
import { findWindowProblems, storeWindow } from '../fleets/window.ts';
import type { Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { notFound, requireAllowed, requireFreeName, requireSite, requireVersion } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { toWindow } from '../store/query.ts';
import type { FleetRolloutRow, FleetRow, FleetTokenRow } from '../store/schema.ts';
import { requireConfiguration } from './fleet-configurations.ts';

const ROLLOUTS_SHOWN = 20;
const TOKENS_MAX = 50;
const NAMED = 3;

type Tools = { tx: Repositories; services: Services; now: number };

/** @throws ContractError NOT_FOUND */
export async function requireFleet(tx: Repositories, id: string): Promise<FleetRow> {
  const row = await tx.fleets.find(id);
  if (!row) throw notFound('fleet', id);
  return row;
}

async function requireFreeFleetName(tx: Repositories, row: { id: string; site_id: string; name: string }) {
  const isTaken = (await tx.fleets.list([row.site_id])).some(
    ({ id, name }) => id !== row.id && name.toLowerCase() === row.name.toLowerCase(),
  );
  requireFreeName(isTaken, 'fleet.name', 'Another fleet of the site has this name');
}

async function readFleets({ tx, services, now }: Tools, rows: readonly FleetRow[]): Promise<Fleet[]> {
  if (rows.length === 0) return [];
  const siteIds = [...new Set(rows.map((row) => row.site_id))];
  const names = await readConfigurationNames(tx, siteIds);
  const agents = Map.groupBy(await tx.fleetAgents.list({ siteIds }), (agent) => agent.fleet_id);
  const open = new Map((await tx.fleetRollouts.open(siteIds)).map((row) => [row.fleet_id, row]));
  const fleets: Fleet[] = [];
  for (const row of rows) {
    const own = (agents.get(row.id) ?? []).map(
      (agent): Agent => toAgent(services.fleets, agent, { names, fleetName: row.name, now }),
    );
    const current = open.get(row.id);
    const rollout = current
      ? toRollout(current, await tx.fleetRollouts.agentsOf(current.id), {
          ...{ names, agentCount: own.length, fleet: row, now },
        })
      : null;
    const runsSite = services.collectorSites.siteOf(row.id) !== undefined;
    fleets.push({ ...toFleet(row, own, { names, rollout, now }), ...(runsSite ? { runsSite } : {}) });
  }
  return fleets;
}

async function readDetail(tools: Tools, row: FleetRow): Promise<FleetDetail> {
  const { tx, now } = tools;
  const [fleet] = await readFleets(tools, [row]);
  if (!fleet) throw notFound('fleet', row.id);
  const names = await readConfigurationNames(tx, [row.site_id]);
  const agents = await tx.fleetAgents.list({ fleetIds: [row.id] });
  const rollouts = [];
  for (const one of await tx.fleetRollouts.ofFleet(row.id, ROLLOUTS_SHOWN))
    rollouts.push(
      toRollout(one, await tx.fleetRollouts.agentsOf(one.id), {
        ...{ names, agentCount: agents.length, fleet: row, now },
      }),
    );
  const enrolled = [...agents, ...(await tx.fleetAgents.movedFrom(row.id))];
  const tokens = (await tx.fleetTokens.ofFleet(row.id)).map((token) => ({
    id: token.id,
    state: getTokenState(token, now),
    createdBy: token.created_by,
    createdAt: formatTime(token.created_at),
    expiresAt: formatTime(token.expires_at),
    revokedAt: formatTime(token.revoked_at),
    lastUsedAt: formatTime(token.last_used_at),
    uses: token.uses,
    usesMax: token.uses_max,
    labels: parseLabels(token.labels),
    agentCount: enrolled.filter(({ token_id }) => token_id === token.id).length,
  }));
  return { ...fleet, tokens, rollouts };
}

/**
 * Outside the transaction, since parsing is slow; missing things are refused later.
 * @throws ContractError VALIDATION_FAILED for components that the fleet's agents lack
 */
export async function requireComponents(
  { tx, services }: Pick<Tools, 'tx' | 'services'>,
  fleetId: string,
  { configurationId, version }: { configurationId: string; version?: number | undefined },
): Promise<void> {
  const newest = (await tx.fleetConfigurations.find(configurationId))?.version ?? 0;
  const found = await tx.fleetConfigurations.findVersion(configurationId, version ?? newest);
  if (!found) return;
  const { used } = await checkConfiguration(services.apart, openText(services.sealer, found.content));
  const missing = findMissingComponents(used, await tx.fleetAgents.components({ fleetId }));
  if (missing.length === 0) return;
  throw invalid(
    missing.slice(0, 20).map(({ kind, id, type, line, lacking, first }) => ({
      field: `rollout.configurationId.${kind}.${id}`,
      rule: 'component',
      message: `${counted(lacking, 'agent')} of the fleet, such as ${first}, ${lacking === 1 ? 'has' : 'have'} no ${type} among ${kind} (line ${line}, ${kind}.${id}); take it out, or run a Collector that has it`,
      line,
    })),
  );
}

function requireWindow(window: MaintenanceWindow | null | undefined): void {
  const problems = findWindowProblems(window);
  if (problems.length > 0) throw invalid(problems);
}

async function requireRollout(tx: Repositories, id: string): Promise<FleetRolloutRow> {
  const row = await tx.fleetRollouts.find(id);
  if (!row) throw notFound('rollout', id);
  return row;
}

async function createToken(
  { tx, services, now }: Tools,
  by: string,
  more: Pick<FleetTokenRow, 'fleet_id' | 'expires_at' | 'labels' | 'uses_max'>,
): Promise<{ id: string; token: string }> {
  const known = await tx.fleetTokens.ofFleet(more.fleet_id);
  if (known.filter(({ revoked_at }) => revoked_at === 0).length >= TOKENS_MAX)
    throw new ContractError('CONFLICT', `A fleet has at most ${TOKENS_MAX} tokens; revoke one first`);
  const { token, hash } = makeFleetToken();
  const id = services.ids('fleet');
  await tx.fleetTokens.insert({
    ...{ id, secret_hash: hash, created_by: by, created_at: now, revoked_at: 0, last_used_at: 0, uses: 0 },
    ...more,
  });
  return { id, token };
}

type FleetCalls =
  | 'getFleetSeries'
  | 'listFleets'
  | 'getFleet'
  | 'createFleet'
  | 'updateFleet'
  | 'deleteFleet'
  | 'createFleetToken'
  | 'rotateFleetToken'
  | 'revokeFleetToken'
  | 'startRollout'
  | 'getRollout'
  | 'startRolloutNow'
  | 'pauseRollout'
  | 'resumeRollout'
  | 'cancelRollout';

export const fleetHandlers = {
  getFleetSeries: async ({ path, query, tx, services, now }) => {
    const { id } = await requireFleet(tx, path.fleetId);
    const agents = await tx.fleetAgents.list({ fleetIds: [id] });
    const series = await readVolumeSeries(services.fleets.volumes, { ownerId: id, query, now });
    return { ...series, canReport: agents.some(reportsMetrics) };
  },

  listFleets: async ({ query, tx, services, now }) => {
    const rows = await tx.fleets.list(query.siteIds);
    const fleets = await readFleets({ tx, services, now }, toWindow(rows, query, 'desc'));
    return { fleets, pagination: { totalCount: rows.length } };
  },

  getFleet: async ({ path, tx, services, now }) => ({
    fleet: await readDetail({ tx, services, now }, await requireFleet(tx, path.fleetId)),
  }),

  createFleet: async ({ body, tx, services, now }) => {
    const { siteId, name, description, configurationId, maintenanceWindow } = body.fleet;
    requireWindow(maintenanceWindow);
    await requireSite(tx, siteId);
    const configuration =
      configurationId === undefined
        ? undefined
        : await requireConfiguration(tx, configurationId, { siteId, field: 'fleet.configurationId' });
    const id = services.ids('fleet');
    await requireFreeFleetName(tx, { id, site_id: siteId, name });
    await tx.fleets.insert({
      id,
      site_id: siteId,
      name,
      description,
      configuration_id: configuration?.id ?? '',
      configuration_version: configuration?.version ?? 0,
      maintenance_window: storeWindow(maintenanceWindow),
      revision: 1,
      created_at: now,
      updated_at: now,
    });
    return { id };
  },

  updateFleet: async ({ body, tx, services, now, ifMatch, setEtag, afterCommit }) => {
    const { id, name, description, maintenanceWindow } = body.fleet;
    requireWindow(maintenanceWindow);
    const row = await requireFleet(tx, id);
    if (maintenanceWindow)
      await requireFreeOfSite(
        tx,
        services.collectorSites.siteOf(row.id),
        'ACTION_REFUSED',
        'deploy in the maintenance window yourself: its rollouts are deployments',
      );
    const [current] = await readFleets({ tx, services, now }, [row]);
    requireVersion(ifMatch, row.revision, () => current);
    const changed: FleetRow = {
      ...row,
      name: name ?? row.name,
      description: description ?? row.description,
      maintenance_window:
        maintenanceWindow === undefined ? row.maintenance_window : storeWindow(maintenanceWindow),
      revision: row.revision + 1,
      updated_at: now,
    };
    await requireFreeFleetName(tx, changed);
    await tx.fleets.update(changed);
    if (maintenanceWindow !== undefined) afterCommit(() => services.fleets.turnSoon());
    setEtag(changed.revision);
    const [fleet] = await readFleets({ tx, services, now }, [changed]);
    if (!fleet) throw notFound('fleet', id);
    return { fleet };
  },

  deleteFleet: async ({ path, tx, services, now, ifMatch, afterCommit }) => {
    const row = await requireFleet(tx, path.fleetId);
    await requireFreeOfSite(
      tx,
      services.collectorSites.siteOf(row.id),
      'IN_USE',
      'delete the site to delete its fleet',
    );
    const [current] = await readFleets({ tx, services, now }, [row]);
    requireVersion(ifMatch, row.revision, () => current);
    const agents = await tx.fleetAgents.list({ fleetIds: [row.id] });
    const connected = agents.filter((agent) => services.fleets.presence.isConnected(agent));
    if (connected.length > 0) {
      const names = connected.slice(0, NAMED).map(({ name, host }) => host || name);
      const more = connected.length > NAMED ? ` and ${connected.length - NAMED} more` : '';
      throw new ContractError(
        'IN_USE',
        `${counted(connected.length, 'agent')} of '${row.name}' ${connected.length === 1 ? 'is' : 'are'} connected (${names.join(', ')}${more}); stop them or revoke its tokens first`,
      );
    }
    const [away, ...others] = await tx.fleetAgents.movedFrom(row.id);
    if (away)
      throw new ContractError(
        'IN_USE',
        `${counted(others.length + 1, 'agent')} that moved to other fleets, such as ${away.host || away.name}, ${others.length === 0 ? 'uses' : 'use'} its enrollment tokens; give them a token of their fleet first`,
      );
    const tokens = await tx.fleetTokens.ofFleet(row.id);
    await tx.fleets.delete(row.id);
    afterCommit(() => {
      for (const { id } of tokens) services.fleets.presence.closeToken(id);
      services.fleets.forget([row.id, ...agents.map(({ id }) => id)]);
    });
    return {};
  },

  createFleetToken: async ({ path, body, tx, services, principal, now }) => {
    const fleet = await requireFleet(tx, path.fleetId);
    return createToken({ tx, services, now }, principal.user.name, {
      fleet_id: fleet.id,
      expires_at: body.seconds === 0 ? 0 : now + body.seconds * 1000,
      labels: storeLabels(body.labels),
      uses_max: body.uses,
    });
  },

  rotateFleetToken: async ({ path, body, tx, services, principal, now }) => {
    const former = await tx.fleetTokens.find(path.tokenId);
    if (!former) throw notFound('enrollment token', path.tokenId);
    if (former.revoked_at !== 0)
      throw new ContractError('CONFLICT', 'This enrollment token was revoked already; create another one');
    const { fleet_id, labels, uses_max, created_at, expires_at } = former;
    // With the former one's lifetime.
    const next = {
      fleet_id,
      labels,
      uses_max,
      expires_at: expires_at === 0 ? 0 : now + expires_at - created_at,
    };
    const made = await createToken({ tx, services, now }, principal.user.name, next);
    const ends = now + body.seconds * 1000;
    await tx.fleetTokens.expire(former.id, expires_at === 0 ? ends : Math.min(expires_at, ends));
    return made;
  },

  revokeFleetToken: async ({ path, tx, services, now, afterCommit }) => {
    const token = await tx.fleetTokens.find(path.tokenId);
    if (!token) throw notFound('enrollment token', path.tokenId);
    if (token.revoked_at !== 0)
      throw new ContractError('CONFLICT', 'This enrollment token was revoked already');
    await tx.fleetTokens.revoke(token.id, now);
    afterCommit(() => services.fleets.presence.closeToken(token.id));
    return {};
  },

  startRollout: async ({ path, body, tx, services, principal, now, afterCommit }) => {
    const fleet = await requireFleet(tx, path.fleetId);
    await requireFreeOfSite(
      tx,
      services.collectorSites.siteOf(fleet.id),
      'ACTION_REFUSED',
      'deploy a pipeline, and it is rolled out',
    );
    const { configurationId, version, steps, maxErrorPercent, agentSeconds } = body.rollout;
    const configuration = await requireConfiguration(tx, configurationId, {
      siteId: fleet.site_id,
      field: 'rollout.configurationId',
    });
    const found = await tx.fleetConfigurations.findVersion(
      configuration.id,
      version ?? configuration.version,
    );
    if (!found)
      throw invalid([
        {
          field: 'rollout.version',
          rule: 'exists',
          message: `must be a version of '${configuration.name}', from 1 to ${configuration.version}`,
        },
      ]);
    if (await tx.fleetRollouts.openOf(fleet.id))
      throw new ContractError(
        'ACTION_REFUSED',
        `A rollout of '${fleet.name}' is under way; wait for its end or cancel it`,
      );
    const id = services.ids('fleet');
    const changed = await services.fleets.rollouts.begin(tx, {
      id,
      fleet_id: fleet.id,
      site_id: fleet.site_id,
      steps: JSON.stringify(steps),
      max_error_percent: maxErrorPercent,
      agent_seconds: agentSeconds,
      ignores_window: 0,
      configuration_id: configuration.id,
      version: found.version,
      former_id: fleet.configuration_id,
      former_version: fleet.configuration_version,
      reason: '',
      started_by: principal.user.name,
      started_at: now,
      ended_at: 0,
    });
    afterCommit(() => {
      void services.fleets.offerTo(changed);
      services.fleets.turnSoon();
    });
    return { id };
  },

  getRollout: async ({ path, tx, now }) => {
    const row = await requireRollout(tx, path.rolloutId);
    const names = await readConfigurationNames(tx, [row.site_id]);
    const agents = await tx.fleetRollouts.agentsOf(row.id);
    const agentCount = await tx.fleetAgents.count(row.fleet_id);
    const fleet = await requireFleet(tx, row.fleet_id);
    return {
      rollout: {
        ...toRollout(row, agents, { names, agentCount, fleet, now }),
        agents: agents.map(({ agent_id, name, step, outcome, problem }) => ({
          id: agent_id,
          name,
          step,
          outcome: outcome as 'WAITING',
          problem,
        })),
      },
    };
  },

  startRolloutNow: async ({ path, tx, services, afterCommit }) => {
    const row = await requireRollout(tx, path.rolloutId);
    requireAllowed(startNowRefusal(toFace(row)));
    const changed = await services.fleets.rollouts.startNow(tx, row);
    afterCommit(() => {
      void services.fleets.offerTo(changed);
      services.fleets.turnSoon();
    });
    return {};
  },

  pauseRollout: async ({ path, tx, services }) => {
    const row = await requireRollout(tx, path.rolloutId);
    requireAllowed(pauseRolloutRefusal(toFace(row)));
    await services.fleets.rollouts.hold(tx, row, 'rollout.pause');
    return {};
  },

  resumeRollout: async ({ path, tx, services, afterCommit }) => {
    const row = await requireRollout(tx, path.rolloutId);
    requireAllowed(resumeRolloutRefusal(toFace(row)));
    await services.fleets.rollouts.hold(tx, row, 'rollout.resume');
    afterCommit(() => services.fleets.turnSoon());
    return {};
  },

  cancelRollout: async ({ path, tx, services, principal, afterCommit }) => {
    const row = await requireRollout(tx, path.rolloutId);
    requireAllowed(cancelRolloutRefusal(toFace(row).state));
    const changed = await services.fleets.rollouts.cancel(tx, row, principal.user.name);
    afterCommit(() => {
      void services.fleets.offerTo(changed);
      services.fleets.turnSoon();
    });
    return {};
  },
} satisfies Pick<Handlers, FleetCalls>;
