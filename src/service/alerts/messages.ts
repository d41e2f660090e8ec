import type { MessageKind } from '../../contract/alerts/channels.ts';
import { fillTemplate, type RuleValues } from '../../contract/alerts/message-template.ts';
import { getAdvice } from '../../contract/alerts/metrics.ts';
import type { AlertSeverity } from '../../contract/alerts/states.ts';
import {
  describeAlert,
  describeFiring,
  formatAlertValue,
  formatMinutes,
  formatTarget,
  OPERATOR_NAMES,
  SEVERITY_WORDS,
} from '../../contract/alerts/texts.ts';
import type { AlertTarget } from '../../contract/entities/alert.ts';
import { formatTime } from '../clock.ts';
import type { IdSource } from '../ids.ts';
import type { Repositories } from '../store/index.ts';
import type {
  AlertChannelRow,
  AlertDeliveryRow,
  AlertEventRow,
  AlertRuleRow,
  AlertSilenceRow,
  SiteRow,
} from '../store/schema.ts';
import type { AlertMessage, MessageAlert } from './channels/message.ts';
import { parseCondition, TOLD_AS_WORSE } from './events.ts';
import { computeSilenceState, describeSilence } from './silences.ts';

/** A message that could not be delivered for this long is given up: it would come too late to help. */
export const DELIVERY_LASTS_MS = 24 * 3600_000;
const ALERTS_PER_MESSAGE = 50;
/** Firings within an hour that count as flapping: the next must last before it is sent. */
export const FLAPS = 4;
export const FLAP_WINDOW_MS = 3600_000;
const FLAP_LASTS_MS = 15 * 60_000;
const FLAP_NOTE = `It fired ${FLAPS} times within an hour. Until it is quieter, it is reported only once it lasts 15 minutes.`;

/** Next repeat in Unix milliseconds; 0: never. */
export const computeRepeatAt = (
  { repeat_minutes }: Pick<AlertRuleRow, 'repeat_minutes'>,
  now: number,
): number => (repeat_minutes === 0 ? 0 : now + repeat_minutes * 60_000);

const describeRepeat = ({ repeat_minutes }: Pick<AlertRuleRow, 'repeat_minutes'>): string =>
  `It is still firing. This is repeated every ${formatMinutes(repeat_minutes)} until someone acknowledges it.`;

function describeWorse({ condition, severity }: AlertEventRow): string {
  const { operator, threshold, ...rest } = parseCondition(condition);
  const limit = `${OPERATOR_NAMES[operator]} ${formatAlertValue(rest, threshold)}`;
  return `It was a warning, and is ${limit} now: ${SEVERITY_WORDS[severity as AlertSeverity]}.`;
}

type Tools = { ids: IdSource; publicUrl: string };

const formatOptional = (at: number): string => (at === 0 ? '' : formatTime(at));

export function fillRuleMessage(event: AlertEventRow, siteName: string): string {
  if (event.message === '') return '';
  const condition = parseCondition(event.condition);
  const values: RuleValues = {
    rule: event.name,
    severity: event.severity,
    target: formatTarget(JSON.parse(event.target) as AlertTarget),
    value: event.value === null ? 'unknown' : formatAlertValue(condition, event.value),
    site: siteName,
    startedAt: formatTime(event.started_at),
  };
  return fillTemplate(event.message, values);
}

function toMessageAlert(event: AlertEventRow): MessageAlert {
  const condition = parseCondition(event.condition);
  const target = JSON.parse(event.target) as AlertTarget;
  return {
    id: event.id,
    what: describeAlert(target, condition, event.value),
    target: formatTarget(target),
    value: event.value,
    valueText: event.value === null ? '' : formatAlertValue(condition, event.value),
    startedAt: formatTime(event.started_at),
    firedAt: formatOptional(event.fired_at),
    endedAt: formatOptional(event.ended_at),
    endReason: event.end_reason,
  };
}

export function toMessage(
  kind: MessageKind,
  events: readonly AlertEventRow[],
  site: SiteRow,
  { publicUrl, note }: { publicUrl: string; note: string },
): AlertMessage {
  const [first] = events;
  if (!first) throw new Error('A message is about an alert');
  const condition = parseCondition(first.condition);
  return {
    kind,
    isTest: false,
    severity: first.severity as AlertSeverity,
    rule: { id: first.rule_id, name: first.name },
    site: { id: site.id, name: site.name },
    alerts: events.map(toMessageAlert),
    condition: describeFiring(condition),
    advice: getAdvice(condition),
    text: fillRuleMessage(first, site.name),
    runbookUrl: first.runbook_url,
    note,
    link: publicUrl === '' ? '' : new URL('/alerts', publicUrl).href,
  };
}

export const isBell = ({ type }: Pick<AlertChannelRow, 'type'>): boolean => type === 'CHANNEL_DEFAULT';

type Batch = {
  kind: MessageKind;
  channel: AlertChannelRow;
  note: string;
  held: string;
  events: AlertEventRow[];
};

