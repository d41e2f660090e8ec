import type { AgentEventKind } from '../../contract/entities/fleet-agent.ts';
import type { Repositories } from '../store/index.ts';
import type { FleetAgentRow, FleetRow, FleetTokenRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import { openText, sealText } from './content.ts';
import { moveCredential } from './credentials.ts';
import type { AgentReport } from './opamp/report.ts';
import type { Speaker } from './presence.ts';
import { acceptsConfiguration, describeIllness, parseHealth } from './status.ts';

export type Target = Pick<FleetAgentRow, 'configuration_id' | 'configuration_version' | 'target_hash'>;

export const NO_TARGET: Target = { configuration_id: '', configuration_version: 0, target_hash: '' };

export async function findTarget(
  tx: Pick<Repositories, 'fleetConfigurations'>,
  { configuration_id, configuration_version }: Pick<FleetRow, 'configuration_id' | 'configuration_version'>,
): Promise<Target> {
  if (configuration_id === '') return NO_TARGET;
  const found = await tx.fleetConfigurations.findVersion(configuration_id, configuration_version);
  return found ? { configuration_id, configuration_version, target_hash: found.hash } : NO_TARGET;
}

type Described = Pick<FleetAgentRow, 'name' | 'host' | 'platform' | 'version' | 'attributes'>;

/** [OpenTelemetry semantic conventions](https://opentelemetry.io/docs/specs/semconv/resource/). */
function describe(attributes: Record<string, string>): Described {
  const host = attributes['host.name'] ?? attributes['k8s.pod.name'] ?? '';
  const [type, arch] = [attributes['os.type'] ?? '', attributes['host.arch'] ?? ''];
  return {
    name: attributes['service.name'] || host || 'agent',
    host,
    platform: [type, arch].filter((part) => part !== '').join('/'),
    version: attributes['service.version'] ?? '',
    attributes: JSON.stringify(attributes),
  };
}

type NewAgent = {
  report: AgentReport;
  fleet: FleetRow;
  target: Target;
  sealer: Sealer;
  token: Pick<FleetTokenRow, 'id' | 'labels'>;
  id: string;
  now: number;
};

export const toNewAgent = ({ report, fleet, target, token, id, now }: NewAgent): FleetAgentRow => ({
  id,
  site_id: fleet.site_id,
  fleet_id: fleet.id,
  instance_uid: report.instanceUid,
  token_id: token.id,
  token_fleet_id: '',
  labels: token.labels,
  transport: '',
  ...describe(report.attributes ?? {}),
  capabilities: report.capabilities,
  health: '',
  effective: '',
  components: '{}',
  components_hash: '',
  config_state: 'UNSET',
  config_problem: '',
  config_hash: '',
  ...target,
  target_at: now,
  offered_at: 0,
  first_seen_at: now,
  last_seen_at: now,
  gone_at: 0,
  credential: 0,
  credential_used: 0,
  uses_own: 0,
  own_log: '',
  credential_at: 0,
  packages: '{}',
  service_id: '',
  restart_at: 0,
});

type Event = { kind: AgentEventKind; text: string };
type Found = {
  row: FleetAgentRow;
  report: AgentReport;
  sealer: Sealer;
  speaker: Speaker;
  serviceId: string;
  /** Absent long enough to count as gone, so earlier messages may be lost. */
  wasAway: boolean;
  now: number;
};

/** Each answer repeats the offer until the agent reports on it. */
function findOfferedAt({ row, report, wasAway, now }: Found, capabilities: number): number {
  if (!acceptsConfiguration({ capabilities })) return 0;
  if (row.target_hash === '' || report.isLeaving) return row.offered_at;
  return row.offered_at === 0 || wasAway ? now : row.offered_at;
}

function findHealthEvent(before: string, report: AgentReport): Event[] {
  if (!report.health) return [];
  const was = parseHealth(before);
  if (was?.isHealthy === report.health.isHealthy) return [];
  if (!report.health.isHealthy) return [{ kind: 'UNHEALTHY', text: describeIllness(report.health) }];
  return was ? [{ kind: 'HEALTHY', text: 'It is healthy again' }] : [];
}

function findConfigEvents(row: FleetAgentRow, { config }: AgentReport): Event[] {
  if (!config || config.state === 'UNSET' || config.state === 'APPLYING') return [];
  if (config.state === row.config_state && config.hash === row.config_hash) return [];
  const what = config.hash === row.target_hash ? `version ${row.configuration_version}` : 'a configuration';
  return config.state === 'APPLIED'
    ? [{ kind: 'APPLIED', text: `It runs ${what}` }]
    : [{ kind: 'FAILED', text: `It could not apply ${what}: ${config.problem || 'it gives no reason'}` }];
}

/** Only differences are written, so that heartbeats write nothing. */
export function findChanges(found: Found): { changed: Partial<FleetAgentRow>; events: Event[] } {
  const { row, report, sealer, speaker, serviceId, now } = found;
  const capabilities = report.capabilities === 0 ? row.capabilities : report.capabilities;
  const transport = speaker.connection ? 'websocket' : 'http';
  const next: Partial<FleetAgentRow> = {
    ...(report.attributes ? describe(report.attributes) : {}),
    capabilities,
    offered_at: findOfferedAt(found, capabilities),
    transport,
    ...(speaker.token ? { token_id: speaker.token.id } : {}),
    // A token connection from before a move still belongs to the former fleet.
    token_fleet_id: speaker.own || speaker.fleetId === row.fleet_id ? '' : speaker.fleetId,
    uses_own: speaker.own ? 1 : 0,
    ...moveCredential(row, speaker, now),
    gone_at: report.isLeaving ? now : 0,
    service_id: serviceId,
    ...(report.health ? { health: JSON.stringify(report.health) } : {}),
    ...(report.packages ? { packages: JSON.stringify(report.packages) } : {}),
    ...(report.components ? { components: JSON.stringify(report.components) } : {}),
    ...(report.components && report.componentsHash ? { components_hash: report.componentsHash } : {}),
    ...(report.config
      ? {
          config_state: report.config.state,
          config_problem: report.config.problem,
          config_hash: report.config.hash,
        }
      : {}),
  };
  const changed = Object.fromEntries(
    Object.entries(next).filter(([name, value]) => Reflect.get(row, name) !== value),
  ) as Partial<FleetAgentRow>;
  if (report.effective !== undefined && report.effective !== openText(sealer, row.effective))
    changed.effective = sealText(sealer, report.effective);
  const events = [...findConfigEvents(row, report), ...findHealthEvent(row.health, report)];
  if (changed.credential_used !== undefined)
    events.unshift({
      kind: 'CREDENTIAL',
      text:
        row.credential_used === 0
          ? 'It uses a credential of its own'
          : 'It uses its new credential: the former one has ended',
    });
  if (changed.gone_at === 0) events.unshift({ kind: 'CONNECTED', text: 'It connected again' });
  else if (changed.gone_at !== undefined)
    events.push({ kind: 'DISCONNECTED', text: 'It said that it leaves' });
  return { changed, events };
}
