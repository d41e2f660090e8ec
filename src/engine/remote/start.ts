import { enableCompileCache } from 'node:module';

/** Entry of `npm run engine`. No imports that an old Node cannot parse. */
const NODE_MAJOR = 24;

async function start(): Promise<void> {
  // The folder holds secrets and events: owner only.
  process.umask(0o077);
  const major = Number(process.versions.node.split('.')[0]);
  if (major < NODE_MAJOR) {
    process.stderr.write(
      `Penstock needs Node ${NODE_MAJOR}; this is ${process.version}. Run it with 'npm run engine -- …'\n`,
    );
    process.exit(2);
  }
  const args = process.argv.slice(2);
  // Hides the token from the process list.
  process.title = 'penstock-engine';
  enableCompileCache?.();
  const { importBuilt } = await import('../../program/refresh.ts');
  const { main } = await importBuilt<typeof import('./main.ts')>('engine/remote/main.ts');
  process.exit(await main(args));
}

await start();
