import { matchesAgent, parseAgentSearch } from '../../contract/agent-search.ts';
import { AGENT_STATUSES } from '../../contract/entities/fleet.ts';
import {
  AGENT_MAP_MAX,
  type Agent,
  type AgentDetail,
  type AgentEventKind,
} from '../../contract/entities/fleet-agent.ts';
import { LABELS_MAX } from '../../contract/entities/fleet-labels.ts';
import { ContractError } from '../../contract/errors.ts';
import { explainNoRetry, formatAgentName } from '../../contract/fleet-words.ts';
import { formatTime } from '../clock.ts';
import { readYaml, toYaml } from '../exchange/yaml/jobs.ts';
import { alignEffective } from '../fleets/compare.ts';
import { normalizeConfig, openText } from '../fleets/content.ts';
import { acceptsCredential, getCredentialState } from '../fleets/credentials.ts';
import { readConfigurationNames, toAgent } from '../fleets/entities.ts';
import { changeLabels, describeLabelChange, parseLabels, readPair, storeLabels } from '../fleets/labels.ts';
import { requireMovable } from '../fleets/move.ts';
import { findTarget } from '../fleets/record.ts';
import { acceptsConfiguration, acceptsRestart, parseHealth, reportsMetrics } from '../fleets/status.ts';
import { toUsage } from '../fleets/telemetry/process-usage.ts';
import { readVolumeSeries } from '../fleets/telemetry/series.ts';
import type { CallContext, Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { notFound, requireAllowed } from '../require.ts';
import type { Services } from '../services.ts';
import type { ListedAgentRow } from '../store/fleet-agents.ts';
import type { Repositories } from '../store/index.ts';
import { toWindow } from '../store/query.ts';
import type { FleetAgentRow } from '../store/schema.ts';
import { requireFleet } from './fleets.ts';

const format = ({ apart }: Services, value: unknown): Promise<string> =>
  toYaml(apart, normalizeConfig(value));

async function readText({ apart }: Services, text: string): Promise<unknown> {
  if (text === '') return undefined;
  const parsed = await readYaml(apart, text);
  return parsed.problems ? undefined : parsed.value;
}

async function readAssigned(
  tx: Repositories,
  { sealer }: Services,
  { configuration_id, configuration_version }: FleetAgentRow,
): Promise<string> {
  if (configuration_id === '') return '';
  const found = await tx.fleetConfigurations.findVersion(configuration_id, configuration_version);
  return found ? openText(sealer, found.content) : '';
}

async function requireAgent(tx: Repositories, id: string): Promise<FleetAgentRow> {
  const row = await tx.fleetAgents.find(id);
  if (!row) throw notFound('agent', id);
  return row;
}

/** @throws ContractError NOT_FOUND for one that is not there */
async function requireAgents(tx: Repositories, ids: readonly string[]): Promise<ListedAgentRow[]> {
  const rows = await tx.fleetAgents.list({ ids });
  const missing = ids.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) throw notFound('agent', missing);
  return rows;
}

async function findAgents(
  tx: Repositories,
  { fleets }: Services,
  query: CallContext<'mapAgents'>['query'] & { agentIds?: readonly string[] | undefined },
  now: number,
): Promise<Agent[]> {
  const { siteIds, fleetIds, agentIds: ids, statuses } = query;
  const wanted = parseAgentSearch(query.search ?? '');
  const attributes = [...(query.attributes ?? []), ...wanted.attributes].map(readPair);
  const withoutAttributes = [...(query.withoutAttributes ?? []), ...wanted.withoutAttributes].map(readPair);
  const names = await readConfigurationNames(tx, siteIds);
  const fleetNames = new Map((await tx.fleets.list(siteIds)).map(({ id, name }) => [id, name]));
  const rows = await tx.fleetAgents.list({ siteIds, fleetIds, ids, attributes, withoutAttributes });
  return rows
    .map((row) => toAgent(fleets, row, { names, fleetName: fleetNames.get(row.fleet_id) ?? '', now }))
    .filter((agent) => (!statuses || statuses.includes(agent.status)) && matchesAgent(agent, wanted));
}

