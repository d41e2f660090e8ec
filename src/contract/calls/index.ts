import type * as z from 'zod/mini';
import { apiKeyCalls, memberCalls, roleCalls } from './access.ts';
import { alertChannelCalls } from './alert-channels.ts';
import { alertSilenceCalls } from './alert-silences.ts';
import { alertCalls } from './alerts.ts';
import { analyticsSeriesCalls } from './analytics-series.ts';
import { archivalCalls } from './archival.ts';
import { assetCalls } from './assets.ts';
import { assistantEndpointCalls } from './assistant-endpoint.ts';
import { auditCalls } from './audit.ts';
import { lookupCalls, sinkCalls, sourceCalls, templateCalls, transformCalls } from './components.ts';
import { configCheckCalls } from './config-checks.ts';
import { connectionTestCalls } from './connection-tests.ts';
import { conversationCalls } from './conversations.ts';
import { dashboardCalls } from './dashboards.ts';
import { deadLetterCalls } from './dead-letters.ts';
import type { CallDefinition } from './define.ts';
import { deploymentCalls } from './deployments.ts';
import { errorCalls } from './errors.ts';
import { exchangeCalls } from './exchange.ts';
import { firstCalls } from './first.ts';
import { fleetAgentCalls } from './fleet-agents.ts';
import { fleetConfigurationCalls } from './fleet-configurations.ts';
import { fleetCalls } from './fleets.ts';
import { gitopsCalls } from './gitops.ts';
import { healthCalls } from './health.ts';
import { hydrationCalls } from './hydrations.ts';
import { insightCalls } from './insights.ts';
import { logSearchCalls } from './log-search.ts';
import { notificationCalls } from './notifications.ts';
import { onePipelineCalls } from './one-pipeline.ts';
import { patternCalls } from './patterns.ts';
import { pipelineStatusCalls } from './pipeline-statuses.ts';
import { previewCalls } from './preview.ts';
import { queryCalls } from './queries.ts';
import { reportCalls } from './reports.ts';
import { savingPriceCalls } from './saving-price.ts';
import { shellCalls } from './shell.ts';
import { signInCalls, ssoCalls } from './sign-in.ts';
import { siteGitCalls } from './site-git.ts';
import { siteCalls } from './sites.ts';
import { suggestionCalls } from './suggestions.ts';

/** Source of router, client, OpenAPI and permission check. */
export const CALLS = {
  ...firstCalls,
  ...shellCalls,
  ...analyticsSeriesCalls,
  ...onePipelineCalls,
  ...pipelineStatusCalls,
  ...templateCalls,
  ...sourceCalls,
  ...sinkCalls,
  ...archivalCalls,
  ...transformCalls,
  ...lookupCalls,
  ...patternCalls,
  ...suggestionCalls,
  ...assistantEndpointCalls,
  ...conversationCalls,
  ...configCheckCalls,
  ...deploymentCalls,
  ...previewCalls,
  ...deadLetterCalls,
  ...logSearchCalls,
  ...queryCalls,
  ...dashboardCalls,
  ...hydrationCalls,
  ...insightCalls,
  ...errorCalls,
  ...healthCalls,
  ...exchangeCalls,
  ...connectionTestCalls,
  ...auditCalls,
  ...notificationCalls,
  ...alertCalls,
  ...alertChannelCalls,
  ...alertSilenceCalls,
  ...fleetCalls,
  ...fleetAgentCalls,
  ...fleetConfigurationCalls,
  ...reportCalls,
  ...gitopsCalls,
  ...savingPriceCalls,
  ...assetCalls,
  ...roleCalls,
  ...memberCalls,
  ...apiKeyCalls,
  ...siteCalls,
  ...siteGitCalls,
  ...signInCalls,
  ...ssoCalls,
} as const satisfies Record<string, CallDefinition>;

export type Calls = typeof CALLS;
export type CallId = keyof Calls;
export const CALL_IDS = Object.keys(CALLS) as CallId[];

type Part<K extends CallId, P extends string> = Calls[K] extends { [key in P]: infer S extends z.ZodMiniType }
  ? S
  : never;
type Sent<S> = [S] extends [never] ? undefined : S extends z.ZodMiniType ? z.input<S> : undefined;
type Read<S> = [S] extends [never] ? undefined : S extends z.ZodMiniType ? z.output<S> : undefined;

export type CallPath<K extends CallId> = Sent<Part<K, 'pathParameters'>>;
export type CallQuery<K extends CallId> = Sent<Part<K, 'query'>>;
export type CallBody<K extends CallId> = Sent<Part<K, 'body'>>;

export type ReadPath<K extends CallId> = Read<Part<K, 'pathParameters'>>;
export type ReadQuery<K extends CallId> = Read<Part<K, 'query'>>;
export type ReadBody<K extends CallId> = Read<Part<K, 'body'>>;

export type CallResponse<K extends CallId> = z.output<Calls[K]['response']>;

export const callDefinition = (id: CallId): CallDefinition => CALLS[id];
