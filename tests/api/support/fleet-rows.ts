import { hashContent, sealText } from '../../../src/service/fleets/content.ts';
import { AGENT_CAN } from '../../../src/service/fleets/opamp/messages.ts';
import { COLLECTOR } from './fleets.ts';
import type { TestService } from './service.ts';

export type FleetTexts = Partial<
  Record<
    | 'fleetName'
    | 'fleetDescription'
    | 'tokenMaker'
    | 'configurationName'
    | 'configurationDescription'
    | 'platform'
    | 'version'
    | 'health'
    | 'component'
    | 'outcome'
    | 'rolloutAgent'
    | 'content'
    | 'agentName'
    | 'host'
    | 'attribute'
    | 'label'
    | 'tokenLabel'
    | 'problem'
    | 'event'
    | 'logged'
    | 'package'
    | 'reason',
    string
  >
>;

let uids = 0;

/** A fleet with a token, a configuration, an agent that is away, and a rollout that has ended. */
export async function insertFleet(api: TestService, siteId = api.siteId, texts: FleetTexts = {}) {
  const { ids, clock, sealer } = api.service.services;
  const { store } = api;
  const now = clock();
  const [fleetId, tokenId, configurationId, agentId, rolloutId] = [
    ...[ids('fleet'), ids('fleet'), ids('fleet'), ids('fleet'), ids('fleet')],
  ] as [string, string, string, string, string];
  uids += 1;
  const content = texts.content ?? COLLECTOR;
  const name = texts.fleetName ?? `Fleet ${uids}`;
  const times = { created_at: now, updated_at: now };
  await store.fleets.insert({
    ...{ id: fleetId, site_id: siteId, name, description: texts.fleetDescription ?? '' },
    ...{ configuration_id: '', configuration_version: 0, maintenance_window: '', revision: 1, ...times },
  });
  await store.fleetTokens.insert({
    ...{ uses: 0, uses_max: 0 },
    ...{ id: tokenId, fleet_id: fleetId, secret_hash: `hash ${uids}` },
    ...{
      created_by: texts.tokenMaker ?? 'Ada',
      created_at: now,
      expires_at: 0,
      revoked_at: 0,
      last_used_at: 0,
      labels: JSON.stringify({ environment: texts.tokenLabel ?? 'test' }),
    },
  });
  await store.fleetConfigurations.insert({
    ...{ id: configurationId, site_id: siteId, name: texts.configurationName ?? `Configuration ${uids}` },
    ...{ description: texts.configurationDescription ?? '', version: 1, revision: 1, ...times },
  });
  await store.fleetConfigurations.addVersion({
    ...{ configuration_id: configurationId, version: 1, content: sealText(sealer, content) },
    ...{ hash: hashContent(content), created_by: 'Ada', created_at: now, pipeline_id: '', graph_version: 0 },
  });
  await store.fleetAgents.insert({
    ...{ id: agentId, site_id: siteId, fleet_id: fleetId, token_id: tokenId },
    token_fleet_id: '',
    ...{
      instance_uid: String(uids).padStart(32, '0'),
      transport: 'http',
      name: texts.agentName ?? 'otelcol',
    },
    ...{
      host: texts.host ?? `host-${uids}`,
      platform: texts.platform ?? 'linux',
      version: texts.version ?? '1',
    },
    attributes: JSON.stringify({ 'deployment.environment': texts.attribute ?? 'test' }),
    labels: JSON.stringify({ environment: texts.label ?? 'test' }),
    ...{ capabilities: 0, effective: '', components_hash: '' },
    health: JSON.stringify({ isHealthy: true, status: texts.health ?? '', error: '', components: {} }),
    components: JSON.stringify({ receivers: [texts.component ?? 'otlp'] }),
    ...{ config_state: 'UNSET', config_problem: texts.problem ?? '', config_hash: '' },
    ...{ configuration_id: '', configuration_version: 0, target_hash: '', target_at: 0, offered_at: 0 },
    ...{
      first_seen_at: now,
      last_seen_at: now,
      gone_at: now,
      credential: 0,
      credential_used: 0,
      uses_own: 0,
      own_log: JSON.stringify([
        { at: now, kind: 'LOGGED_ERROR', text: texts.logged ?? 'It failed', count: 1 },
      ]),
      credential_at: 0,
      packages: JSON.stringify({
        [texts.package ?? 'otelcol']: { version: '1', offered: '', state: 'INSTALLED', problem: '' },
      }),
      service_id: '',
      restart_at: 0,
    },
  });
  await store.fleetAgents.addEvent(agentId, now, 'FAILED', texts.event ?? 'It failed');
  await store.fleetRollouts.insert({
    ...{ id: rolloutId, fleet_id: fleetId, site_id: siteId, state: 'ROLLED_BACK', step: 0, steps: '[100]' },
    ...{
      ignores_window: 0,
      is_paused: 0,
      max_error_percent: 0,
      agent_seconds: 60,
      configuration_id: configurationId,
      version: 1,
    },
    ...{ former_id: '', former_version: 0, reason: texts.reason ?? '', started_by: 'Ada' },
    ...{ started_at: now, ended_at: now },
  });
  await store.fleetRollouts.addAgents([
    {
      ...{ rollout_id: rolloutId, agent_id: agentId, name: texts.rolloutAgent ?? 'otelcol', step: 0 },
      ...{ outcome: 'FAILED', problem: texts.outcome ?? 'It failed', offered_at: now, was_ill: 0 },
    },
  ]);
  return { fleetId, tokenId, configurationId, agentId, rolloutId };
}

/** An agent with an open connection that reads nothing, which accepts commands. */
export async function insertConnectedAgent(api: TestService, siteId = api.siteId): Promise<string> {
  const { agentId } = await insertFleet(api, siteId);
  await api.store.fleetAgents.update(agentId, {
    capabilities: AGENT_CAN.acceptRestartCommand | AGENT_CAN.acceptOpampSettings,
    gone_at: 0,
  });
  api.service.services.fleets.presence.attach(agentId, { tokenId: '', send: () => {}, close: () => {} });
  return agentId;
}

/** A connected agent that could not apply its configuration. */
export async function insertFailedAgent(api: TestService, siteId = api.siteId): Promise<string> {
  const agentId = await insertConnectedAgent(api, siteId);
  const row = await api.store.fleetAgents.find(agentId);
  const [configuration] = await api.store.fleetConfigurations.list([row?.site_id ?? siteId]);
  await api.store.fleetAgents.update(agentId, {
    capabilities: AGENT_CAN.acceptRemoteConfig,
    ...{ configuration_id: configuration?.id ?? '', configuration_version: 1 },
    ...{ target_hash: 'wanted', config_hash: 'wanted', config_state: 'FAILED' },
  });
  return agentId;
}
