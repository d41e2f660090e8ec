import { enableCompileCache } from 'node:module';
import { text } from 'node:stream/consumers';

/**
 * `npm run penstock -- COMMAND`. Old Node versions must be able to parse this file, to report their version.
 */
const NODE_MAJOR = 24;

async function start(): Promise<void> {
  // Data contains secrets and events, so only its owner may read it.
  process.umask(0o077);
  const major = Number(process.versions.node.split('.')[0]);
  if (major < NODE_MAJOR) {
    process.stderr.write(
      `Penstock needs Node ${NODE_MAJOR}; this is ${process.version}. Run it with 'npm run penstock -- …'\n`,
    );
    process.exit(2);
  }
  const args = process.argv.slice(2);
  // Hides an API key in the arguments from the process list.
  process.title = 'penstock';
  enableCompileCache?.();
  const { importBuilt } = await import('../program/refresh.ts');
  const { main } = await importBuilt<typeof import('./main.ts')>('cli/main.ts');
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  // A reader such as `head` may stop early.
  process.stdout.on('error', () => process.exit(0));
  process.exitCode = await main(args, {
    environment: process.env,
    write: (written) => void process.stdout.write(written),
    note: (written) => void process.stderr.write(written),
    readInput: () => text(process.stdin),
    signal: interrupt.signal,
    now: Date.now,
  });
}

await start();
