import type { AlertSeverity } from '../../contract/alerts/states.ts';
import type { AlertTarget } from '../../contract/entities/alert.ts';
import type { IdSource } from '../ids.ts';
import type { AlertChannelRow, AlertEventRow, AlertRuleRow, SiteRow } from '../store/schema.ts';
import { openConfig, type Sealer } from '../store/sealing.ts';
import { sendByChannel } from './channels/channels.ts';
import type { SendOutcome } from './channels/kind.ts';
import type { AlertMessage } from './channels/message.ts';
import { parseCondition } from './events.ts';
import { isBell, toMessage } from './messages.ts';

const TEST_MS = 30_000;
const PAUSED: SendOutcome = {
  isAccepted: false,
  problem: 'The channel is paused',
  advice: 'Resume it, or choose another',
  canRetry: false,
};

export type ToldRule = Pick<
  AlertRuleRow,
  'id' | 'site_id' | 'name' | 'severity' | 'condition' | 'runbook_url' | 'message'
>;

/** A firing alert that is not stored. Times in Unix milliseconds. */
export function createExampleEvent(
  rule: ToldRule,
  target: AlertTarget,
  { value, at }: { value: number; at: number },
): AlertEventRow {
  return {
    id: 'test',
    site_id: rule.site_id,
    rule_id: rule.id,
    name: rule.name,
    severity: rule.severity satisfies string as AlertSeverity,
    state: 'FIRING',
    target_key: '',
    target: JSON.stringify(target),
    condition: rule.condition,
    runbook_url: rule.runbook_url,
    message: rule.message,
    end_reason: '',
    timeline: '[]',
    acknowledged_by: '',
    silence_id: '',
    has_channel: 1,
    started_at: at,
    fired_at: at,
    ended_at: 0,
    last_event_at: at,
    acknowledged_at: 0,
    told_at: 0,
    repeat_at: 0,
    ended_told_at: 0,
    value,
    peak: value,
  };
}

function createRuleTest(rule: AlertRuleRow, site: SiteRow, target: AlertTarget, now: number): AlertMessage {
  const { threshold } = parseCondition(rule.condition);
  const event = createExampleEvent(rule, target, { value: threshold, at: now });
  const note = 'This is a test of the rule: nothing is wrong.';
  return { ...toMessage('FIRING', [event], site, { publicUrl: '', note }), isTest: true };
}

type Tools = { sealer: Sealer; ids: IdSource };
type Asked = { rule: AlertRuleRow; site: SiteRow; channels: readonly AlertChannelRow[]; target: AlertTarget };

/** Sends through all channels but the bell at once. Stores nothing. */
export function sendRuleTest(
  { sealer, ids }: Tools,
  { rule, site, channels, target }: Asked,
  now: number,
): Promise<{ channel: AlertChannelRow; outcome: SendOutcome }[]> {
  const message = createRuleTest(rule, site, target, now);
  return Promise.all(
    channels
      .filter((channel) => !isBell(channel))
      .map(async (channel) => ({
        channel,
        outcome:
          channel.enabled === 0
            ? PAUSED
            : await sendByChannel(channel.type, openConfig({ sealer }, channel), {
                id: ids('alert'),
                message,
                now,
                signal: AbortSignal.timeout(TEST_MS),
              }),
      })),
  );
}
