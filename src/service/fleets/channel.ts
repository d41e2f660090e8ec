import { setTimeout as wait } from 'node:timers/promises';
import { upgradeWebSocket, type WebSocketLike } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { WebSocket } from 'ws';
import { TAP } from '../../collector/tap.ts';
import { ContractError } from '../../contract/errors.ts';
import { OPAMP_LOGS_PATH, OPAMP_METRICS_PATH, OPAMP_PATH, OPAMP_TAP_PATH } from '../../contract/limits.ts';
import { createAllowance } from '../allowance.ts';
import type { Clock } from '../clock.ts';
import { keepAlive } from '../live/keep-alive.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { Sealer } from '../store/sealing.ts';
import { createAdmission } from './admission.ts';
import { readOwnCredential } from './credentials.ts';
import type { Fleets } from './fleets.ts';
import {
  decodeAgentMessage,
  encodeServerMessage,
  FLAG_FULL_STATE,
  fromFrame,
  type ServerMessage,
  toFrame,
} from './opamp/messages.ts';
import { type AgentReport, readReport } from './opamp/report.ts';
import type { AgentConnection, Speaker } from './presence.ts';
import { PROTOBUF, readBody, readOrigin, requireProtobuf } from './request.ts';
import { isApplying } from './status.ts';
import { isComponentCounter } from './telemetry/component-counts.ts';
import { findColumn } from './telemetry/counters.ts';
import { readClaimedAgent, readTelemetrySender } from './telemetry/credentials.ts';
import { createLine, type Urgency } from './telemetry/line.ts';
import { isProcessMetric } from './telemetry/process-usage.ts';
import { type ReadEvent, readEvents } from './telemetry/read-events.ts';
import { type LogLine, readLogs } from './telemetry/read-logs.ts';
import { type CounterPoint, readMetrics } from './telemetry/read-metrics.ts';
import { readFleetToken } from './tokens.ts';

const POLICY_VIOLATION = 1008;
const BAD_DATA = 1007;
/** Agents that send faster than they are handled are closed. */
const WAITING_MAX = 32;
/** Time to identify and be admitted. */
const FIRST_MESSAGE_MS = 15_000;
const UNREAD_MAX_BYTES = 4_000_000;
/** Per agent; a Collector sends one a minute. */
const METRICS_PER_MINUTE = 30;
/** Per agent. A Collector that logs constantly sends each second, after the previous answer. */
const LOGS_PER_MINUTE = 15;
const LOGS_AT_ONCE = 5;

/** Per agent and sequential: a tap takes at most ten requests a second. */
const TAP_PAUSE_MS = 100;
const OVER_PAUSE_MS = 1000;

type Tools = {
  store: Store;
  sealer: Sealer;
  fleets: Fleets;
  clock: Clock;
  steady: Clock;
  log: Log;
  isOn: () => boolean;
  publicUrl: string | undefined;
};

const BAD = 'This is no AgentToServer message with an instance id of 16 bytes';

function parse(bytes: Uint8Array): AgentReport | undefined {
  try {
    return readReport(decodeAgentMessage(bytes));
  } catch {
    return undefined;
  }
}

