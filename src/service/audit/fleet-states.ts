import { formatTime } from '../clock.ts';
import { parseLabels } from '../fleets/labels.ts';
import { parseWindow } from '../fleets/window.ts';
import type { Repositories } from '../store/index.ts';
import type { AuditState } from './state.ts';

export async function readFleetState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.fleets.find(id);
  if (!row) return undefined;
  const { name, description, configuration_id: configurationId, configuration_version: version } = row;
  return {
    entity: 'fleet',
    name,
    siteId: row.site_id,
    fields: {
      name,
      description,
      configurationId,
      version,
      maintenanceWindow: parseWindow(row.maintenance_window),
    },
  };
}

/** Named after its fleet. */
export async function readFleetTokenState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.fleetTokens.find(id);
  const fleet = row && (await tx.fleets.find(row.fleet_id));
  if (!row || !fleet) return undefined;
  const fields = {
    fleetId: fleet.id,
    expiresAt: formatTime(row.expires_at),
    revokedAt: formatTime(row.revoked_at),
    usesMax: row.uses_max,
    labels: parseLabels(row.labels),
  };
  return { entity: 'fleetToken', name: fleet.name, siteId: fleet.site_id, fields };
}

export async function readAgentState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.fleetAgents.find(id);
  if (!row) return undefined;
  const { name, host, instance_uid: instanceUid, fleet_id: fleetId } = row;
  const fields = {
    name,
    host,
    instanceUid,
    fleetId,
    labels: parseLabels(row.labels),
    credential: row.credential,
  };
  return { entity: 'agent', name: host === '' ? name : host, siteId: row.site_id, fields };
}

/** Content only as a hash: it may contain secrets. */
export async function readConfigurationState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.fleetConfigurations.find(id);
  if (!row) return undefined;
  const { name, description, version } = row;
  const hash = (await tx.fleetConfigurations.findVersion(id, version))?.hash ?? '';
  return {
    entity: 'configuration',
    name,
    siteId: row.site_id,
    fields: { name, description, version, contentSha256: hash },
  };
}

export async function readRolloutState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.fleetRollouts.find(id);
  if (!row) return undefined;
  const fields = {
    fleetId: row.fleet_id,
    configurationId: row.configuration_id,
    version: row.version,
    steps: JSON.parse(row.steps),
    maxErrorPercent: row.max_error_percent,
    state: row.state,
    ignoresWindow: row.ignores_window !== 0,
    isPaused: row.is_paused !== 0,
  };
  return {
    entity: 'rollout',
    name: (await tx.fleets.find(row.fleet_id))?.name ?? '',
    siteId: row.site_id,
    fields,
  };
}
