import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from './agent.ts';
import { ArgumentError, HELP, readArguments, readAuthority } from './arguments.ts';
import { FolderError, type Kept, openKept } from './kept.ts';
import { RefusedError } from './link.ts';

const ROOT = join(import.meta.dirname, '../../..');
const USAGE = 2;

/** An engine makes its own credential: a join whose answer was lost is asked again with the same one. */
const newCredential = (): string => `penstock_engine_${randomBytes(32).toString('base64url')}`;

/** Who this engine is, and where it belongs. @throws ArgumentError */
function identityOf(kept: Kept, url: string | undefined, token: string | undefined) {
  const membership = kept.membership();
  if (membership) {
    if (token !== undefined && url !== undefined && url !== membership.url)
      throw new ArgumentError(
        `The folder '${kept.folder}' holds the engine of site '${membership.siteName}' at ${membership.url}; choose another one with --data`,
      );
    return { url: url ?? membership.url, credential: membership.credential };
  }
  if (url === undefined || token === undefined)
    throw new ArgumentError(
      `The engine in '${kept.folder}' has not joined a site yet: add --join URL and --token TOKEN, as the site's page shows them`,
    );
  return { url, credential: kept.draftCredential(newCredential), token };
}

/** Runs the engine of a remote site; resolves with the exit code. */
export async function main(args: string[]): Promise<number> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const complain = (line: string) => void process.stderr.write(`${line}\n`);
  let kept: Kept | undefined;
  let isOver = false;
  try {
    const read = readArguments(args, process.env);
    if (read === 'help') {
      process.stdout.write(HELP);
      return 0;
    }
    kept = openKept(read.data);
    const identity = identityOf(kept, read.join, read.token);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const ca = read.ca === undefined ? undefined : readAuthority(read.ca);
    const agent = new Agent({ kept, ca, version, say, log: complain, ...identity });
    const stop = () => {
      if (isOver) process.exit(0);
      isOver = true;
      agent.stop().catch((error: unknown) => complain(String(error)));
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    try {
      await agent.run();
    } catch (error) {
      await agent.stop();
      throw error;
    }
    return 0;
  } catch (error) {
    if (error instanceof RefusedError) {
      const had = kept?.membership();
      kept?.forget();
      complain(had ? `${error.message}. The engine of site '${had.siteName}' ended` : error.message);
      return 1;
    }
    complain(error instanceof Error ? error.message : String(error));
    return error instanceof ArgumentError || error instanceof FolderError ? USAGE : 1;
  } finally {
    kept?.close();
  }
}
