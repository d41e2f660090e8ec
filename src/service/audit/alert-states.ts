import { isSecretSet } from '../../contract/entities/common.ts';
import { formatTime } from '../clock.ts';
import type { Repositories } from '../store/index.ts';
import { openConfig, parseConfig } from '../store/sealing.ts';
import { type AuditState, markSecret, type StateTools } from './state.ts';

const NAME_MAX_LENGTH = 200;

export async function readAlertRuleState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.alertRules.find(id);
  if (!row) return undefined;
  const { name, severity } = row;
  const fields = {
    name,
    severity,
    enabled: row.enabled === 1,
    condition: JSON.parse(row.condition),
    channelIds: JSON.parse(row.channel_ids),
    runbookUrl: row.runbook_url,
    repeatMinutes: row.repeat_minutes,
    message: row.message,
  };
  return { entity: 'alertRule', name, siteId: row.site_id, fields };
}

/** Named by its reason. */
export async function readAlertSilenceState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.alertSilences.find(id);
  if (!row) return undefined;
  const fields = {
    reason: row.reason,
    ruleIds: JSON.parse(row.rule_ids),
    scope: JSON.parse(row.scope),
    startsAt: formatTime(row.starts_at),
    endsAt: formatTime(row.ends_at),
  };
  return { entity: 'alertSilence', name: row.reason.slice(0, NAME_MAX_LENGTH), siteId: row.site_id, fields };
}

export async function readAlertChannelState(
  { sealer }: Pick<StateTools, 'sealer'>,
  tx: Repositories,
  id: string,
): Promise<AuditState | undefined> {
  const row = await tx.alertChannels.find(id);
  if (!row) return undefined;
  const masked = sealer.mask(parseConfig(row));
  const open = openConfig({ sealer }, row);
  const config = Object.fromEntries(
    Object.entries(masked).map(([name, value]) => [
      name,
      isSecretSet(value) ? markSecret(sealer, String(open[name])) : value,
    ]),
  );
  const fields = { name: row.name, type: row.type, enabled: row.enabled === 1, config };
  return { entity: 'alertChannel', name: row.name, siteId: '', fields };
}

export async function readReportState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.reports.find(id);
  if (!row) return undefined;
  const { name, content, period, due_time, cron, time_zone, format, channel_id, enabled } = row;
  const fields = {
    name,
    content,
    period,
    at: due_time,
    cron,
    timeZone: time_zone,
    format,
    recipients: JSON.parse(row.recipients),
    channelId: channel_id,
    enabled: enabled === 1,
  };
  return { entity: 'report', name, siteId: row.site_id, fields };
}
