import { z } from 'zod';
import type { AssetType } from '../../../contract/enums.ts';
import { NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { addressText, conditionValue, fieldPathText, type Issues, refuse, targetPathText } from './checks.ts';
import { field, type Hints } from './hints.ts';

export const MIB = 1024 * 1024;

export const port = (initial?: number) => {
  const number = z.int().min(1).max(65_535);
  return field(number, {
    label: 'Port',
    help: 'Port of this machine to listen on; one source per port.',
    ...(initial !== undefined && { placeholder: String(initial) }),
  });
};

export const address = () =>
  field(addressText().default('127.0.0.1'), {
    label: 'Address',
    essential: true,
    help: 'Address to listen on. 127.0.0.1 takes data from this machine only, 0.0.0.0 from the whole network.',
  });

export const maxLineBytes = (initial: number) =>
  field(
    z
      .int()
      .min(64)
      .max(64 * MIB)
      .default(initial),
    {
      label: 'Longest line',
      help: 'Choose below what happens to longer ones.',
      unit: 'bytes',
      group: 'Limits',
    },
  );

export const fieldPath = (label: string, help: string, placeholder = 'user.name') =>
  field(fieldPathText(), { label, help, kind: 'field', placeholder });

export const optionalFieldPath = (label: string, help: string, placeholder = 'user.name') =>
  field(fieldPathText().optional(), { label, help, kind: 'field', placeholder });

export const targetPath = (label: string, help: string, placeholder = 'user.name') =>
  field(targetPathText(), { label, help, kind: 'field', placeholder });

export const optionalTargetPath = (label: string, help: string, placeholder = 'user.name') =>
  field(targetPathText().optional(), { label, help, kind: 'field', placeholder });

export const messageField = (help: string) =>
  field(fieldPathText().default('message'), { label: 'Field', help, kind: 'field' });

export const fieldPaths = (label: string, help: string) =>
  field(z.array(fieldPathText()).min(1).max(1000), { label, help, kind: 'fields', placeholder: 'user.name' });

/** Optional; their values identify an event. */
export const keyFields = (label: string, help: string) =>
  field(z.array(fieldPathText()).max(20).default([]), {
    label,
    help,
    kind: 'fields',
    placeholder: 'service',
  });

/** Bounds memory when a key field holds unique values. */
export const maxKeys = (help: string) =>
  field(z.int().min(2).max(1_000_000).default(100_000), {
    label: 'Values remembered',
    help,
    group: 'Limits',
  });

export const parserFields = () => ({
  target: optionalTargetPath(
    'Put the fields in',
    'An object for the new fields; if empty, they go to the top level.',
    'parsed',
  ),
  keepOriginal: field(z.boolean().default(false), {
    label: 'Keep the text too',
    help: 'Otherwise the parsed field is removed after parsing.',
  }),
  numbers: field(z.boolean().default(false), {
    label: 'Numbers as numbers',
    help: 'A value such as 200 or 0.5 becomes a number; 007 and 1.2.3 stay text.',
  }),
});

export const assetField = (label: string, help: string, assetTypes: AssetType[]) =>
  field(z.string().trim().min(1).max(NAME_MAX_LENGTH), { label, help, kind: 'asset', assetTypes });

export const transformFields = () => ({
  condition: field(z.optional(conditionValue()), {
    label: 'Only events where',
    help: 'Other events pass unchanged. Left empty, every event is processed. @origin.sender, @origin.file and the like are where an event came from.',
    kind: 'condition',
    group: 'When',
  }),
  onError: field(z.enum(['keep', 'drop', 'tag']).default('keep'), {
    label: 'When an event cannot be processed',
    help: 'It is counted as an error in any case.',
    group: 'When',
    options: {
      keep: 'Keep it unchanged',
      drop: 'Drop it',
      tag: 'Keep it and name the error in the field penstock_error, several as a list',
    },
  }),
});

export const authFields = (group: string) => ({
  auth: field(z.enum(['none', 'basic', 'bearer']).default('none'), {
    label: 'Authentication',
    essential: true,
    help: 'How requests authenticate.',
    group,
    options: { none: 'None', basic: 'User and password', bearer: 'Token' },
  }),
  username: field(z.string().min(1).max(256).optional(), {
    label: 'User',
    essential: true,
    help: 'Name sent with the password.',
    group,
    visibleWhen: { property: 'auth', oneOf: ['basic'] },
  }),
  password: field(z.string().min(1).max(4096).optional(), {
    label: 'Password',
    essential: true,
    help: 'Stored encrypted; never shown again.',
    kind: 'secret',
    group,
    visibleWhen: { property: 'auth', oneOf: ['basic'] },
  }),
  token: field(z.string().min(1).max(4096).optional(), {
    label: 'Token',
    essential: true,
    help: 'Sent as "Authorization: Bearer …". Stored encrypted; never shown again.',
    kind: 'secret',
    group,
    visibleWhen: { property: 'auth', oneOf: ['bearer'] },
  }),
});

/** A separate property, because other headers are stored and shown in clear text. */
export const keyAuthFields = (group: string) => ({
  ...authFields(group),
  auth: field(z.enum(['none', 'basic', 'bearer', 'api_key']).default('none'), {
    label: 'Authentication',
    essential: true,
    help: 'How requests authenticate.',
    group,
    options: { none: 'None', basic: 'User and password', bearer: 'Token', api_key: 'API key in a header' },
  }),
  apiKeyHeader: field(
    z
      .string()
      .trim()
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/, 'must be a header name: letters, digits and -')
      .default('x-api-key'),
    {
      label: 'Header of the key',
      help: 'Name of the header that carries the API key.',
      group,
      visibleWhen: { property: 'auth', oneOf: ['api_key'] },
    },
  ),
  apiKey: field(z.string().min(1).max(4096).optional(), {
    label: 'API key',
    essential: true,
    help: 'Stored encrypted; never shown again.',
    kind: 'secret',
    group,
    visibleWhen: { property: 'auth', oneOf: ['api_key'] },
  }),
});