export const fleetAgentHandlers = {
  listAgents: async ({ query, tx, services, now }) => {
    const agents = await findAgents(tx, services, query, now);
    if (query['pagination.ordering.fieldName'] === 'status')
      agents.sort((a, b) => AGENT_STATUSES.indexOf(a.status) - AGENT_STATUSES.indexOf(b.status));
    return {
      agents: toWindow(agents, query, 'desc'),
      pagination: { totalCount: agents.length },
    };
  },

  mapAgents: async ({ query, tx, services, now }) => {
    const agents = await findAgents(tx, services, query, now);
    const places = new Map(agents.map((agent) => [agent, `${agent.fleetName} ${agent.host} ${agent.id}`]));
    const place = (agent: Agent) => places.get(agent) ?? '';
    const shown = agents.sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, AGENT_MAP_MAX);
    return {
      ids: shown.map(({ id }) => id),
      names: shown.map(formatAgentName),
      statuses: shown.map(({ status }) => status),
      totalCount: agents.length,
    };
  },

  getAgent: async ({ path, tx, services, now }) => {
    const row = await requireAgent(tx, path.agentId);
    const names = await readConfigurationNames(tx, [row.site_id]);
    const fleetName = (await tx.fleets.find(row.fleet_id))?.name ?? '';
    const effective = await readText(services, openText(services.sealer, row.effective));
    const assigned = await readText(services, await readAssigned(tx, services, row));
    const logged = services.fleets.logs.read(row.id, row.own_log).map(({ at, kind, text, count }) => ({
      at,
      kind,
      text: count === 1 ? text : `${text} (${count} times)`,
    }));
    const events = [...(await tx.fleetAgents.eventsOf(row.id)), ...logged.reverse()]
      .sort((a, b) => b.at - a.at)
      .map(({ at, kind, text }) => ({ at: formatTime(at), kind: kind as AgentEventKind, text }));
    const summary = toAgent(services.fleets, row, { names, fleetName, now });
    const agent: AgentDetail = {
      ...summary,
      instanceUid: row.instance_uid,
      transport: row.transport as AgentDetail['transport'],
      firstSeenAt: formatTime(row.first_seen_at),
      attributes: JSON.parse(row.attributes),
      usage: toUsage(services.fleets.volumes.usage(row.id), summary.isConnected, now),
      health: parseHealth(row.health),
      configProblem: row.config_problem,
      acceptsConfiguration: acceptsConfiguration(row),
      credential: getCredentialState(row),
      credentialAt: formatTime(row.credential_at),
      effective: effective === undefined ? null : await format(services, effective),
      compared:
        effective === undefined || assigned === undefined
          ? null
          : {
              assigned: await format(services, assigned),
              effective: await format(services, alignEffective(effective, assigned)),
            },
      components: JSON.parse(row.components),
      packages: JSON.parse(row.packages),
      events,
    };
    return { agent };
  },

  getAgentSeries: async ({ path, query, tx, services, now }) => {
    const row = await requireAgent(tx, path.agentId);
    const series = await readVolumeSeries(services.fleets.volumes, { ownerId: row.id, query, now });
    return { ...series, canReport: reportsMetrics(row) };
  },

  labelAgents: async ({ body, tx, now, principal }) => {
    for (const row of await requireAgents(tx, body.agentIds)) {
      const before = parseLabels(row.labels);
      const after = changeLabels(before, body);
      if (!after)
        throw invalid([
          {
            field: 'labels',
            rule: 'max',
            message: `${row.host || row.name} would have more than ${LABELS_MAX} labels; take some away`,
          },
        ]);
      const text = storeLabels(after);
      if (text === row.labels) continue;
      await tx.fleetAgents.setLabels(row.id, text);
      await tx.fleetAgents.addEvent(
        row.id,
        now,
        'LABELED',
        describeLabelChange(principal.user.name, before, after),
      );
    }
    return {};
  },

  moveAgents: async ({ body, tx, services, now, principal, afterCommit }) => {
    const { presence, rollouts } = services.fleets;
    const fleet = await requireFleet(tx, body.fleetId);
    const moved = await requireMovable(tx, await requireAgents(tx, body.agentIds), fleet);
    for (const row of moved) {
      const from = row.token_fleet_id === '' ? row.fleet_id : row.token_fleet_id;
      // Tokens of the former fleet no longer open it.
      const tokenFleetId = row.uses_own === 1 || from === fleet.id ? '' : from;
      await tx.fleetAgents.moveTo(row.id, { fleet_id: fleet.id, token_fleet_id: tokenFleetId });
      await tx.fleetAgents.addEvent(
        row.id,
        now,
        'MOVED',
        `${principal.user.name} moved it to the fleet '${fleet.name}'`,
      );
    }
    const changed = await rollouts.retarget(tx, moved, await findTarget(tx, fleet));
    afterCommit(() => {
      for (const { id } of moved) presence.moved(id, fleet.id);
      void services.fleets.offerTo(changed);
      services.fleets.turnSoon();
    });
    return {};
  },

  restartAgent: async ({ path, tx, services, now, principal, afterCommit }) => {
    const row = await requireAgent(tx, path.agentId);
    const name = row.host || row.name;
    if (!services.fleets.presence.isConnected(row))
      throw new ContractError(
        'ACTION_REFUSED',
        `The agent ${name} is not connected, so it cannot be told to restart; start it on its machine`,
      );
    if (!acceptsRestart(row))
      throw new ContractError(
        'ACTION_REFUSED',
        `The agent ${name} accepts no restart; add accepts_restart_command: true to the capabilities of its supervisor`,
      );
    await tx.fleetAgents.addEvent(row.id, now, 'RESTART', `${principal.user.name} asked for a restart`);
    await tx.fleetAgents.askRestart(row.id, now);
    await services.fleets.rollouts.restart(tx, row);
    afterCommit(() => void services.fleets.restart(row));
    return {};
  },

  retryAgent: async ({ path, tx, services, now, principal, afterCommit }) => {
    const row = await requireAgent(tx, path.agentId);
    const names = await readConfigurationNames(tx, [row.site_id]);
    requireAllowed(explainNoRetry(toAgent(services.fleets, row, { names, fleetName: '', now })));
    await services.fleets.rollouts.retry(tx, row, principal.user.name);
    afterCommit(() => void services.fleets.offerTo([row.id]));
    return {};
  },

  rotateAgentCredential: async ({ path, tx, now, principal }) => {
    const row = await requireAgent(tx, path.agentId);
    if (!acceptsCredential(row))
      throw new ContractError(
        'ACTION_REFUSED',
        `The agent ${row.host || row.name} accepts no credential of its own: it goes on with its enrollment token`,
      );
    await tx.fleetAgents.setCredential(row.id, row.credential + 1, now);
    await tx.fleetAgents.addEvent(
      row.id,
      now,
      'CREDENTIAL',
      `${principal.user.name} asked for a new credential`,
    );
    return {};
  },

  deleteAgent: async ({ path, tx, services, afterCommit }) => {
    const row = await requireAgent(tx, path.agentId);
    if (services.fleets.presence.isConnected(row))
      throw new ContractError(
        'IN_USE',
        `The agent ${row.host || row.name} is connected; stop it first, or revoke the token it enrolled with`,
      );
    await tx.fleetAgents.delete(row.id);
    afterCommit(() => services.fleets.forget([row.id]));
    return {};
  },
} satisfies Pick<
  Handlers,
  | 'listAgents'
  | 'mapAgents'
  | 'getAgent'
  | 'getAgentSeries'
  | 'labelAgents'
  | 'moveAgents'
  | 'restartAgent'
  | 'retryAgent'
  | 'rotateAgentCredential'
  | 'deleteAgent'
>;
