import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { upgradeWebSocket, type WebSocketLike } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { WebSocket } from 'ws';
import { ContractError } from '../../contract/errors.ts';
import { OPAMP_MAX_BYTES, OPAMP_METRICS_PATH, OPAMP_PATH } from '../../contract/limits.ts';
import { createAllowance } from '../allowance.ts';
import type { Clock } from '../clock.ts';
import { keepAlive } from '../live/keep-alive.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { FleetTokenRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import type { Fleets } from './fleets.ts';
import {
  decodeAgentMessage,
  encodeServerMessage,
  fromFrame,
  type ServerMessage,
  toFrame,
} from './opamp/messages.ts';
import { type AgentReport, readReport } from './opamp/report.ts';
import type { AgentConnection } from './presence.ts';
import { isComponentCounter } from './telemetry/component-counts.ts';
import { findColumn } from './telemetry/counters.ts';
import { readMetricsSender } from './telemetry/credentials.ts';
import { type CounterPoint, readMetrics } from './telemetry/read-metrics.ts';
import { readFleetToken } from './tokens.ts';

const PROTOBUF = 'application/x-protobuf';
const POLICY_VIOLATION = 1008;
const BAD_DATA = 1007;
const TRY_LATER = 1013;
/** An agent that sends faster than it is heard is closed. */
const WAITING_MAX = 32;
/** Whoever opens a socket says in this time who it is. */
const FIRST_MESSAGE_MS = 15_000;
/** An agent that does not read what it is sent is closed. */
const UNREAD_MAX_BYTES = 4_000_000;
/** Of one agent; a Collector sends one a minute. */
const METRICS_PER_MINUTE = 30;

const unzip = promisify(gunzip);

type Tools = {
  store: Store;
  sealer: Sealer;
  fleets: Fleets;
  clock: Clock;
  steady: Clock;
  log: Log;
  isOn: () => boolean;
  /** Where the service is reached, when that is set. */
  publicUrl: string | undefined;
};

const BAD = 'This is no AgentToServer message with an instance id of 16 bytes';

/** Undefined for what is no message of an agent. */
function parse(bytes: Uint8Array): AgentReport | undefined {
  try {
    return readReport(decodeAgentMessage(bytes));
  } catch {
    return undefined;
  }
}

/** @throws ContractError UNSUPPORTED_MEDIA_TYPE */
function requireProtobuf(c: Context): void {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === PROTOBUF) return;
  const given = type ? `'${type}'` : 'without a Content-Type';
  throw new ContractError('UNSUPPORTED_MEDIA_TYPE', `Send the message as ${PROTOBUF}, not ${given}`);
}

/** As the agent reaches the service; which hosts may be named was checked. */
function readOrigin(c: Context, publicUrl: string | undefined): string {
  if (publicUrl) return new URL(publicUrl).origin;
  const { protocol, host } = new URL(c.req.url);
  const isSecure = /^(https|wss):$/.test(protocol) || c.req.header('x-forwarded-proto') === 'https';
  return `${isSecure ? 'https' : 'http'}://${c.req.header('host') ?? host}`;
}