type Credentials = {
  auth: 'none' | 'basic' | 'bearer' | 'api_key';
  username?: string | undefined;
  password?: string | undefined;
  token?: string | undefined;
  apiKey?: string | undefined;
};

export function checkAuth(config: Credentials, context: Issues): void {
  const needed = {
    none: [],
    basic: ['username', 'password'],
    bearer: ['token'],
    api_key: ['apiKey'],
  } as const;
  const chosen = { none: '', basic: 'user and password', bearer: 'token', api_key: 'API key' }[config.auth];
  for (const name of needed[config.auth])
    if (config[name] === undefined)
      refuse(context, [name], 'required', `is required for authentication by ${chosen}`);
}

/** `help` names the field that receives the event id. */
export const eventIdField = (help: string, initial = false, visibleWhen?: Hints['visibleWhen']) =>
  field(z.boolean().default(initial), {
    label: 'Send the event id',
    help: `${help} An event that is sent again keeps its id, so that the receiver can detect duplicates.`,
    group: 'Delivery',
    ...(visibleWhen && { visibleWhen }),
  });

export const originField = (visibleWhen: Hints['visibleWhen']) =>
  field(z.boolean().default(false), {
    label: 'Send where events came from',
    help: 'In the field @origin, in archives origin: source, time of arrival, and sender or file. Costs about 150 bytes per event.',
    group: 'Delivery',
    ...(visibleWhen && { visibleWhen }),
  });

const STARTS = { write: 'Writes', object: 'Writes an object' };

export const deliveryFields = (
  batching: { maxEvents: number; maxBytes: number; timeoutMs: number },
  per: 'write' | 'object' = 'write',
) => ({
  batch: field(
    z
      .strictObject({
        maxEvents: field(z.int().min(1).max(100_000).default(batching.maxEvents), {
          label: `Events per ${per}`,
          help: `${STARTS[per]} once this many events are waiting.`,
        }),
        maxBytes: field(
          z
            .int()
            .min(1024)
            .max(64 * MIB)
            .default(batching.maxBytes),
          {
            label: `Bytes per ${per}`,
            help: `${STARTS[per]} once this many bytes are waiting, before compression.`,
            unit: 'bytes',
          },
        ),
        timeoutMs: field(z.int().min(0).max(600_000).default(batching.timeoutMs), {
          label: 'Longest wait',
          help: `${STARTS[per]} at the latest this long after the first event; 0 writes at once.`,
          unit: 'ms',
        }),
      })
      .prefault({}),
    {
      label: per === 'write' ? 'Batches' : 'Objects',
      help: `How events are batched into one ${per}; the first limit reached applies.`,
      group: 'Delivery',
    },
  ),
  buffer: field(
    z
      .strictObject({
        mode: field(z.enum(['disk', 'memory']).default('disk'), {
          label: 'Kept',
          help: 'On disk, events survive a crash or power loss before they are delivered; in memory they are acknowledged only once delivered.',
          options: { disk: 'On disk', memory: 'In memory' },
        }),
        maxBytes: field(
          z
            .int()
            .min(MIB)
            .max(1_099_511_627_776)
            .default(256 * MIB),
          {
            label: 'Size limit',
            help: 'Maximum bytes waiting for this destination, per pipeline.',
            unit: 'bytes',
          },
        ),
        whenFull: field(z.enum(['block', 'drop_newest']).default('block'), {
          label: 'When full',
          help: 'Making the source wait loses nothing; dropping keeps the source and other destinations running.',
          options: { block: 'Make the source wait', drop_newest: 'Drop new events and count them' },
        }),
      })
      .prefault({}),
    {
      label: 'Buffer',
      help: 'Keeps events while the destination is slow or down.',
      group: 'Delivery',
    },
  ),
});
