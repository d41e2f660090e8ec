import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type DataFolder, takeDataFolder } from './data-folder.ts';
import { listen } from './listen.ts';
import { buildHelpText, readSettings, SettingError, toAuthEnvironment } from './settings.ts';
import type { Settings } from './settings-table.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const STOP_MS = 4500;
const DRAIN_STOP_MS = 30_000;

async function openStore(settings: Settings, folder: string) {
  const { openPostgresStore, openSqliteStore } = await import('./store/index.ts');
  if (settings.databaseUrl === '') return openSqliteStore(join(folder, 'penstock.db'));
  try {
    return await openPostgresStore(settings.databaseUrl);
  } catch (error) {
    throw new SettingError(
      'DATABASE_URL',
      `cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function readKey(settings: Settings, folder: string): Promise<Buffer> {
  const { loadKeyFile } = await import('./store/sealing.ts');
  if (settings.secretKey !== '') return Buffer.from(settings.secretKey, 'base64');
  return loadKeyFile(join(folder, 'secret.key'));
}

async function build(settings: Settings, data: DataFolder, port: number) {
  const [
    { countWorkers, createEmbeddedEngine, createSiteFolders, steadyNow },
    { createService },
    { createLog },
    { openConsole },
  ] = await Promise.all([
    import('../engine/port.ts'),
    import('./service.ts'),
    import('./log.ts'),
    import('./http/static.ts'),
  ]);
  const clock = Date.now;
  const [log, store, key] = await Promise.all([
    createLog(settings.logLevel),
    openStore(settings, data.path),
    readKey(settings, data.path),
  ]);
  const { bundleFolder } = await import('./console/stale.ts');
  const outputFolder = join(data.path, 'output');
  await mkdir(outputFolder, { recursive: true });
  const makeEngine = (siteId: string) =>
    createEmbeddedEngine({
      dataFolder: data.path,
      siteId,
      apiPort: port,
      silenceMs: settings.engineSilenceSeconds * 1000,
      workers: countWorkers(settings.workers),
      log: (line) => log.info({ siteId, line }, 'engine'),
    });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const service = await createService({
    store,
    makeEngine,
    siteFolders: createSiteFolders(data.path),
    engineSilenceSeconds: settings.engineSilenceSeconds,
    key,
    clock,
    steady: steadyNow,
    log,
    version,
    outputFolder,
    filesFolder: join(data.path, 'files'),
    flags: settings.flags.on,
    flagsOff: settings.flags.off,
    callsPerMinute: settings.callsPerMinute,
    trustedProxies: settings.trustedProxies,
    listenHost: settings.host,
    auth: toAuthEnvironment(settings),
    // Sign-in restricts targets and files of engines that start afterwards.
    onSignInDecided: (inForce) => {
      process.env.PENSTOCK_AUTH = inForce;
    },
    ownPorts: [port],
    console: openConsole(bundleFolder(ROOT)),
  });
  return { service, store, log };
}

/** Ends with code 0 once everything is stored; a second signal ends at once. */
function stopOnSignal(stop: () => Promise<void>, draining: () => boolean): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(0);
    stopping = true;
    const giveUp = () =>
      draining() ? setTimeout(() => process.exit(0), DRAIN_STOP_MS - STOP_MS) : process.exit(0);
    setTimeout(giveUp, STOP_MS);
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${error instanceof Error ? error.message : error}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

export async function main(args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(buildHelpText());
    return;
  }
  if (args.length > 0)
    throw new Error(`'${args[0]}' is not an argument; npm start -- --help lists the settings`);
  const settings = readSettings(process.env);
  const data = await takeDataFolder(settings.data);
  const { refreshConsole } = await import('./console/refresh.ts');
  const server = await listen(settings);
  await refreshConsole(ROOT);
  const { service, store, log } = await build(settings, data, server.port);
  const { engine } = service.services;
  server.watch(log);
  stopOnSignal(
    async () => {
      await service.stop();
      await server.close();
      await store.close();
      data.release();
    },
    () => engine.state !== 'stopped',
  );
  service.start().catch((error: unknown) => {
    if (engine.state !== 'stopped') log.error({ err: error }, 'the engine does not start');
  });
  server.answerWith(service.app.fetch);
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  process.stdout.write(
    `Penstock is ready at ${server.scheme}://${host}:${server.port} (data in ${data.path})\n`,
  );
}