async function insertDelivery(
  tx: Repositories,
  { ids, publicUrl }: Tools,
  site: SiteRow,
  { kind, channel, note, held, events }: Batch,
  now: number,
): Promise<void> {
  const row: AlertDeliveryRow = {
    id: ids('alert'),
    site_id: site.id,
    rule_id: events[0]?.rule_id ?? '',
    channel_id: channel.id,
    channel_name: channel.name,
    channel_type: channel.type,
    kind,
    state: held === '' ? 'WAITING' : 'CANCELED',
    message: JSON.stringify(toMessage(kind, events, site, { publicUrl, note })),
    problem: held,
    advice: '',
    attempts: 0,
    created_at: now,
    expires_at: now + DELIVERY_LASTS_MS,
    last_attempt_at: 0,
    next_attempt_at: 0,
    leased_until: 0,
    sent_at: 0,
  };
  await tx.alertDeliveries.insert(
    row,
    events.map(({ id }) => id),
  );
}

function* splitEvents(events: readonly AlertEventRow[]): Generator<AlertEventRow[]> {
  for (let index = 0; index < events.length; index += ALERTS_PER_MESSAGE)
    yield events.slice(index, index + ALERTS_PER_MESSAGE);
}

/** Channels that got the alert and still accept messages. */
async function findToldChannels(
  tx: Repositories,
  eventId: string,
  byId: ReadonlyMap<string, AlertChannelRow>,
): Promise<AlertChannelRow[]> {
  const told = (await tx.alertDeliveries.ofEvent(eventId)).filter(
    ({ kind, state }) => kind === 'FIRING' && state !== 'FAILED' && state !== 'CANCELED',
  );
  const ids = new Set(told.map(({ channel_id }) => channel_id));
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}

const describeHeld = (told: number, silence: AlertSilenceRow | undefined): string => {
  if (silence) return describeSilence(silence);
  return told >= FLAPS
    ? 'It fired again and again within an hour, and ended within 15 minutes'
    : 'It had ended before it could be reported';
};

/**
 * Creates due messages: one for new firings, one for ends; new alerts of a rule share one. Alerts are marked
 * in the same transaction, so each is sent once.
 * @returns how many, including those stored with the reason why they are not sent
 */
export async function makeMessages(
  tx: Repositories,
  tools: Tools,
  site: SiteRow,
  now: number,
): Promise<number> {
  const events = await tx.alerts.listToTell(site.id, now);
  if (events.length === 0) return 0;
  const rules = new Map((await tx.alertRules.list([site.id])).map((rule) => [rule.id, rule]));
  const channels = (await tx.alertChannels.list()).filter((one) => one.enabled === 1 && !isBell(one));
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const listChannels = ({ rule_id }: AlertEventRow): AlertChannelRow[] => {
    const ids: string[] = JSON.parse(rules.get(rule_id)?.channel_ids ?? '[]');
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  const silenceIds = events.map(({ silence_id }) => silence_id).filter((id) => id !== '');
  const silences = new Map(
    (await tx.alertSilences.findMany([...new Set(silenceIds)])).map((silence) => [silence.id, silence]),
  );
  const batches = new Map<string, Batch>();
  const add = (batch: Omit<Batch, 'events'>, event: AlertEventRow) => {
    const { kind, channel, note, held } = batch;
    const key = [kind, event.rule_id, event.severity, event.end_reason, channel.id, note, held].join();
    const known = batches.get(key) ?? { ...batch, events: [] };
    known.events.push(event);
    batches.set(key, known);
  };
  const countTold = ({ rule_id, target_key }: AlertEventRow) =>
    tx.alerts.countTold(rule_id, target_key, now - FLAP_WINDOW_MS);

  const tellFiring = async (event: AlertEventRow): Promise<void> => {
    const ofRule = listChannels(event);
    const rule = rules.get(event.rule_id);
    if (!rule || ofRule.length === 0 || event.silence_id !== '') return;
    const repeat_at = computeRepeatAt(rule, now);
    if (event.told_at > 0) {
      const note = event.repeat_at === TOLD_AS_WORSE ? describeWorse(event) : describeRepeat(rule);
      for (const channel of ofRule) add({ kind: 'FIRING', channel, note, held: '' }, event);
      await tx.alerts.updateEvent(event.id, { repeat_at });
      return;
    }
    const told = await countTold(event);
    if (told >= FLAPS && now - event.fired_at < FLAP_LASTS_MS) return;
    const note = told === FLAPS - 1 ? FLAP_NOTE : '';
    for (const channel of ofRule) add({ kind: 'FIRING', channel, note, held: '' }, event);
    await tx.alerts.updateEvent(event.id, { told_at: now, repeat_at, has_channel: 1 });
  };

  const tellEnd = async (event: AlertEventRow): Promise<void> => {
    const silence = silences.get(event.silence_id);
    // Channels that got the firing get its end after the silence.
    const isHeld = silence !== undefined && computeSilenceState(silence, now) === 'ACTIVE';
    if (event.told_at > 0 && isHeld) return;
    if (event.told_at > 0)
      for (const channel of await findToldChannels(tx, event.id, byId))
        add({ kind: event.state as MessageKind, channel, note: '', held: '' }, event);
    else {
      const held = describeHeld(await countTold(event), silence);
      for (const channel of listChannels(event)) add({ kind: 'FIRING', channel, note: '', held }, event);
    }
    await tx.alerts.updateEvent(event.id, { ended_told_at: now });
  };

  for (const event of events) await (event.state === 'FIRING' ? tellFiring(event) : tellEnd(event));
  let made = 0;
  for (const batch of batches.values())
    for (const part of splitEvents(batch.events)) {
      await insertDelivery(tx, tools, site, { ...batch, events: part }, now);
      made += 1;
    }
  return made;
}
