import type { Server } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { formatInstall } from '../../src/console/views/fleets/enroll.ts';
import { createSocketServer } from '../../src/service/http/socket-server.ts';
import { startFleetService } from '../api/support/fleets.ts';

/** @returns its port, a free one of this machine */
export async function listen(server: Pick<Server, 'listen' | 'address'>): Promise<number> {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : 0;
}

/** A service with fleets that agents of this machine reach over WebSockets. Stop it in the end. */
export async function startOpampService() {
  const world = await startFleetService({ clock: Date.now });
  const server = createAdaptorServer({
    fetch: world.api.service.app.fetch,
    websocket: { server: createSocketServer() },
  });
  const port = await listen(server);
  return {
    world,
    /** The file that the command for Linux writes. */
    settingsOf: (token: string): string => {
      const command = formatInstall('linux', `ws://127.0.0.1:${port}/v1/opamp`, token);
      return /<<'END'\n([\s\S]*?)END\n/.exec(command)?.[1] ?? '';
    },
    stop: async () => {
      await world.stop();
      await new Promise<void>((done) => void server.close(() => done()));
    },
  };
}
export type OpampService = Awaited<ReturnType<typeof startOpampService>>;
