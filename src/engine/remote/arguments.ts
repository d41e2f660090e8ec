import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { getErrorMessage } from '../../contract/values.ts';

export type EngineArguments = {
  join?: string | undefined;
  token?: string | undefined;
  data: string;
  ca?: string | undefined;
};

export class ArgumentError extends Error {}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const HELP = `Runs the engine of a remote site.

Usage: npm run engine -- --join URL --token TOKEN [--data FOLDER] [--ca FILE]
       npm run engine -- [--data FOLDER] [--ca FILE]

  --join URL     Address of the service, http(s)://host:port; needed once. Beyond this machine it begins with https://.
  --token TOKEN  The one-time token that the site's page shows; else PENSTOCK_JOIN_TOKEN. Needed once.
  --data FOLDER  Where the engine keeps who it is, what it runs, buffers and counters (.penstock-engine).
  --ca FILE      An authority to trust beside those of the system (PEM).

After it has joined it is started without URL and token. PENSTOCK_ALLOW_TARGETS, PENSTOCK_FILE_ROOTS,
PENSTOCK_INPUT_MEMORY, PENSTOCK_WORKERS, PENSTOCK_DEAD_LETTERS_MIB and PENSTOCK_DEAD_LETTERS_DAYS mean on its machine
what they mean for the service.
`;

/** @throws ArgumentError */
export function readArguments(args: string[], environment: NodeJS.ProcessEnv): EngineArguments | 'help' {
  let values: { join?: string; token?: string; data?: string; ca?: string; help?: boolean };
  try {
    values = parseArgs({
      args,
      options: {
        join: { type: 'string' },
        token: { type: 'string' },
        data: { type: 'string' },
        ca: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new ArgumentError(getErrorMessage(error));
  }
  if (values.help) return 'help';
  const { join, ca, data = '.penstock-engine' } = values;
  const token = values.token ?? environment.PENSTOCK_JOIN_TOKEN;
  return { join: join === undefined ? undefined : addressOf(join), token, data, ca };
}

/**
 * Reads a CA certificate (PEM).
 * @throws ArgumentError
 */
export function readAuthority(file: string): string {
  try {
    const pem = readFileSync(file, 'utf8');
    new X509Certificate(pem);
    return pem;
  } catch (error) {
    const why = getErrorMessage(error);
    throw new ArgumentError(
      `--ca '${file}' cannot be read: ${why}; name a PEM file with the certificate of the authority`,
    );
  }
}

/** @throws ArgumentError */
function addressOf(text: string): string {
  if (!URL.canParse(text))
    throw new ArgumentError(`--join '${text}' is not an address; write http(s)://host:port`);
  const { protocol, hostname, origin } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new ArgumentError(`--join '${text}' must begin with http:// or https://`);
  if (protocol === 'http:' && !LOOPBACK.includes(hostname))
    throw new ArgumentError(
      `--join '${text}' must begin with https://: what is sent there holds secrets, and ${hostname} is another machine`,
    );
  return origin;
}
