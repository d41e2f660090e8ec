import type { Repositories } from '../store/index.ts';
import type { AuditState } from './state.ts';

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
  };
  return { entity: 'alertRule', name, siteId: row.site_id, fields };
}
