import { requireReachedProvider } from '../auth/provider-address.ts';
import type { Checks, Handlers } from '../http/call-context.ts';
import { checkSamples } from '../preview/gate.ts';
import { acknowledgeHandlers } from './acknowledge-errors.ts';
import { alertChannelHandlers } from './alert-channels.ts';
import { alertPreviewHandlers } from './alert-previews.ts';
import { alertSilenceHandlers } from './alert-silences.ts';
import { alertHandlers } from './alerts.ts';
import { analyticsHandlers } from './analytics.ts';
import { apiKeyHandlers } from './api-keys.ts';
import { archivalHandlers } from './archival.ts';
import { assetHandlers } from './assets.ts';
import { assistantEndpointHandlers } from './assistant-endpoint.ts';
import { auditHandlers } from './audit.ts';
import { captureHandlers } from './captures.ts';
import { configCheckHandlers } from './config-checks.ts';
import { connectionTestHandlers } from './connection-tests.ts';
import { connectionHandlers } from './connections.ts';
import { conversationHandlers } from './conversations.ts';
import { dashboardHandlers } from './dashboards.ts';
import { deadLetterHandlers } from './dead-letters.ts';
import { deploymentHandlers } from './deployments.ts';
import { exchangeHandlers } from './exchange.ts';
import { explainHandlers } from './explain.ts';
import { fleetAgentHandlers } from './fleet-agents.ts';
import { fleetConfigurationHandlers, requireReadable } from './fleet-configurations.ts';
import { fleetHandlers, requireComponents } from './fleets.ts';
import { gitopsHandlers } from './gitops.ts';
import { healthHandlers } from './health.ts';
import { hydrationHandlers } from './hydrations.ts';
import { insightHandlers } from './insights.ts';
import { logSearchHandlers } from './log-search.ts';
import { lookupHandlers } from './lookups.ts';
import { memberHandlers } from './members.ts';
import { notificationHandlers } from './notifications.ts';
import { patternHandlers } from './patterns.ts';
import { pipelineHandlers } from './pipelines.ts';
import { preferencesHandlers } from './preferences.ts';
import { previewHandlers } from './preview.ts';
import { queryHandlers } from './queries.ts';
import { remoteEngineHandlers } from './remote-engines.ts';
import { reportHandlers } from './reports.ts';
import { roleHandlers } from './roles.ts';
import { sampleHandlers } from './samples.ts';
import { savedQueryHandlers } from './saved-queries.ts';
import { savingPriceHandlers } from './saving-price.ts';
import { sessionHandlers } from './session.ts';
import { signInHandlers, ssoHandlers } from './sign-in.ts';
import { siteGitHandlers } from './site-git.ts';
import { siteHandlers } from './sites.ts';
import { suggestionHandlers } from './suggestions.ts';
import { templateHandlers } from './templates.ts';

/** A call without a handler, or a handler without a call, does not compile. */
export const handlers = {
  ...sessionHandlers,
  ...preferencesHandlers,
  ...templateHandlers,
  ...connectionHandlers,
  ...archivalHandlers,
  ...lookupHandlers,
  ...patternHandlers,
  ...suggestionHandlers,
  ...configCheckHandlers,
  ...pipelineHandlers,
  ...deploymentHandlers,
  ...captureHandlers,
  ...deadLetterHandlers,
  ...logSearchHandlers,
  ...queryHandlers,
  ...savedQueryHandlers,
  ...dashboardHandlers,
  ...sampleHandlers,
  ...hydrationHandlers,
  ...insightHandlers,
  ...previewHandlers,
  ...analyticsHandlers,
  ...acknowledgeHandlers,
  ...healthHandlers,
  ...exchangeHandlers,
  ...connectionTestHandlers,
  ...assetHandlers,
  ...auditHandlers,
  ...notificationHandlers,
  ...alertHandlers,
  ...alertChannelHandlers,
  ...alertPreviewHandlers,
  ...alertSilenceHandlers,
  ...fleetHandlers,
  ...fleetAgentHandlers,
  ...fleetConfigurationHandlers,
  ...reportHandlers,
  ...gitopsHandlers,
  ...explainHandlers,
  ...savingPriceHandlers,
  ...roleHandlers,
  ...memberHandlers,
  ...apiKeyHandlers,
  ...siteHandlers,
  ...siteGitHandlers,
  ...remoteEngineHandlers,
  ...signInHandlers,
  ...ssoHandlers,
  ...assistantEndpointHandlers,
  ...conversationHandlers,
} satisfies Handlers;

export const checks = {
  runPipelineAction: checkSamples,
  createConfiguration: ({ body, services }) => requireReadable(services, body.configuration.content),
  updateConfiguration: ({ body, services }) => requireReadable(services, body.configuration.content),
  startRollout: ({ path, body, ...tools }) => requireComponents(tools, path.fleetId, body.rollout),
  updateSso: ({ body }) => requireReachedProvider(body.sso),
} satisfies Checks;
