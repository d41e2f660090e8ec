import type { CommandSet } from '../commands/registry.ts';

import { connectionFormCommands, connectionFormScopes } from '../components/connection-form/form.commands.ts';
import { errorsCommands, errorsScopes } from '../components/errors/errors.commands.ts';
import { accessCommands, accessScopes } from '../views/access/access.commands.ts';
import { alertsCommands, alertsScopes } from '../views/alerts/alerts.commands.ts';
import { assistantCommands, assistantScopes } from '../views/assistant/assistant.commands.ts';
import { auditCommands, auditScopes } from '../views/audit/audit.commands.ts';
import { analysisCommands } from '../views/connections/analysis.commands.ts';
import { archivalCommands } from '../views/connections/archival.commands.ts';
import { connectionsCommands } from '../views/connections/connections.commands.ts';
import { trialCommands } from '../views/connections/trial.commands.ts';
import { attentionCommands, attentionScopes } from '../views/dashboard/attention.commands.ts';
import { savingCommands } from '../views/dashboard/saving.commands.ts';
import { deadLettersCommands, deadLettersScopes } from '../views/dead-letters/dead-letters.commands.ts';
import { featuresCommands, featuresScopes } from '../views/features/features.commands.ts';
import { filesCommands, filesScopes } from '../views/files/files.commands.ts';
import { filterCommands, filterScopes } from '../views/list/filter.commands.ts';
import { listCommands } from '../views/list/list.commands.ts';
import { logSearchCommands, logSearchScopes } from '../views/log-search/log-search.commands.ts';
import { monitoringCommands, monitoringScopes } from '../views/monitoring/monitoring.commands.ts';
import { notificationsCommands, notificationsScopes } from '../views/notifications/notifications.commands.ts';
import { pipelineCommands, pipelineScopes } from '../views/pipeline/pipeline.commands.ts';
import { bulkCommands } from '../views/pipelines/bulk.commands.ts';
import { profileCommands, profileScopes } from '../views/profile/profile.commands.ts';
import { pullRequestsCommands, pullRequestsScopes } from '../views/pull-requests/pull-requests.commands.ts';
import { sitesCommands, sitesScopes } from '../views/sites/sites.commands.ts';
import { ssoCommands, ssoScopes } from '../views/sso/sso.commands.ts';

export { listMacros } from '../commands/macros/macro-commands.ts';

export const screenCommands: CommandSet = {
  commands: [
    ...listCommands,
    ...filterCommands,
    ...pipelineCommands,
    ...errorsCommands,
    ...monitoringCommands,
    ...deadLettersCommands,
    ...logSearchCommands,
    ...bulkCommands,
    ...connectionsCommands,
    ...trialCommands,
    ...analysisCommands,
    ...connectionFormCommands,
    ...archivalCommands,
    ...sitesCommands,
    ...filesCommands,
    ...notificationsCommands,
    ...alertsCommands,
    ...pullRequestsCommands,
    ...auditCommands,
    ...accessCommands,
    ...featuresCommands,
    ...ssoCommands,
    ...profileCommands,
    ...savingCommands,
    ...attentionCommands,
    ...assistantCommands,
  ],
  scopes: [
    { id: 'list', mode: 'LIST' },
    ...filterScopes,
    { id: 'pipelines.list', mode: 'LIST', alongside: ['list', 'filters'] },
    { id: 'sources.list', mode: 'LIST', alongside: ['list', 'filters'] },
    { id: 'source', mode: 'SOURCE', alongside: ['sources.list'] },
    ...connectionFormScopes,
    { id: 'destinations.list', mode: 'LIST', alongside: ['list', 'filters'] },
    ...sitesScopes,
    ...filesScopes,
    ...pipelineScopes,
    ...errorsScopes,
    ...monitoringScopes,
    ...attentionScopes,
    ...deadLettersScopes,
    ...logSearchScopes,
    ...notificationsScopes,
    ...alertsScopes,
    ...pullRequestsScopes,
    ...auditScopes,
    ...accessScopes,
    ...featuresScopes,
    ...ssoScopes,
    ...profileScopes,
    ...assistantScopes,
    { id: 'dashboard.saving', mode: 'LIST', alongside: ['pipelines.list'] },
  ],
};
