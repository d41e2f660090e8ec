import { isIP } from 'node:net';
import { delimiter, isAbsolute } from 'node:path';
import { z } from 'zod';
import { type Flag, parseFlags, parseFlagsOff } from '../contract/flags.ts';
import { LOG_LEVELS } from './log.ts';

type Setting<T> = { name: string; fallback: string; description: string; schema: z.ZodType<T, string> };

const setting = <T>(
  name: string,
  fallback: string,
  description: string,
  schema: z.ZodType<T, string>,
): Setting<T> => ({ name, fallback, description, schema });

const flagsSchema = z.string().transform((text, context): { on: Flag[]; off: Flag[] } => {
  try {
    return { on: parseFlags(text), off: parseFlagsOff(text) };
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'unknown flag' });
    return z.NEVER;
  }
});

/** An address, or a network such as 10.0.0.0/8. */
const isNetwork = (text: string): boolean => {
  const [address = '', prefix = '0', more] = text.trim().split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  return more === undefined && isIP(address) !== 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
};

const networksSchema = z
  .string()
  .refine(
    (text) => text === '' || text.split(',').every(isNetwork),
    'must be addresses or networks such as 10.0.0.0/8, separated by commas',
  );

const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((port) => port <= 65_535, 'must be at most 65535');

/** In the order of `--help`. */
export const SETTINGS = {
  host: setting(
    'PENSTOCK_HOST',
    '127.0.0.1',
    'Address to listen on. Anything but a loopback address requires PENSTOCK_AUTH=oidc or saml, and https.',
    z.string().min(1, 'must name an address'),
  ),
  port: setting('PENSTOCK_PORT', '4600', 'Port to listen on; 0 takes a free one.', portSchema),
  data: setting(
    'PENSTOCK_DATA',
    '.penstock',
    'Folder for all data; created when it is missing.',
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
    'settings',
    'Sign-in: settings follows Settings, SSO, where it is off at first; none makes everyone on this machine an administrator, regardless of that page; oidc and saml use the provider named here.',
    z.enum(['settings', 'none', 'oidc', 'saml'], "must be 'settings', 'none', 'oidc' or 'saml'"),
  ),
  publicUrl: setting(
    'PENSTOCK_PUBLIC_URL',
    '',
    'Address at which people open the console, when it differs from the one listened on (https://…).',
    z
      .string()
      .regex(
        /^$|^https?:\/\/[^\s/]+\/?$/,
        'must be an address without a path, such as https://penstock.example.org',
      )
      .transform((text) => text.replace(/\/$/, '')),
  ),
  tlsCert: setting(
    'PENSTOCK_TLS_CERT',
    '',
    'Certificate file, with intermediate certificates (PEM): the service then speaks https (TLS 1.2 or newer) and nothing else. Requires PENSTOCK_TLS_KEY. Read again when it changes.',
    z.string(),
  ),
  tlsKey: setting(
    'PENSTOCK_TLS_KEY',
    '',
    'File of the key of that certificate (PEM, without a password). Read again when it changes.',
    z.string(),
  ),
  oidcIssuer: setting(
    'PENSTOCK_OIDC_ISSUER',
    '',
    'With PENSTOCK_AUTH=oidc: issuer of the identity provider, or the address of its metadata.',
    z.string().regex(/^$|^https?:\/\/[^\s/]+/, 'must begin with https://'),
  ),
  oidcClientId: setting(
    'PENSTOCK_OIDC_CLIENT_ID',
    '',
    'With PENSTOCK_AUTH=oidc: id under which the provider knows this service.',
    z.string(),
  ),
  oidcClientSecret: setting(
    'PENSTOCK_OIDC_CLIENT_SECRET',
    '',
    'With PENSTOCK_AUTH=oidc: secret of that id, when it has one.',
    z.string(),
  ),
  samlMetadata: setting(
    'PENSTOCK_SAML_METADATA',
    '',
    'With PENSTOCK_AUTH=saml: address of the metadata of the identity provider (https://…), or the metadata itself (<EntityDescriptor…). Its emails are trusted.',
    z.string().regex(/^$|^https?:\/\/[^\s/]+|^\s*</, 'must begin with https://, or be the metadata itself'),
  ),
  adminEmail: setting(
    'PENSTOCK_ADMIN_EMAIL',
    '',
    'Whoever signs in with this verified email is an administrator.',
    z.string().regex(/^$|^[^\s@]+@[^\s@]+$/, 'must look like name@example.org'),
  ),
  flags: setting(
    'PENSTOCK_FLAGS',
    '',
    'Feature flags to turn on, or off with a leading minus, separated by commas.',
    flagsSchema,
  ),
  callsPerMinute: setting(
    'PENSTOCK_CALLS_PER_MINUTE',
    '600',
    'Calls of the API that one user or API key may make a minute, and one address ten times as many; 0 sets no limit but that of failed sign-ins.',
    z
      .string()
      .regex(/^\d{1,6}$/, 'must be a whole number')
      .transform(Number),
  ),
  trustedProxies: setting(
    'PENSTOCK_TRUSTED_PROXIES',
    '',
    'Addresses and networks (10.0.0.0/8) of proxies before this service, separated by commas: what they say in X-Forwarded-For is the address that limits count by. If unset, X-Forwarded-For is ignored.',
    networksSchema,
  ),
  allowTargets: setting(
    'PENSTOCK_ALLOW_TARGETS',
    '',
    'Addresses and networks (10.0.0.0/8) of this machine and of private networks that destinations and S3 may reach, separated by commas; if unset, all without sign-in and none with it.',
    networksSchema,
  ),
  fileRoots: setting(
    'PENSTOCK_FILE_ROOTS',
    '',
    'Folders in which files of sources and destinations have to lie, separated by colons; if unset, any without sign-in, and with it the folder output in the data folder.',
    z
      .string()
      .refine(
        (text) => text.split(delimiter).every((root) => root === '' || isAbsolute(root)),
        'must be absolute paths, separated by colons',
      ),
  ),
  secretKey: setting(
    'PENSTOCK_SECRET_KEY',
    '',
    'Key that seals secrets, 32 bytes in base64; if unset, a key file in the data folder.',
    z
      .string()
      .refine(
        (text) => text === '' || Buffer.from(text, 'base64').length === 32,
        'must be 32 bytes in base64',
      ),
  ),
  workers: setting(
    'PENSTOCK_WORKERS',
    '',
    'Maximum number of processes over which the engine of a site spreads its pipelines, 1 to 64; if unset, one less than the machine has cores, and one where it has two.',
    z
      .string()
      .regex(/^\d{0,2}$/, 'must be a whole number')
      .refine((text) => text === '' || (Number(text) >= 1 && Number(text) <= 64), 'must be from 1 to 64'),
  ),
  inputMemory: setting(
    'PENSTOCK_INPUT_MEMORY',
    '',
    'Mebibytes of received data that an engine may hold until pipelines take it, 32 to 512; if unset, 512 or a quarter of the memory of the machine.',
    z
      .string()
      .regex(/^\d{0,3}$/, 'must be a whole number of mebibytes')
      .refine((text) => text === '' || (Number(text) >= 32 && Number(text) <= 512), 'must be from 32 to 512'),
  ),
  deadLettersMib: setting(
    'PENSTOCK_DEAD_LETTERS_MIB',
    '192',
    'Mebibytes of dead letters that an engine keeps of each pipeline; beyond them the oldest are deleted.',
    z
      .string()
      .regex(/^\d{1,6}$/, 'must be a whole number of mebibytes')
      .refine((text) => Number(text) >= 1 && Number(text) <= 102_400, 'must be from 1 to 102400'),
  ),
  deadLettersDays: setting(
    'PENSTOCK_DEAD_LETTERS_DAYS',
    '0',
    'Days for which an engine keeps dead letters; 0 keeps them until they are too many.',
    z.string().regex(/^\d{1,4}$/, 'must be a whole number of days'),
  ),
  engineSilenceSeconds: setting(
    'PENSTOCK_ENGINE_SILENCE',
    '10',
    'Seconds without a sign of life after which the engine counts as hung and is restarted.',
    z
      .string()
      .regex(/^\d{1,3}$/, 'must be a whole number of seconds')
      .transform(Number)
      .refine((seconds) => seconds >= 2 && seconds <= 600, 'must be from 2 to 600'),
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
