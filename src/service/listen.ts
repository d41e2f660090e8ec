import type { Server as NetServer } from 'node:net';
import { openTls, TlsFileError, type TlsSource } from './http/tls.ts';
import type { Log } from './log.ts';
import { SettingError } from './settings.ts';
import { SETTINGS, type Settings } from './settings-table.ts';

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

export type Server = {
  port: number;
  scheme: 'http' | 'https';
  answerWith(fetch: Fetch): void;
  watch(log: Pick<Log, 'info' | 'error'>): void;
  close(): Promise<void>;
};

const HANDSHAKE_MS = 10_000;
/**
 * Queue of connections to accept. Rejected ones retry after up to a minute, and thousands of agents connect
 * within seconds. The system may allow fewer (`net.core.somaxconn`).
 */
const BACKLOG = 4096;
const SETTING_OF = { cert: SETTINGS.tlsCert.name, key: SETTINGS.tlsKey.name };

/** @throws SettingError with file and rule */
function openTlsFiles({ tlsCert, tlsKey }: Settings): TlsSource | undefined {
  if (tlsCert === '') return undefined;
  try {
    return openTls({ cert: tlsCert, key: tlsKey }, Date.now);
  } catch (error) {
    if (!(error instanceof TlsFileError)) throw error;
    throw new SettingError(SETTING_OF[error.file], error.message);
  }
}

/** Listens first, so that a taken port is reported before anything is touched. */
export async function listen(settings: Settings): Promise<Server> {
  const tls = openTlsFiles(settings);
  const [{ createAdaptorServer }, { createSocketServer }, { boundRequests, HEADER_LIMIT }] =
    await Promise.all([
      import('@hono/node-server'),
      import('./http/socket-server.ts'),
      import('./http/call-limits.ts'),
    ]);
  let answer: Fetch = () =>
    new Response('Penstock is starting', { status: 503, headers: { 'Retry-After': '1' } });
  const made = createAdaptorServer({
    fetch: (request, env) => answer(request, env),
    websocket: { server: createSocketServer() },
    ...(tls
      ? {
          createServer: (await import('node:https')).createServer,
          serverOptions: { ...HEADER_LIMIT, ...tls.options, handshakeTimeout: HANDSHAKE_MS },
        }
      : { serverOptions: HEADER_LIMIT }),
  });
  boundRequests(made);
  let server: NetServer = made;
  if (tls) {
    const [{ withPlainAnswers }, { listAllowedHosts: allowedHosts, readHostName: hostNameOf }] =
      await Promise.all([import('./http/plain-answers.ts'), import('./http/guard.ts')]);
    const hosts = allowedHosts(settings.host, settings.publicUrl);
    server = withPlainAnswers(made, (host) => hosts.has(hostNameOf(host)));
  }
  await new Promise<void>((done, refuse) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is taken; choose another one' : `cannot be used: ${error.message}`;
      refuse(new SettingError('PENSTOCK_PORT', `${settings.port} on ${settings.host} ${why}`));
    });
    server.listen({ port: settings.port, host: settings.host, backlog: BACKLOG }, done);
  });
  const address = server.address();
  let unwatch = () => {};
  return {
    port: typeof address === 'object' && address ? address.port : settings.port,
    scheme: tls ? 'https' : 'http',
    answerWith(fetch) {
      answer = fetch;
    },
    watch(log) {
      if (!tls) return;
      unwatch = tls.watch(
        (options) => {
          if ('setSecureContext' in made) made.setSecureContext(options);
          log.info({ file: settings.tlsCert }, 'the certificate was changed');
        },
        ({ file, message }) =>
          log.error(
            { setting: SETTING_OF[file] },
            `${SETTING_OF[file]} ${message}; the former certificate stays in use`,
          ),
      );
    },
    close: () =>
      new Promise((done) => {
        unwatch();
        server.close(() => done());
        setTimeout(() => closeAll(server), 500).unref();
      }),
  };
}

function closeAll(server: NetServer): void {
  if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
    server.closeAllConnections();
}
