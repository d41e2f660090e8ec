import type { ChannelType } from '../../contract/alerts/channels.ts';
import type { AlertChannel } from '../../contract/entities/alert-channel.ts';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';
import {
  CHANNEL_TYPE_LIST,
  checkChannel,
  describeChannel,
  sealChannel,
  sendByChannel,
} from '../alerts/channels/channels.ts';
import { createTestMessage } from '../alerts/channels/message.ts';
import { toHeld } from '../auth/permissions.ts';
import { formatTime } from '../clock.ts';
import type { Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { notFound, requireFreeName, requireVersion } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { toWindow } from '../store/query.ts';
import type { AlertChannelRow, AlertRuleRow } from '../store/schema.ts';
import { parseConfig } from '../store/sealing.ts';

const TEST_MS = 30_000;

const sendsTo = (rule: AlertRuleRow, channelId: string): boolean =>
  (JSON.parse(rule.channel_ids) as string[]).includes(channelId);

/** @param isAdministrator may see the destination */
function toChannel(
  { sealer }: Pick<Services, 'sealer'>,
  row: AlertChannelRow,
  rules: readonly AlertRuleRow[],
  isAdministrator: boolean,
): AlertChannel {
  const forAdministrators = {
    config: sealer.mask(parseConfig(row)),
    address: describeChannel(sealer, row),
    problem: row.problem,
  };
  return {
    id: row.id,
    name: row.name,
    type: row.type as ChannelType,
    enabled: row.enabled === 1,
    ...(isAdministrator ? forAdministrators : {}),
    ruleCount: rules.filter((rule) => sendsTo(rule, row.id)).length,
    lastSentAt: formatTime(row.last_sent_at),
    lastFailedAt: formatTime(row.last_failed_at),
    isFailing: row.problem !== '',
    revision: row.revision,
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
  };
}

async function requireChannel(tx: Repositories, id: string): Promise<AlertChannelRow> {
  const row = await tx.alertChannels.find(id);
  if (!row) throw notFound('alert channel', id);
  return row;
}

async function requireFreeChannelName(tx: Repositories, name: string, exceptId = ''): Promise<void> {
  const isTaken = (await tx.alertChannels.list()).some(
    (row) => row.id !== exceptId && row.name.toLowerCase() === name.toLowerCase(),
  );
  requireFreeName(isTaken, 'alertChannel.name', 'Another channel has this name');
}

/** @throws ContractError VALIDATION_FAILED with a detail per wrong field */
function requireConfig(
  { sealer }: Services,
  type: ChannelType,
  sent: Record<string, unknown>,
  stored?: Record<string, unknown>,
): Record<string, unknown> {
  const { config, details } = checkChannel(sealer, type, sent, stored);
  if (config) return config;
  throw invalid(
    details.map(
      (one): ErrorDetail => ({ ...one, field: `alertChannel.config.${one.field}`.replace(/\.$/, '') }),
    ),
  );
}

type ChannelCalls =
  | 'listAlertChannelTypes'
  | 'listAlertChannels'
  | 'createAlertChannel'
  | 'updateAlertChannel'
  | 'deleteAlertChannel'
  | 'testAlertChannel';

export const alertChannelHandlers = {
  listAlertChannelTypes: async () => ({ types: [...CHANNEL_TYPE_LIST] }),

  listAlertChannels: async ({ query, tx, services, principal }) => {
    const rows = await tx.alertChannels.list();
    const rules = await tx.alertRules.list(query.siteIds);
    const { isAdministrator } = toHeld(principal);
    const alertChannels = toWindow(rows, query, 'desc').map((row) =>
      toChannel(services, row, rules, isAdministrator),
    );
    return { alertChannels, pagination: { totalCount: rows.length } };
  },

  createAlertChannel: async ({ body, tx, services, now }) => {
    const { name, type, config, enabled } = body.alertChannel;
    const checked = requireConfig(services, type, config);
    await requireFreeChannelName(tx, name);
    const id = services.ids('alert');
    await tx.alertChannels.insert({
      id,
      name,
      type,
      config: sealChannel(services.sealer, type, checked),
      problem: '',
      enabled: enabled ? 1 : 0,
      last_sent_at: 0,
      last_failed_at: 0,
      revision: 1,
      created_at: now,
      updated_at: now,
    });
    return { id };
  },

  updateAlertChannel: async ({ body, tx, services, now, ifMatch, setEtag }) => {
    const { id, name, config, enabled } = body.alertChannel;
    const row = await requireChannel(tx, id);
    const rules = await tx.alertRules.list();
    requireVersion(ifMatch, row.revision, () => toChannel(services, row, rules, true));
    if (name !== undefined) await requireFreeChannelName(tx, name, id);
    const type = row.type as ChannelType;
    const checked = config && requireConfig(services, type, config, parseConfig(row));
    const changed: AlertChannelRow = {
      ...row,
      name: name ?? row.name,
      config: checked ? sealChannel(services.sealer, type, checked) : row.config,
      enabled: enabled === undefined ? row.enabled : enabled ? 1 : 0,
      revision: row.revision + 1,
      updated_at: now,
    };
    await tx.alertChannels.update(changed);
    await tx.alertDeliveries.hasten(id);
    setEtag(changed.revision);
    return { alertChannel: toChannel(services, changed, rules, true) };
  },

  deleteAlertChannel: async ({ path, tx, services, ifMatch }) => {
    const row = await requireChannel(tx, path.alertChannelId);
    const rules = await tx.alertRules.list();
    requireVersion(ifMatch, row.revision, () => toChannel(services, row, rules, true));
    const users = rules.filter((rule) => sendsTo(rule, row.id));
    const reports = (await tx.reports.list()).filter(({ channel_id }) => channel_id === row.id);
    if (reports.length > 0) {
      const names = reports
        .map(({ name }) => `'${name}'`)
        .slice(0, 5)
        .join(', ');
      const message = `The channel '${row.name}' sends the reports ${names}${reports.length > 5 ? ` and ${reports.length - 5} more` : ''}; choose another for them first`;
      throw new ContractError('IN_USE', message, {
        details: reports.map(({ id, name }) => ({ field: `reports.${id}`, rule: 'in_use', message: name })),
      });
    }
    if (users.length > 0) {
      const names = users
        .slice(0, 5)
        .map(({ name }) => `'${name}'`)
        .join(', ');
      const more = users.length > 5 ? ` and ${users.length - 5} more` : '';
      const message = `The channel '${row.name}' is used by the rules ${names}${more}; take it out of them first`;
      throw new ContractError('IN_USE', message, {
        details: users.map(({ id, name }) => ({ field: `rules.${id}`, rule: 'in_use', message: name })),
      });
    }
    await tx.alertChannels.delete(row.id);
    return {};
  },

  testAlertChannel: async ({ body, tx, services, now, note }) => {
    const { id, name, type, config } = body.alertChannel;
    const row = id === undefined ? undefined : await requireChannel(tx, id);
    if (row && row.type !== type)
      throw invalid([
        { field: 'alertChannel.type', rule: 'same', message: `must be ${row.type}, as the saved channel is` },
      ]);
    const checked = requireConfig(services, type, config, row && parseConfig(row));
    const begin = services.steady();
    const outcome = await sendByChannel(type, checked, {
      id: services.ids('alert'),
      message: createTestMessage(now, name || row?.name || type, ''),
      now,
      signal: AbortSignal.timeout(TEST_MS),
    });
    const problem = outcome.isAccepted ? (outcome.note ?? '') : outcome.problem;
    await note({
      entity: 'alertChannel',
      id: id ?? '',
      name: name || row?.name || '',
      siteId: '',
      before: null,
      after: { tested: true, type, accepted: outcome.isAccepted, ...(problem === '' ? {} : { problem }) },
    });
    return {
      result: {
        isAccepted: outcome.isAccepted,
        problem,
        advice: outcome.isAccepted ? '' : outcome.advice,
        elapsedMilliseconds: Math.round(services.steady() - begin),
      },
    };
  },
} satisfies Pick<Handlers, ChannelCalls>;
