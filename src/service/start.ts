import { enableCompileCache } from 'node:module';

/** Without imports that an old Node cannot read, so that it can say so. */
const NODE_MAJOR = 24;

async function start(): Promise<void> {
  // What is kept holds secrets and events: its owner's alone.
  process.umask(0o077);
  const major = Number(process.versions.node.split('.')[0]);
  if (major < NODE_MAJOR) {
    throw new Error(
      `Penstock needs Node ${NODE_MAJOR}; this is ${process.version}. Run it with 'npm start', which brings its own`,
    );
  }
  enableCompileCache?.();
  const { main } = await import('./main.ts');
  await main(process.argv.slice(2));
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
