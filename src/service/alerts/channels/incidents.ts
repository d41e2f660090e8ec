import { z } from 'zod';
import type { AlertSeverity } from '../../../contract/alerts/states.ts';
import { checkUrl, field, type Issues, refuse } from '../../../engine/components/catalogue.ts';
import { describeHost, type HttpMessage, sendEach } from './http.ts';
import { defineChannel } from './kind.ts';
import { type AlertMessage, formatText, listFacts, type MessageAlert } from './message.ts';

const REGION_NAMES = { us: 'United States', eu: 'Europe', own: 'Another address' };

/** For compatible services at another address. */
const ownAddress = {
  url: field(z.string().trim().min(1).max(2048).optional(), {
    label: 'Address',
    help: 'Of a compatible service, without a path.',
    placeholder: 'https://alerts.example.com',
    essential: true,
    bindsSecrets: 'address',
    visibleWhen: { property: 'region', oneOf: ['own'] },
  }),
};
type Region<Name extends string = string> = { region: Name | 'own'; url?: string | undefined };

function checkRegion({ region, url }: Region, context: Issues): void {
  if (region !== 'own') return;
  if (url === undefined) refuse(context, ['url'], 'required', 'is required');
  else checkUrl('url', url, context);
}

const pickAddress = <Name extends string>(
  { region, url }: Region<Name>,
  addresses: Record<Name, string>,
): string => (region === 'own' ? new URL(url ?? '').origin : addresses[region]);

/** Jira Service Management accepts the same events; Opsgenie ends in April 2027. */
const OPSGENIE = {
  us: 'https://api.opsgenie.com',
  eu: 'https://api.eu.opsgenie.com',
  jira: 'https://api.atlassian.com/jsm/ops/integration',
};
const OPSGENIE_PRIORITIES: Record<AlertSeverity, string> = {
  CRITICAL: 'P1',
  HIGH: 'P2',
  MEDIUM: 'P3',
  LOW: 'P4',
  SEVERITY_UNSPECIFIED: 'P5',
};

const opsgenieSchema = z
  .strictObject({
    apiKey: field(z.string().trim().min(1).max(512), {
      label: 'API key',
      help: 'From an API integration. Stored encrypted; never shown again.',
      kind: 'secret',
    }),
    region: field(z.enum(['us', 'eu', 'jira', 'own']).default('us'), {
      label: 'Region',
      help: 'Where the Opsgenie account is, or Jira Service Management after its migration.',
      essential: true,
      options: { ...REGION_NAMES, jira: 'Jira Service Management' },
      bindsSecrets: 'address',
    }),
    ...ownAddress,
    team: field(z.string().trim().min(1).max(128).optional(), {
      label: 'Team',
      help: 'Name of the responsible team; if empty, that of the integration.',
    }),
  })
  .superRefine(checkRegion);

const details = (message: AlertMessage): Record<string, string> => Object.fromEntries(listFacts(message));

/**
 * https://docs.opsgenie.com/docs/alert-api (also Jira Service Management): alerts with the same alias are
 * counted, not doubled.
 */
function toOpsgenieMessage(
  { apiKey, team, ...region }: z.output<typeof opsgenieSchema>,
  message: AlertMessage,
  alert: MessageAlert,
): HttpMessage {
  const base = `${pickAddress(region, OPSGENIE)}/v2/alerts`;
  const headers = { authorization: `GenieKey ${apiKey}` };
  const one = { ...message, alerts: [alert] };
  if (message.kind !== 'FIRING')
    return {
      url: `${base}/${alert.id}/close?identifierType=alias`,
      headers,
      body: JSON.stringify({ source: 'Penstock', note: formatText(one).slice(0, 25_000) }),
    };
  return {
    url: base,
    headers,
    body: JSON.stringify({
      message: alert.what.slice(0, 130),
      alias: alert.id,
      description: formatText(one).slice(0, 15_000),
      ...(team ? { responders: [{ name: team, type: 'team' }] } : {}),
      tags: ['penstock'],
      details: details(one),
      entity: alert.target.slice(0, 512),
      source: 'Penstock',
      priority: OPSGENIE_PRIORITIES[message.severity],
    }),
  };
}

