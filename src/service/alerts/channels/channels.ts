import { z } from 'zod';
import type { ChannelType } from '../../../contract/alerts/channels.ts';
import type { ConfigProperty } from '../../../contract/config-format.ts';
import type { AlertChannelType } from '../../../contract/entities/alert-channel.ts';
import type { ErrorDetail } from '../../../contract/errors.ts';
import { checkKeptSecrets } from '../../../contract/kept-secrets.ts';
import { explainIssues, toConfigFormat, toProperties } from '../../../engine/components/catalogue.ts';
import { SECRET_BOUND } from '../../kept-secrets.ts';
import { withoutColumns } from '../../store/query.ts';
import type { AlertChannelRow } from '../../store/schema.ts';
import { parseConfig, type Sealer } from '../../store/sealing.ts';
import { email } from './email.ts';
import { opsgenie, pagerDuty } from './incidents.ts';
import {
  type ChannelKind,
  defineChannel,
  type SendInput,
  type SendOutcome,
  type WriteInput,
  type WrittenMessage,
} from './kind.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { webhook } from './webhook.ts';

/** Its alerts ring the bell when stored; nothing is sent. */
const bell = defineChannel({
  type: 'CHANNEL_DEFAULT',
  name: 'Bell',
  description: 'Rings the bell of this console, beside other channels of a rule.',
  schema: z.strictObject({}),
  describeAddress: () => 'This console',
  write: () => ({ subject: '', bodies: [] }),
  send: async () => ({ isAccepted: true }),
});

const KINDS: readonly ChannelKind[] = [slack, email, webhook, teams, opsgenie, pagerDuty, bell];

function requireKind(type: string): ChannelKind {
  const kind = KINDS.find((one) => one.type === type);
  if (!kind) throw new Error(`There is no type of channel ${type}`);
  return kind;
}

const PROPERTIES = new Map(KINDS.map(({ type, schema }) => [type, toProperties(schema)]));
const listProperties = (type: ChannelType): ConfigProperty[] => PROPERTIES.get(type) ?? [];
const listSecrets = (type: ChannelType): string[] =>
  listProperties(type).flatMap(({ name, kind }) => (kind === 'secret' ? [name] : []));

export const CHANNEL_TYPE_LIST: readonly AlertChannelType[] = KINDS.map(
  ({ type, name, description, schema }) => ({
    type,
    name,
    description,
    configFormat: toConfigFormat(schema),
  }),
);

type Config = Record<string, unknown>;
export type ChannelCheck =
  | { config: Config; details?: undefined }
  | { config?: undefined; details: ErrorDetail[] };

/**
 * Validates, and fills in stored secrets for `{set: true}`, but only for the address they were given for.
 * @param stored secrets sealed; absent for a new channel
 * @returns secrets in clear, or a detail per wrong field
 */
export function checkChannel(
  sealer: Sealer,
  type: ChannelType,
  sent: Config,
  stored: Config = {},
): ChannelCheck {
  const properties = listProperties(type);
  const { problems, dropped } = checkKeptSecrets(properties, stored, sent);
  const asked = dropped.reduce<Config>((left, name) => withoutColumns(left, name), sent);
  if (problems.length > 0)
    return { details: problems.map(({ field, message }) => ({ field, rule: SECRET_BOUND, message })) };
  const config = sealer.keep(asked, listSecrets(type), stored);
  const parsed = requireKind(type).schema.safeParse(config, { reportInput: true });
  if (parsed.success) return { config: parsed.data };
  return { details: explainIssues(parsed.error.issues, properties) };
}

export const sealChannel = (sealer: Sealer, type: ChannelType, config: Config): string =>
  JSON.stringify(sealer.seal(config, listSecrets(type)));

/** Destination of a stored channel, without secrets. */
export const describeChannel = (sealer: Sealer, row: AlertChannelRow): string =>
  requireKind(row.type).describeAddress(sealer.open(parseConfig(row)));

const HIDDEN = '…';

export function writeByChannel(row: AlertChannelRow, input: WriteInput): WrittenMessage {
  const config = parseConfig(row);
  const hidden = listSecrets(row.type as ChannelType).filter((name) => config[name] !== undefined);
  const shown = { ...config, ...Object.fromEntries(hidden.map((name) => [name, HIDDEN])) };
  return requireKind(row.type).write(shown, input);
}

export const hasOwnBody = (row: AlertChannelRow): boolean => parseConfig(row).body === 'template';

/** @param config secrets in clear */
export const sendByChannel = (type: string, config: Config, input: SendInput): Promise<SendOutcome> =>
  requireKind(type).send(config, input);
