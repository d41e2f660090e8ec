import type { MessageKind } from '../../../contract/alerts/channels.ts';
import type { MessageValues } from '../../../contract/alerts/message-template.ts';
import type { AlertSeverity } from '../../../contract/alerts/states.ts';
import { SEVERITY_WORDS } from '../../../contract/alerts/texts.ts';

/** Times are RFC 3339, empty where not applicable. */
export type MessageAlert = {
  id: string;
  /** A sentence without its period: `Lag of 's3' in 'web': 71 s`. */
  what: string;
  target: string;
  value: number | null;
  valueText: string;
  startedAt: string;
  firedAt: string;
  endedAt: string;
  endReason: string;
};

/** Stored with its delivery: the state when the alert changed. */
export type AlertMessage = {
  kind: MessageKind;
  isTest: boolean;
  severity: AlertSeverity;
  rule: { id: string; name: string };
  site: { id: string; name: string };
  alerts: MessageAlert[];
  condition: string;
  advice: string;
  /** The rule's own text, or empty. */
  text: string;
  runbookUrl: string;
  note: string;
  /** Alerts in the console; empty without a public URL. */
  link: string;
};

const NAMED_MAX = 20;

const takeFirst = ({ alerts }: AlertMessage): MessageAlert => {
  const [first] = alerts;
  if (!first) throw new Error('A message is about an alert');
  return first;
};

const formatEvent = ({ isTest, kind }: AlertMessage): string => (isTest ? 'test' : kind.toLowerCase());

const formatLabel = (message: AlertMessage): string => {
  if (message.isTest) return 'Test';
  return { FIRING: SEVERITY_WORDS[message.severity], RESOLVED: 'Resolved', DISCARDED: 'Ended' }[message.kind];
};

/** `2026-11-26 02:10 UTC`. */
const formatTime = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** `[High] Lag of 's3' in 'web': 71 s and 2 more`. */
export function formatTitle(message: AlertMessage): string {
  const more = message.alerts.length - 1;
  const { what } = takeFirst(message);
  return `[${formatLabel(message)}] ${what}${more > 0 ? ` and ${more} more` : ''}`;
}

export function listFacts(message: AlertMessage): [label: string, text: string][] {
  const { kind, alerts, rule, site, condition, advice, text: ownText, note, runbookUrl, link } = message;
  const first = takeFirst(message);
  const others = alerts.slice(1, NAMED_MAX).map(({ what }) => what);
  const unnamed = alerts.length - 1 - others.length;
  const ended = first.endedAt === '' ? '' : formatTime(first.endedAt);
  const why = first.endReason === '' ? '' : `. ${first.endReason}`;
  const facts: [string, string][] = [
    ['Message', ownText],
    ['Also', [...others, ...(unnamed > 0 ? [`${unnamed} more`] : [])].join('; ')],
    ['Rule', rule.name],
    ['Condition', condition],
    ['Since', formatTime(first.startedAt)],
    ['Ended', ended === '' ? '' : `${ended}${why}`],
    ['Site', site.name],
    ['What to do', kind === 'FIRING' ? advice : ''],
    ['Note', note],
    ['Runbook', runbookUrl],
    ['Open', link],
  ];
  return facts.filter(([, text]) => text !== '');
}

export const formatText = (message: AlertMessage): string =>
  [formatTitle(message), '', ...listFacts(message).map(([label, text]) => `${label}: ${text}`)].join('\n');

/** @param id delivery id */
export function toValues(message: AlertMessage, id: string): MessageValues {
  const first = takeFirst(message);
  return {
    id,
    alertId: first.id,
    event: formatEvent(message),
    title: formatTitle(message),
    text: formatText(message),
    rule: message.rule.name,
    severity: message.severity,
    target: first.target,
    value: first.valueText,
    site: message.site.name,
    startedAt: first.startedAt,
    advice: message.advice,
    runbookUrl: message.runbookUrl,
    link: message.link,
  };
}

export const createTestMessage = (now: number, channelName: string, link: string): AlertMessage => ({
  kind: 'FIRING',
  isTest: true,
  severity: 'LOW',
  rule: { id: '', name: 'Test' },
  site: { id: '', name: 'None' },
  alerts: [
    {
      id: 'test',
      what: `This is a test of the channel '${channelName}'`,
      target: 'test',
      value: null,
      valueText: '',
      startedAt: new Date(now).toISOString(),
      firedAt: new Date(now).toISOString(),
      endedAt: '',
      endReason: '',
    },
  ],
  condition: 'Nothing is wrong.',
  advice: 'Nothing: alerts of rules that send to this channel look like this.',
  text: '',
  runbookUrl: '',
  note: '',
  link,
});
