import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorMessage } from '../../contract/values.ts';
import { Agent } from './agent.ts';
import { type AgentStore, FolderError, openAgentStore } from './agent-store.ts';
import { ArgumentError, HELP, readArguments, readAuthority } from './arguments.ts';
import { RefusedError } from './link.ts';

const ROOT = join(import.meta.dirname, '../../..');
const USAGE = 2;

/** Made by the engine, so that a join whose answer was lost can be repeated. */
const newCredential = (): string => `penstock_engine_${randomBytes(32).toString('base64url')}`;

/** @throws ArgumentError */
function identityOf(store: AgentStore, url: string | undefined, token: string | undefined) {
  const membership = store.membership();
  if (membership) {
    if (token !== undefined && url !== undefined && url !== membership.url)
      throw new ArgumentError(
        `The folder '${store.folder}' holds the engine of site '${membership.siteName}' at ${membership.url}; choose another one with --data`,
      );
    return { url: url ?? membership.url, credential: membership.credential };
  }
  if (url === undefined || token === undefined)
    throw new ArgumentError(
      `The engine in '${store.folder}' has not joined a site yet: add --join URL and --token TOKEN from the page of the site`,
    );
  return { url, credential: store.draftCredential(newCredential), token };
}

export async function main(args: string[]): Promise<number> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const complain = (line: string) => void process.stderr.write(`${line}\n`);
  let store: AgentStore | undefined;
  let isOver = false;
  try {
    const read = readArguments(args, process.env);
    if (read === 'help') {
      process.stdout.write(HELP);
      return 0;
    }
    store = openAgentStore(read.data);
    const identity = identityOf(store, read.join, read.token);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const ca = read.ca === undefined ? undefined : readAuthority(read.ca);
    const agent = new Agent({ store, ca, version, print, log: complain, ...identity });
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
      const had = store?.membership();
      store?.forget();
      complain(had ? `${error.message}. The engine of site '${had.siteName}' ended` : error.message);
      return 1;
    }
    complain(getErrorMessage(error));
    return error instanceof ArgumentError || error instanceof FolderError ? USAGE : 1;
  } finally {
    store?.close();
  }
}
