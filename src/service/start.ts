import { enableCompileCache } from 'node:module';

/** Imports nothing an old Node cannot parse, so that it can report its version. */
const NODE_MAJOR = 24;

async function start(): Promise<void> {
  // Data contains secrets and events, so only its owner may read it.
  process.umask(0o077);
  const major = Number(process.versions.node.split('.')[0]);
  if (major < NODE_MAJOR) {
    throw new Error(
      `Penstock needs Node ${NODE_MAJOR}; this is ${process.version}. Run it with 'npm start', which brings its own`,
    );
  }
  enableCompileCache?.();
  const { importBuilt } = await import('../program/refresh.ts');
  const { main } = await importBuilt<typeof import('./main.ts')>('service/main.ts');
  await main(process.argv.slice(2));
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
