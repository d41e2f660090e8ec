import { upgradeWebSocket, type WebSocketLike } from '@hono/node-server';
import type { Hono } from 'hono';
import { WebSocket } from 'ws';
import { ContractError } from '../../contract/errors.ts';
import type { Principal } from '../auth/permissions.ts';
import type { Services } from '../services.ts';
import { keepAlive } from './keep-alive.ts';
import type { LiveSession, LiveSocket } from './session.ts';

const UNSUPPORTED_DATA = 1003;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
/** Time to notice revoked access; the promise is 5 s. */
export const RECHECK_MS = 3000;

export const MAX_MESSAGE_BYTES = 65_536;

type Channel = { mount(app: Hono): void; closeAll(): void };

const HEADER_VALUE = /^(Bearer\s+)?penstock_/i;

/**
 * By the query parameter `authorization`: a single-use ticket or, from programs without a cookie, the value
 * of their `Authorization` header. Browsers use tickets, since addresses end up in histories.
 * @throws ContractError UNAUTHENTICATED for an invalid API key
 */
async function readCaller(services: Services, request: Request): Promise<Principal | undefined> {
  const { searchParams } = new URL(request.url);
  const value = searchParams.get('authorization') ?? request.headers.get('authorization') ?? '';
  const byTicket = services.tickets.redeem(value);
  // Its owner's rights may have changed since.
  if (byTicket) return services.authenticator.current(byTicket);
  if (!HEADER_VALUE.test(value) || request.headers.has('cookie')) return undefined;
  return services.authenticator.authenticate(new Request(request.url, { headers: { authorization: value } }));
}

type ChannelOptions = {
  path: string;
  createSession: (principal: Principal, socket: LiveSocket) => LiveSession;
};

export function createChannel(services: Services, { path, createSession }: ChannelOptions): Channel {
  const open = new Set<WebSocket>();
  const recheck = async (raw: WebSocket, session: LiveSession, principal: Principal) => {
    const current = await services.authenticator.current(principal);
    if (current) session.heldBy(current);
    else raw.close(POLICY_VIOLATION, 'Sign in again');
  };
  const createHandlers = (principal: Principal) => {
    let session: LiveSession | undefined;
    let stopTimers = () => {};
    let closed = () => {};
    return {
      onOpen(_event: Event, ws: { raw?: WebSocketLike | undefined }) {
        const { raw } = ws;
        if (!(raw instanceof WebSocket)) return;
        open.add(raw);
        closed = services.connections.opened(principal);
        const made = createSession(principal, {
          send: (text) => raw.send(text),
          close: (code, reason) => raw.close(code, reason),
          bufferedBytes: () => raw.bufferedAmount,
        });
        session = made;
        const stopPings = keepAlive(raw);
        const timer = setInterval(() => {
          recheck(raw, made, principal).catch((error: unknown) =>
            services.log.warn({ err: error }, 'checking who reads the live channel failed'),
          );
        }, RECHECK_MS);
        timer.unref();
        stopTimers = () => {
          stopPings();
          clearInterval(timer);
        };
      },
      onMessage(event: MessageEvent, ws: { close(code: number, reason: string): void }) {
        if (typeof event.data !== 'string') return ws.close(UNSUPPORTED_DATA, 'Send text');
        session
          ?.receive(event.data)
          .catch((error: unknown) => services.log.error({ err: error }, 'a live message failed'));
      },
      onClose(_event: Event, ws: { raw?: WebSocketLike | undefined }) {
        if (ws.raw instanceof WebSocket) open.delete(ws.raw);
        stopTimers();
        closed();
        session?.end();
      },
    };
  };
  return {
    mount(app) {
      app.get(
        path,
        upgradeWebSocket(async (c) => {
          const principal = await readCaller(services, c.req.raw);
          if (!principal) {
            throw new ContractError(
              'UNAUTHENTICATED',
              'Ask for a new ticket with POST /v1/auth/socket-ticket',
            );
          }
          // Tickets open no more connections than allowed.
          services.connections.requireFree(principal);
          return createHandlers(principal);
        }),
      );
    },
    closeAll() {
      for (const socket of open) socket.close(GOING_AWAY, 'The service stops');
    },
  };
}