export const opsgenie = defineChannel({
  type: 'OPSGENIE',
  name: 'Opsgenie',
  description: 'Opens an alert in Opsgenie, and closes it when it has cleared.',
  schema: opsgenieSchema,
  describeAddress: (config) => describeHost(pickAddress(config, OPSGENIE)),
  write: (config, { message }) => ({
    subject: '',
    bodies: message.alerts.map((alert) => toOpsgenieMessage(config, message, alert).body),
  }),
  send: (config, { message, now, signal }) =>
    sendEach(
      message.alerts.map((alert) => toOpsgenieMessage(config, message, alert)),
      { now, signal, secrets: [config.apiKey] },
    ),
});

const PAGERDUTY = { us: 'https://events.pagerduty.com', eu: 'https://events.eu.pagerduty.com' };
const PAGERDUTY_SEVERITIES: Record<AlertSeverity, string> = {
  CRITICAL: 'critical',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'info',
  SEVERITY_UNSPECIFIED: 'info',
};

const pagerDutySchema = z
  .strictObject({
    routingKey: field(z.string().trim().min(1).max(128), {
      label: 'Integration key',
      help: 'From an Events API v2 integration. Stored encrypted; never shown again.',
      kind: 'secret',
    }),
    region: field(z.enum(['us', 'eu', 'own']).default('us'), {
      label: 'Region',
      help: 'Where the PagerDuty account is.',
      essential: true,
      options: REGION_NAMES,
      bindsSecrets: 'address',
    }),
    ...ownAddress,
    group: field(z.string().trim().min(1).max(255).optional(), {
      label: 'Group',
      help: 'Component group, for grouping in PagerDuty.',
    }),
  })
  .superRefine(checkRegion);

/** https://developer.pagerduty.com/docs/send-alert-event: events with one `dedup_key` are one incident. */
function toPagerDutyMessage(
  { routingKey, group, ...region }: z.output<typeof pagerDutySchema>,
  message: AlertMessage,
  alert: MessageAlert,
): HttpMessage {
  const url = `${pickAddress(region, PAGERDUTY)}/v2/enqueue`;
  const shared = { routing_key: routingKey, dedup_key: alert.id };
  if (message.kind !== 'FIRING') return { url, body: JSON.stringify({ ...shared, event_action: 'resolve' }) };
  const links = [
    ...(message.link === '' ? [] : [{ href: message.link, text: 'Open alerts' }]),
    ...(message.runbookUrl === '' ? [] : [{ href: message.runbookUrl, text: 'Runbook' }]),
  ];
  return {
    url,
    body: JSON.stringify({
      ...shared,
      event_action: 'trigger',
      client: 'Penstock',
      payload: {
        summary: alert.what.slice(0, 1024),
        source: message.site.name,
        severity: PAGERDUTY_SEVERITIES[message.severity],
        timestamp: alert.startedAt,
        component: alert.target.slice(0, 255),
        ...(group ? { group } : {}),
        class: message.rule.name,
        custom_details: details({ ...message, alerts: [alert] }),
      },
      links,
    }),
  };
}

export const pagerDuty = defineChannel({
  type: 'PAGERDUTY',
  name: 'PagerDuty',
  description: 'Opens an incident in PagerDuty, and resolves it when the alert has cleared.',
  schema: pagerDutySchema,
  describeAddress: (config) => describeHost(pickAddress(config, PAGERDUTY)),
  write: (config, { message }) => ({
    subject: '',
    bodies: message.alerts.map((alert) => toPagerDutyMessage(config, message, alert).body),
  }),
  send: (config, { message, now, signal }) =>
    sendEach(
      message.alerts.map((alert) => toPagerDutyMessage(config, message, alert)),
      { now, signal, secrets: [config.routingKey] },
    ),
});