/** OpAMP endpoint. Connections without a valid credential are refused before anything is read. */
export function createOpampChannel(tools: Tools) {
  const { store, fleets, clock, log } = tools;
  const reports = createAllowance(METRICS_PER_MINUTE, tools.steady);
  const logs = createAllowance(LOGS_PER_MINUTE, tools.steady, LOGS_AT_ONCE);
  const held = new Set<string>();
  const tapping = new Set<string>();
  const admission = createAdmission(tools.steady);
  const line = createLine(tools.steady);
  let limitAddress: MiddlewareHandler = (_c, next) => next();
  let isOpen = false;

  const requireOpen = (): void => {
    if (!tools.isOn()) throw new ContractError('NOT_FOUND', 'Fleets are turned off');
    if (!isOpen)
      throw new ContractError('ENGINE_UNAVAILABLE', 'Penstock is starting', { retryAfterSeconds: 5 });
  };

  /** Only invalid credentials count for an address, which fleets may share. */
  const readCounted = async <T>(c: Context, read: (authorization: string | undefined) => Promise<T>) => {
    requireOpen();
    try {
      return await read(c.req.header('authorization'));
    } catch (error) {
      await limitAddress(c, async () => {});
      throw error;
    }
  };
  const admit = (c: Context): Promise<Speaker> =>
    readCounted(c, async (authorization) => {
      const origin = readOrigin(c, tools.publicUrl);
      const known = await readOwnCredential(store, tools.sealer, authorization);
      if (known) return { fleetId: known.row.fleet_id, own: known.own, origin };
      const token = await readFleetToken(store, authorization, clock());
      return { fleetId: token.fleet_id, token, origin };
    });

  const admitSocket = async (c: Context): Promise<Speaker> => {
    const speaker = await admit(c);
    const seconds = admission.wait();
    if (seconds > 0)
      throw new ContractError('ENGINE_UNAVAILABLE', 'Many agents connect at once; come again', {
        retryAfterSeconds: seconds,
      });
    return speaker;
  };

  const createHandlers = (speaker: Speaker) => {
    let agentId: string | undefined;
    let waiting = 0;
    let last: Promise<void> = Promise.resolve();
    let stop = () => {};
    let connection: AgentConnection | undefined;
    let silent: NodeJS.Timeout | undefined;
    let later: NodeJS.Timeout | undefined;

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
      const seconds = fleets.conversation.wait(`${speaker.fleetId}/${report.instanceUid}`);
      if (seconds > 0)
        return answer(raw, {
          instanceUid,
          error: { message: 'Too many messages; wait', retryAfterSeconds: seconds },
        });
      const heard = await fleets.conversation.receive(report, {
        ...speaker,
        ...(connection ? { connection } : {}),
      });
      // A connection has one agent: another id ends the former.
      if (agentId !== undefined && heard.agentId !== undefined && heard.agentId !== agentId && connection)
        await fleets.closed(agentId, connection);
      agentId = heard.agentId ?? agentId;
      answer(raw, heard.answer);
      const { error } = heard.answer;
      if (!error || heard.agentId !== undefined) return;
      // Closed at once, it would return at once.
      if (error.retryAfterSeconds === undefined) return;
      // Kept open and asked later: closed sockets would return all at once.
      clearTimeout(silent);
      clearTimeout(later);
      later = setTimeout(
        () => answer(raw, { instanceUid, flags: FLAG_FULL_STATE }),
        error.retryAfterSeconds * 1000,
      );
      later.unref();
    };

    return {
      onOpen(_event: Event, ws: { raw?: WebSocketLike | undefined }) {
        const { raw } = ws;
        if (!(raw instanceof WebSocket)) return;
        connection = {
          tokenId: speaker.token?.id ?? '',
          send: (message) => {
            if (raw.bufferedAmount > UNREAD_MAX_BYTES) raw.terminate();
            else if (raw.readyState === WebSocket.OPEN) raw.send(toFrame(message));
          },
          close: (code, reason) => raw.close(code, reason),
        };
        admission.enter(raw);
        raw.on('pong', () => agentId !== undefined && fleets.presence.alive(agentId));
        const stopPings = keepAlive(raw);
        silent = setTimeout(() => {
          if (agentId === undefined) raw.close(POLICY_VIOLATION, 'No agent was let in');
        }, FIRST_MESSAGE_MS);
        silent.unref();
        stop = () => {
          stopPings();
          clearTimeout(silent);
          clearTimeout(later);
          admission.leave(raw);
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
            admission.leave(raw);
            waiting -= 1;
          });
      },
      onClose() {
        stop();
        const [id, ended] = [agentId, connection];
        void last
          .then(async () => {
            const current = agentId ?? id;
            if (current !== undefined && ended) await fleets.closed(current, ended);
          })
          .catch((error: unknown) => log.error({ err: error }, 'the end of a connection was not stored'));
      },
    };
  };

  const post = async (c: Context): Promise<Response> => {
    const speaker = await admit(c);
    requireProtobuf(c);
    const report = parse(await readBody(c));
    if (!report) throw new ContractError('VALIDATION_FAILED', BAD);
    const seconds = fleets.conversation.wait(`${speaker.fleetId}/${report.instanceUid}`);
    if (seconds > 0)
      throw new ContractError('TOO_MANY_REQUESTS', 'This agent sends too many messages', {
        retryAfterSeconds: seconds,
      });
    const { answer } = await fleets.conversation.receive(report, speaker);
    return c.body(Uint8Array.from(encodeServerMessage(answer)), 200, { 'Content-Type': PROTOBUF });
  };

  const admitTelemetry = (c: Context) =>
    readCounted(c, (authorization) => readTelemetrySender(store, tools.sealer, authorization));
  /** From memory, since it is needed before the sender is looked up in the database. */
  const urgencyOf = (id: string): Urgency => {
    if (id === '') return 'other';
    const isChanging = fleets.presence.isChanging(id);
    if (isChanging || fleets.taps.isChanging(id)) return 'ending';
    // After a restart of the service, or connected to another one.
    return isChanging === undefined ? 'doubtful' : 'other';
  };
  /** Agents' own telemetry must not delay OpAMP. */
  const admitInTurn = async (c: Context) => {
    requireOpen();
    const urgency = urgencyOf(readClaimedAgent(c.req.header('authorization')));
    const seconds = line.wait(urgency);
    if (seconds > 0)
      throw new ContractError('ENGINE_UNAVAILABLE', 'Many agents send their logs and metrics; come again', {
        retryAfterSeconds: seconds,
      });
    return line.take(urgency, () => admitTelemetry(c));
  };
  // An empty Export…ServiceResponse is a success ([OTLP](https://opentelemetry.io/docs/specs/otlp/)).
  const answerTaken = (c: Context) => c.body(new Uint8Array(), 200, { 'Content-Type': PROTOBUF });

  const postMetrics = async (c: Context): Promise<Response> => {
    const agent = await admitInTurn(c);
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
        (name) =>
          findColumn(name) !== undefined || isProcessMetric(name) || (isOfSite && isComponentCounter(name)),
      );
    } catch {
      throw new ContractError('VALIDATION_FAILED', 'This is no ExportMetricsServiceRequest of OTLP');
    }
    // Tapped events are not the agent's volume.
    const own = points.filter(({ attributes }) => !attributes.includes(TAP));
    fleets.components.take(agent, fleets.volumes.take(agent, own));
    return answerTaken(c);
  };

  const postLogs = async (c: Context): Promise<Response> => {
    const agent = await admitInTurn(c);
    const { id } = agent;
    // Its Collector is ending, and sends why: it must not wait.
    const isFree = isApplying(agent) || fleets.presence.isRestarting(id) || fleets.taps.isChanging(id);
    if (!isFree && held.has(id))
      throw new ContractError('TOO_MANY_REQUESTS', 'This agent sends its logs too often', {
        retryAfterSeconds: 60 / LOGS_PER_MINUTE,
      });
    requireProtobuf(c);
    const body = await readBody(c);
    let lines: LogLine[];
    try {
      lines = readLogs(body);
    } catch {
      throw new ContractError('VALIDATION_FAILED', 'This is no ExportLogsServiceRequest of OTLP');
    }
    fleets.logs.take(id, lines);
    const seconds = isFree ? 0 : logs.take(id);
    if (seconds > 0) {
      // When refused, an ending Collector would retry for a minute until its supervisor kills it.
      held.add(id);
      await wait(seconds * 1000, undefined, { ref: false });
      held.delete(id);
    }
    return answerTaken(c);
  };

  const postTap = async (c: Context): Promise<Response> => {
    const { id } = await admitTelemetry(c);
    if (tapping.has(id))
      throw new ContractError('TOO_MANY_REQUESTS', 'This agent sends events of a tap too often', {
        retryAfterSeconds: 1,
      });
    tapping.add(id);
    try {
      requireProtobuf(c);
      const body = await readBody(c);
      const isOpen = fleets.taps.isOpen(id);
      if (isOpen) {
        let events: ReadEvent[];
        try {
          events = readEvents(body);
        } catch {
          throw new ContractError('VALIDATION_FAILED', 'This is no ExportLogsServiceRequest of OTLP');
        }
        const at = clock();
        fleets.taps.take(
          id,
          events.map((event) => ({ ...event, at })),
        );
      }
      await wait(isOpen ? TAP_PAUSE_MS : OVER_PAUSE_MS, undefined, { ref: false });
    } finally {
      tapping.delete(id);
    }
    return answerTaken(c);
  };

  return {
    /** Call once messages can be stored. */
    open() {
      isOpen = true;
    },
    mount(app: Hono, limit: MiddlewareHandler) {
      limitAddress = limit;
      app.post(OPAMP_PATH, post);
      app.post(OPAMP_METRICS_PATH, postMetrics);
      app.post(OPAMP_LOGS_PATH, postLogs);
      app.post(OPAMP_TAP_PATH, postTap);
      app.get(
        OPAMP_PATH,
        upgradeWebSocket(async (c) => createHandlers(await admitSocket(c))),
      );
    },
  };
}
