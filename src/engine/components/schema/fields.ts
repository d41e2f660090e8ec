import { z } from 'zod';
import { addressText, conditionValue, fieldPathText } from './checks.ts';
import { field } from './hints.ts';

/** Properties that several components share. */

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
      help: 'Longer lines are set aside and counted as errors; the lines after them go on.',
      unit: 'bytes',
      group: 'Limits',
    },
  );

export const fieldPath = (label: string, help: string, placeholder = 'user.name') =>
  field(fieldPathText(), { label, help, kind: 'field', placeholder });

export const optionalFieldPath = (label: string, help: string, placeholder = 'user.name') =>
  field(fieldPathText().optional(), { label, help, kind: 'field', placeholder });

export const messageField = (help: string) =>
  field(fieldPathText().default('message'), { label: 'Field', help, kind: 'field' });

export const fieldPaths = (label: string, help: string) =>
  field(z.array(fieldPathText()).min(1).max(1000), { label, help, kind: 'fields', placeholder: 'user.name' });

/** What every transform has. */
export const transformFields = () => ({
  condition: field(z.optional(conditionValue()), {
    label: 'Only events where',
    help: 'Other events pass unchanged. Left empty, every event is processed.',
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
      tag: 'Keep it and name the error in the field penstock_error',
    },
  }),
});

export const authFields = (group: string) => ({
  auth: field(z.enum(['none', 'basic', 'bearer']).default('none'), {
    label: 'Authentication',
    help: 'What a request carries to prove that it may send.',
    group,
    options: { none: 'None', basic: 'User and password', bearer: 'Token' },
  }),
  username: field(z.string().min(1).max(256).optional(), {
    label: 'User',
    help: 'Name sent with the password.',
    group,
    visibleWhen: { property: 'auth', oneOf: ['basic'] },
  }),
  password: field(z.string().min(1).max(4096).optional(), {
    label: 'Password',
    help: 'Stored sealed; it is never shown again.',
    kind: 'secret',
    group,
    visibleWhen: { property: 'auth', oneOf: ['basic'] },
  }),
  token: field(z.string().min(1).max(4096).optional(), {
    label: 'Token',
    help: 'Sent as "Authorization: Bearer …". Stored sealed; it is never shown again.',
    kind: 'secret',
    group,
    visibleWhen: { property: 'auth', oneOf: ['bearer'] },
  }),
});

type Credentials = {
  auth: 'none' | 'basic' | 'bearer';
  username?: string | undefined;
  password?: string | undefined;
  token?: string | undefined;
};
type Issues = {
  addIssue(issue: { code: 'custom'; path: string[]; message: string; params: { rule: string } }): void;
};

/** The chosen kind of authentication has what it needs. */
export function checkAuth(config: Credentials, context: Issues): void {
  const needed = { none: [], basic: ['username', 'password'], bearer: ['token'] } as const;
  const chosen = { none: '', basic: 'user and password', bearer: 'token' }[config.auth];
  for (const name of needed[config.auth])
    if (config[name] === undefined)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `is required for authentication by ${chosen}`,
        params: { rule: 'required' },
      });
}

/** What every sink has: how events are gathered, and what keeps them while the destination cannot take them. */
export const deliveryFields = (batching: { maxEvents: number; maxBytes: number; timeoutMs: number }) => ({
  batch: field(
    z
      .strictObject({
        maxEvents: field(z.int().min(1).max(100_000).default(batching.maxEvents), {
          label: 'Events per write',
          help: 'A write starts when so many events wait.',
        }),
        maxBytes: field(
          z
            .int()
            .min(1024)
            .max(64 * MIB)
            .default(batching.maxBytes),
          {
            label: 'Bytes per write',
            help: 'A write starts when so many bytes wait.',
            unit: 'bytes',
          },
        ),
        timeoutMs: field(z.int().min(0).max(600_000).default(batching.timeoutMs), {
          label: 'Longest wait',
          help: 'A write starts at the latest so long after the first event; 0 writes at once.',
          unit: 'ms',
        }),
      })
      .prefault({}),
    {
      label: 'Batches',
      help: 'How events are gathered into one write; the first limit reached counts.',
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
            help: 'Most bytes that wait for this destination, per pipeline.',
            unit: 'bytes',
          },
        ),
        whenFull: field(z.enum(['block', 'drop_newest']).default('block'), {
          label: 'When full',
          help: 'Making the source wait loses nothing; dropping keeps the source and other destinations going.',
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
