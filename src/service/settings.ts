import { z } from 'zod';
import { type Flag, parseFlags } from '../contract/flags.ts';
import { LOG_LEVELS } from './log.ts';

/** One setting: the environment variable, its default and what it does. */
type Setting<T> = { name: string; fallback: string; description: string; schema: z.ZodType<T, string> };

const setting = <T>(
  name: string,
  fallback: string,
  description: string,
  schema: z.ZodType<T, string>,
): Setting<T> => ({ name, fallback, description, schema });

const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

const flagsSchema = z.string().transform((text, context): Flag[] => {
  try {
    return parseFlags(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'unknown flag' });
    return z.NEVER;
  }
});

const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((port) => port <= 65_535, 'must be at most 65535');

/** Every setting, in the order of `--help`. */
export const SETTINGS = {
  host: setting(
    'PENSTOCK_HOST',
    '127.0.0.1',
    'Address to listen on. Without sign-in only an address of this machine itself.',
    z
      .string()
      .refine((host) => LOOPBACK.includes(host), `must be one of ${LOOPBACK.join(', ')} without sign-in`),
  ),
  port: setting('PENSTOCK_PORT', '4600', 'Port to listen on; 0 takes a free one.', portSchema),
  data: setting(
    'PENSTOCK_DATA',
    '.penstock',
    'Folder for everything that is kept, made when it is missing.',
    z.string().min(1, 'must name a folder'),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'PostgreSQL to use instead of the SQLite file in the data folder (postgres://…).',
    z.string().regex(/^$|^postgres(ql)?:\/\//, 'must begin with postgres://'),
  ),
  auth: setting(
    'PENSTOCK_AUTH',
    'none',
    'Sign-in: none makes everyone on this machine an administrator.',
    z.enum(['none'], "must be 'none'"),
  ),
  flags: setting(
    'PENSTOCK_FLAGS',
    '',
    'Feature flags to turn on, or off with a leading minus, separated by commas.',
    flagsSchema,
  ),
  secretKey: setting(
    'PENSTOCK_SECRET_KEY',
    '',
    'Key that seals secrets, 32 bytes in base64; left out, a key file in the data folder.',
    z
      .string()
      .refine(
        (text) => text === '' || Buffer.from(text, 'base64').length === 32,
        'must be 32 bytes in base64',
      ),
  ),
  logLevel: setting(
    'PENSTOCK_LOG_LEVEL',
    'warn',
    `What is logged to standard error: ${LOG_LEVELS.join(', ')}.`,
    z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`),
  ),
};

type Table = typeof SETTINGS;
export type Settings = { [K in keyof Table]: z.output<Table[K]['schema']> };

/** A setting is wrong; the message is one line that begins with its name. */
export class SettingError extends Error {
  constructor(name: string, why: string) {
    super(`${name} ${why}`);
    this.name = 'SettingError';
  }
}

/**
 * Reads every setting from the environment.
 * @throws SettingError naming the first wrong one.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const entries = Object.entries(SETTINGS).map(([key, { name, fallback, schema }]) => {
    const given = environment[name];
    const value = given === undefined || given === '' ? fallback : given;
    const parsed = (schema as z.ZodType<unknown, string>).safeParse(value);
    if (parsed.success) return [key, parsed.data];
    const shown = name === 'PENSTOCK_SECRET_KEY' || name === 'DATABASE_URL' ? '' : ` (it is '${value}')`;
    throw new SettingError(name, `${parsed.error.issues[0]?.message ?? 'is wrong'}${shown}`);
  });
  return Object.fromEntries(entries);
}

/** The text of `npm start -- --help`. */
export function helpText(): string {
  const lines = Object.values(SETTINGS).flatMap(({ name, fallback, description }) => [
    `  ${name}${fallback === '' ? '' : ` (${fallback})`}`,
    `      ${description}`,
  ]);
  return [
    'Starts Penstock: the console and the service that runs pipelines on this machine.',
    '',
    'Usage: npm start [-- --help]',
    '',
    'Settings are environment variables; the value in brackets is the default.',
    '',
    ...lines,
    '',
  ].join('\n');
}