/** @throws ContractError */
async function readBody(c: Context): Promise<Uint8Array> {
  const tooLarge = () =>
    new ContractError('PAYLOAD_TOO_LARGE', `A message may have ${OPAMP_MAX_BYTES} bytes`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = c.req.raw.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    if (size > OPAMP_MAX_BYTES) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  const body = Buffer.concat(chunks);
  const encoding = c.req.header('content-encoding') ?? 'identity';
  if (encoding === 'identity') return body;
  if (encoding !== 'gzip')
    throw new ContractError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Send the message as it is or by gzip, not ${encoding}`,
    );
  try {
    return await unzip(body, { maxOutputLength: OPAMP_MAX_BYTES });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new ContractError('VALIDATION_FAILED', 'The body is no gzip');
  }
}

/** Where agents connect. Whoever shows no enrollment token is refused before anything is read. */
export function createOpampChannel(tools: Tools) {
  const { store, fleets, clock, log } = tools;
  const reports = createAllowance(METRICS_PER_MINUTE, tools.steady);
  let isOpen = false;

  const requireOpen = (): void => {
    if (!tools.isOn()) throw new ContractError('NOT_FOUND', 'Fleets are turned off');
    if (!isOpen)
      throw new ContractError('ENGINE_UNAVAILABLE', 'Penstock is starting', { retryAfterSeconds: 5 });
  };

  const admit = async (c: Context): Promise<FleetTokenRow> => {
    requireOpen();
    return readFleetToken(store, c.req.header('authorization'), clock());
  };

  const createHandlers = (token: FleetTokenRow, origin: string) => {
    let agentId: string | undefined;
    let waiting = 0;
    let last: Promise<void> = Promise.resolve();
    let stop = () => {};
    let connection: AgentConnection | undefined;

    const answer = (raw: WebSocket, message: ServerMessage): void => {
      if (raw.readyState !== WebSocket.OPEN) return;
      if (raw.bufferedAmount > UNREAD_MAX_BYTES) raw.terminate();
      else raw.send(toFrame(encodeServerMessage(message)));
    };

    const hear = async (raw: WebSocket, frame: Uint8Array): Promise<void> => {
      const message = fromFrame(frame);
      const report = message && parse(message);
      if (!report) return raw.close(BAD_DATA, BAD);
      const instanceUid = Buffer.from(report.instanceUid, 'hex');
      const seconds = fleets.conversation.wait(`${token.fleet_id}/${report.instanceUid}`);
      if (seconds > 0)
        return answer(raw, {
          instanceUid,
          error: { message: 'Too many messages; wait', retryAfterSeconds: seconds },
        });
      const heard = await fleets.conversation.receive(report, {
        token,
        origin,
        ...(connection ? { connection } : {}),
      });
      // One connection is one agent: whoever takes another id leaves the former.
      if (agentId !== undefined && heard.agentId !== undefined && heard.agentId !== agentId && connection)
        await fleets.closed(agentId, connection);
      agentId = heard.agentId ?? agentId;
      answer(raw, heard.answer);
      if (heard.answer.error && heard.agentId === undefined) raw.close(TRY_LATER, 'The agent was refused');
    };

    return {
      onOpen(_event: Event, ws: { raw?: WebSocketLike | undefined }) {
        const { raw } = ws;
        if (!(raw instanceof WebSocket)) return;
        connection = {
          tokenId: token.id,
          send: (message) => {
            if (raw.bufferedAmount > UNREAD_MAX_BYTES) raw.terminate();
            else if (raw.readyState === WebSocket.OPEN) raw.send(toFrame(message));
          },
          close: (code, reason) => raw.close(code, reason),
        };
        raw.on('pong', () => agentId !== undefined && fleets.presence.alive(agentId));
        const stopPings = keepAlive(raw);
        const silent = setTimeout(() => {
          if (agentId === undefined) raw.close(POLICY_VIOLATION, 'No message came');
        }, FIRST_MESSAGE_MS);
        silent.unref();
        stop = () => {
          stopPings();
          clearTimeout(silent);
        };
      },
      onMessage(event: MessageEvent, ws: { raw?: WebSocketLike | undefined }) {
        const { raw } = ws;
        if (!(raw instanceof WebSocket)) return;
        if (typeof event.data === 'string') return raw.close(BAD_DATA, 'Send binary messages');
        if (waiting >= WAITING_MAX) return raw.close(POLICY_VIOLATION, 'Wait for answers');
        waiting += 1;
        const frame = new Uint8Array(event.data as ArrayBuffer);
        last = last
          .then(() => hear(raw, frame))
          .catch((error: unknown) => {
            log.error({ err: error }, 'a message of an agent failed');
            raw.close(1011, 'The message could not be stored');
          })
          .finally(() => {
            waiting -= 1;
          });
      },
      onClose() {
        stop();
        const [id, ended] = [agentId, connection];
        void last.then(async () => {
          const current = agentId ?? id;
          if (current !== undefined && ended) await fleets.closed(current, ended);
        });
      },
    };
  };

  const post = async (c: Context): Promise<Response> => {
    const token = await admit(c);
    requireProtobuf(c);
    const report = parse(await readBody(c));
    if (!report) throw new ContractError('VALIDATION_FAILED', BAD);
    const seconds = fleets.conversation.wait(`${token.fleet_id}/${report.instanceUid}`);
    if (seconds > 0)
      throw new ContractError('TOO_MANY_REQUESTS', 'This agent sends too many messages', {
        retryAfterSeconds: seconds,
      });
    const { answer } = await fleets.conversation.receive(report, {
      token,
      origin: readOrigin(c, tools.publicUrl),
    });
    return c.body(Uint8Array.from(encodeServerMessage(answer)), 200, { 'Content-Type': PROTOBUF });
  };

  const postMetrics = async (c: Context): Promise<Response> => {
    requireOpen();
    const agent = await readMetricsSender(store, tools.sealer, c.req.header('authorization'));
    const seconds = reports.take(agent.id);
    if (seconds > 0)
      throw new ContractError('TOO_MANY_REQUESTS', 'This agent sends its metrics too often', {
        retryAfterSeconds: seconds,
      });
    requireProtobuf(c);
    const body = await readBody(c);
    let points: CounterPoint[];
    try {
      const isOfSite = fleets.components.wants(agent.fleet_id);
      points = readMetrics(
        body,
        (name) => findColumn(name) !== undefined || (isOfSite && isComponentCounter(name)),
      );
    } catch {
      throw new ContractError('VALIDATION_FAILED', 'This is no ExportMetricsServiceRequest of OTLP');
    }
    fleets.components.take(agent, fleets.volumes.take(agent.id, points));
    // An ExportMetricsServiceResponse without a word is a success.
    return c.body(new Uint8Array(), 200, { 'Content-Type': PROTOBUF });
  };

  return {
    /** Call it once messages can be stored. */
    open() {
      isOpen = true;
    },
    mount(app: Hono) {
      app.post(OPAMP_PATH, post);
      app.post(OPAMP_METRICS_PATH, postMetrics);
      app.get(
        OPAMP_PATH,
        upgradeWebSocket(async (c) => createHandlers(await admit(c), readOrigin(c, tools.publicUrl))),
      );
    },
  };
}
