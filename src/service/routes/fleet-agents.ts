import type { AgentDetail, AgentEventKind } from '../../contract/entities/fleet-agent.ts';
import { ContractError } from '../../contract/errors.ts';
import { formatTime } from '../clock.ts';
import { readYaml, toYaml } from '../exchange/yaml/jobs.ts';
import { normalizeConfig, openText } from '../fleets/content.ts';
import { readConfigurationNames, toAgent } from '../fleets/entities.ts';
import { acceptsConfiguration, parseHealth } from '../fleets/status.ts';
import type { Handlers } from '../http/call-context.ts';
import { notFound } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { toWindow } from '../store/query.ts';
import type { FleetAgentRow } from '../store/schema.ts';

/** Sorted and masked; null for what is no YAML. */
async function normalizeText({ apart }: Services, text: string): Promise<string | null> {
  if (text === '') return null;
  const parsed = await readYaml(apart, text);
  return parsed.problems ? null : toYaml(apart, normalizeConfig(parsed.value));
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

export const fleetAgentHandlers = {
  listAgents: async ({ query, tx, services, now }) => {
    const { siteIds, fleetIds, statuses } = query;
    const names = await readConfigurationNames(tx, siteIds);
    const fleets = new Map((await tx.fleets.list(siteIds)).map(({ id, name }) => [id, name]));
    const rows = await tx.fleetAgents.list({ siteIds, fleetIds });
    const agents = rows
      .map((row) => toAgent(services.fleets, row, { names, fleetName: fleets.get(row.fleet_id) ?? '', now }))
      .filter(({ status }) => !statuses || statuses.includes(status));
    return {
      agents: toWindow(agents, query, 'desc'),
      pagination: { totalCount: agents.length },
    };
  },

  getAgent: async ({ path, tx, services, now }) => {
    const row = await requireAgent(tx, path.agentId);
    const names = await readConfigurationNames(tx, [row.site_id]);
    const fleetName = (await tx.fleets.find(row.fleet_id))?.name ?? '';
    const effective = await normalizeText(services, openText(services.sealer, row.effective));
    const assigned = await normalizeText(services, await readAssigned(tx, services, row));
    const events = (await tx.fleetAgents.eventsOf(row.id)).map(({ at, kind, text }) => ({
      at: formatTime(at),
      kind: kind as AgentEventKind,
      text,
    }));
    const agent: AgentDetail = {
      ...toAgent(services.fleets, row, { names, fleetName, now }),
      instanceUid: row.instance_uid,
      transport: row.transport as AgentDetail['transport'],
      firstSeenAt: formatTime(row.first_seen_at),
      attributes: JSON.parse(row.attributes),
      health: parseHealth(row.health),
      configProblem: row.config_problem,
      acceptsConfiguration: acceptsConfiguration(row),
      effective,
      compared: effective !== null && assigned !== null ? { assigned, effective } : null,
      components: JSON.parse(row.components),
      events,
    };
    return { agent };
  },

  deleteAgent: async ({ path, tx, services, afterCommit }) => {
    const row = await requireAgent(tx, path.agentId);
    if (services.fleets.presence.isConnected(row))
      throw new ContractError(
        'IN_USE',
        `The agent ${row.host || row.name} is connected; stop it first, or revoke the token it enrolled with`,
      );
    await tx.fleetAgents.delete(row.id);
    afterCommit(() => services.fleets.presence.forget(row.id));
    return {};
  },
} satisfies Pick<Handlers, 'listAgents' | 'getAgent' | 'deleteAgent'>;
