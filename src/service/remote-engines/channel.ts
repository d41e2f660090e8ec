import { upgradeWebSocket, type WebSocketLike } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { WebSocket } from 'ws';
import { ContractError } from '../../contract/errors.ts';
import { ENGINE_PATH, FINAL_HEADER, JOIN_HEADER, REASON_HEADER, VERSION_HEADER } from '../../engine/port.ts';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { AddressReader } from '../http/caller-address.ts';
import { keepAlive } from '../live/keep-alive.ts';
import type { Store } from '../store/index.ts';
import { admit, FinalRefusal } from './admission.ts';
import type { RemoteEngines } from './remote-engines.ts';

type Tools = { store: Store; audit: Audit; clock: Clock; engines: RemoteEngines; version: string };

type EngineChannel = {
  mount(app: Hono, addressOf: AddressReader): void;
  /** Call once reports can be stored. */
  open(): void;
};

export function createEngineChannel(tools: Tools): EngineChannel {
  const { store, engines, version } = tools;
  let isOpen = false;

  const createHandlers = (siteId: string) => {
    let line: ReturnType<ReturnType<RemoteEngines['of']>['attach']> | undefined;
    let stopPings = () => {};
    return {
      onOpen(_event: Event, ws: { raw?: WebSocketLike | undefined }) {
        const { raw } = ws;
        if (!(raw instanceof WebSocket)) return;
        stopPings = keepAlive(raw);
        line = engines.of(siteId).attach({
          send: (frame) => raw.send(frame),
          close: (code, reason) => raw.close(code, reason),
        });
      },
      onMessage(event: MessageEvent) {
        if (typeof event.data !== 'string') void line?.receive(Buffer.from(event.data as ArrayBuffer));
      },
      onClose() {
        stopPings();
        line?.closed();
      },
    };
  };

  /** @throws ContractError */
  const readSite = async (c: Context, address: string | undefined): Promise<string> => {
    if (!isOpen) throw new ContractError('CONFLICT', 'Penstock is starting');
    const siteId = await admit(tools, {
      authorization: c.req.header('authorization'),
      token: c.req.header(JOIN_HEADER),
      address,
    });
    engines.joined(siteId);
    const theirs = c.req.header(VERSION_HEADER) ?? 'not known';
    if (theirs !== version)
      throw new ContractError(
        'CONFLICT',
        `The engine's version is ${theirs}, that of the service ${version}: run the same on both`,
      );
    const site = await store.sites.find(siteId);
    if (site?.status === 'ACTIVE') return siteId;
    throw new ContractError('CONFLICT', `The site '${site?.name ?? ''}' is inactive`);
  };

  return {
    open() {
      isOpen = true;
    },
    mount(app, addressOf) {
      app.get(
        ENGINE_PATH,
        upgradeWebSocket(async (c) => {
          try {
            return createHandlers(await readSite(c, addressOf(c)));
          } catch (error) {
            // The answer to a refused upgrade has no body.
            if (error instanceof ContractError) c.header(REASON_HEADER, encodeURIComponent(error.message));
            if (error instanceof FinalRefusal) c.header(FINAL_HEADER, '1');
            throw error;
          }
        }),
      );
    },
  };
}
