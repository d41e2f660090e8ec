import { type CallAccess, reads, writes } from '../../contract/calls/define.ts';
import {
  type LiveClientMessage,
  type LiveServerMessage,
  liveClientMessageSchema,
} from '../../contract/live.ts';
import { createAllowance } from '../allowance.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import { mayReadNodes } from '../auth/readable.ts';
import { toDetails } from '../http/input.ts';
import { readPipelineSummaries } from '../routes/pipeline-summaries.ts';
import type { Services } from '../services.ts';
import type { SiteMessage } from './hub.ts';

const SUMMARIES_MS = 5000;
/** Equal totals are repeated this often, so that rates can fall to zero. */
const REPEATS = 60;
const MAX_SUBSCRIPTIONS = 100;
/** A slower reader is dropped; it reconnects and refetches. */
export const MAX_BUFFERED_BYTES = 1_048_576;
export const MESSAGES_AT_ONCE = 200;
const MESSAGES_PER_MINUTE = 600;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

export type LiveSocket = {
  send(text: string): void;
  close(code: number, reason: string): void;
  bufferedBytes(): number;
};

export type LiveSession = {
  receive(text: string): Promise<void>;
  /** Ends what current grants no longer allow. */
  heldBy(principal: Principal): void;
  end(): void;
};

type Subscribe = Extract<LiveClientMessage, { type: 'subscribe' }>;

const ACCESS: Record<Subscribe['topic'], CallAccess> = {
  site: reads('PIPELINES'),
  counters: reads('PIPELINES'),
  summaries: reads('PIPELINES'),
  editors: reads('PIPELINES'),
  tap: { kind: 'resource', resource: 'PIPELINES', type: 'READ', grant: 'LIVE_CAPTURE' },
};

export function createLiveSession(services: Services, opener: Principal, socket: LiveSocket): LiveSession {
  let principal = opener;
  const asked = new Map<string, Subscribe>();
  const subscriptions = new Map<string, () => void>();
  const send = (message: LiveServerMessage): void => {
    if (socket.bufferedBytes() > MAX_BUFFERED_BYTES) socket.close(TRY_AGAIN_LATER, 'Reads too slowly');
    else socket.send(JSON.stringify(message));
  };
  const refuse = (subscriptionId: string, code: string, message: string) =>
    send({ type: 'refused', subscriptionId, code, message });

  /** Changes of sources are for those who may read them. */
  const mayHear = (message: SiteMessage): boolean => {
    if (message.type !== 'entity.changed') return true;
    const { entity, siteId } = message;
    if (entity === 'hydration') return permits(principal, reads('HYDRATIONS'), siteId) === true;
    if (entity !== 'source' && entity !== 'sink') return true;
    return mayReadNodes(principal, entity === 'source' ? 'SOURCE' : 'SINK', siteId);
  };

  const watchCounters = (request: Extract<Subscribe, { topic: 'counters' }>): (() => void) => {
    const { siteId, subscriptionId, pipelineIds } = request;
    let last = '';
    let unchanged = 0;
    return services.counters.watch({ siteId, pipelineIds }, (pipelines, at) => {
      const text = JSON.stringify(pipelines);
      unchanged = text === last ? unchanged + 1 : 0;
      last = text;
      if (unchanged > REPEATS || !subscriptions.has(subscriptionId)) return;
      send({ type: 'counters', subscriptionId, siteId, at: at / 1000, pipelines });
    });
  };

  const watchSummaries = (request: Extract<Subscribe, { topic: 'summaries' }>): (() => void) => {
    const { siteId, subscriptionId, seconds, pipelineIds, pods, metricType = 'EVENTS_BYTES' } = request;
    let isReading = false;
    const push = async () => {
      if (isReading) return;
      isReading = true;
      const now = services.clock();
      const end = Math.floor(now / 1000);
      const range = { 'timeRange.startUnixTimeSeconds': end - seconds, 'timeRange.endUnixTimeSeconds': end };
      const query = { siteId, pipelineIds, pods, metricType, ...range };
      try {
        const answer = await readPipelineSummaries(services, query, now);
        if (!subscriptions.has(subscriptionId)) return;
        send({ type: 'summaries', subscriptionId, siteId, at: now / 1000, ...answer });
      } catch (error) {
        services.log.warn({ err: error }, 'sending totals failed');
      } finally {
        isReading = false;
      }
    };
    const timer = setInterval(() => void push(), SUMMARIES_MS);
    timer.unref();
    setImmediate(() => void push());
    return () => clearInterval(timer);
  };

  const isOnSite = async ({
    pipelineId,
    siteId,
    subscriptionId,
  }: Extract<Subscribe, { pipelineId: string }>) => {
    const pipeline = await services.store.pipelines.find(pipelineId);
    if (pipeline?.site_id === siteId) return true;
    refuse(subscriptionId, 'NOT_FOUND', `There is no pipeline with the id ${pipelineId}`);
    return false;
  };

  const watchEditors = async (
    request: Extract<Subscribe, { topic: 'editors' }>,
  ): Promise<(() => void) | undefined> => {
    const { subscriptionId, siteId, pipelineId, isEditing } = request;
    if (!(await isOnSite(request))) return undefined;
    const { id: userId, name } = principal.user;
    const mayEdit = permits(principal, writes('PIPELINES'), siteId) === true;
    return services.editors.join(
      pipelineId,
      isEditing && mayEdit ? { userId, name } : undefined,
      (others) => {
        if (!subscriptions.has(subscriptionId)) return;
        const editors = others.map((one) => ({ name: one.name, isYou: one.userId === userId }));
        send({ type: 'editors', subscriptionId, editors });
      },
    );
  };

  const watchTap = async (
    request: Extract<Subscribe, { topic: 'tap' }>,
  ): Promise<(() => void) | undefined> => {
    const { subscriptionId, pipelineId, componentId, limit = 20 } = request;
    if (!(await isOnSite(request))) return undefined;
    const tap = services.engine.tap(
      { pipelineId, componentId, limit },
      (events) => {
        const shown = events.map(({ text, at, isText }) => ({
          text,
          at: at / 1000,
          ...(isText ? { isText } : {}),
        }));
        if (subscriptions.has(subscriptionId)) send({ type: 'tap.events', subscriptionId, events: shown });
      },
      (reason) => {
        if (subscriptions.delete(subscriptionId)) send({ type: 'tap.ended', subscriptionId, reason });
      },
    );
    return () => tap.stop();
  };

  const open = async (request: Subscribe): Promise<(() => void) | undefined> => {
    switch (request.topic) {
      case 'site':
        return services.hub.subscribe(request.siteId, (message) => {
          if (mayHear(message)) send(message);
        });
      case 'counters':
        return watchCounters(request);
      case 'summaries':
        return watchSummaries(request);
      case 'editors':
        return watchEditors(request);
      case 'tap':
        return watchTap(request);
    }
  };

  const close = (subscriptionId: string) => {
    const end = subscriptions.get(subscriptionId);
    subscriptions.delete(subscriptionId);
    asked.delete(subscriptionId);
    end?.();
  };

  const subscribe = async (request: Subscribe) => {
    const { subscriptionId } = request;
    const allowed = permits(principal, ACCESS[request.topic], request.siteId);
    if (allowed !== true) return refuse(subscriptionId, 'FORBIDDEN', allowed);
    close(subscriptionId);
    if (subscriptions.size >= MAX_SUBSCRIPTIONS) {
      return refuse(subscriptionId, 'TOO_MANY_REQUESTS', `At most ${MAX_SUBSCRIPTIONS} subscriptions`);
    }
    if (!(await services.store.sites.find(request.siteId))) {
      return refuse(subscriptionId, 'NOT_FOUND', `There is no site with the id ${request.siteId}`);
    }
    // Registered first, so that early messages find it.
    subscriptions.set(subscriptionId, () => {});
    asked.set(subscriptionId, request);
    const end = await open(request);
    if (!end) return subscriptions.delete(subscriptionId);
    if (!subscriptions.has(subscriptionId)) return end();
    subscriptions.set(subscriptionId, end);
    send({ type: 'subscribed', subscriptionId });
  };

  const messages = createAllowance(MESSAGES_PER_MINUTE, services.clock, MESSAGES_AT_ONCE);

  send({ type: 'hello', instanceId: services.instanceId, at: services.clock() / 1000 });
  return {
    async receive(text) {
      if (messages.take('') > 0) return socket.close(POLICY_VIOLATION, 'Too many messages');
      const message = readMessage(text);
      if (typeof message === 'string') return socket.close(POLICY_VIOLATION, message.slice(0, 120));
      if (message.type === 'ping') send({ type: 'pong', at: services.clock() / 1000 });
      else if (message.type === 'unsubscribe') close(message.subscriptionId);
      else await subscribe(message);
    },
    heldBy(current) {
      principal = current;
      for (const [subscriptionId, { topic, siteId }] of [...asked]) {
        const allowed = permits(current, ACCESS[topic], siteId);
        if (allowed === true) continue;
        close(subscriptionId);
        refuse(subscriptionId, 'FORBIDDEN', allowed);
      }
    },
    end() {
      for (const id of [...subscriptions.keys()]) close(id);
    },
  };
}

function readMessage(text: string): LiveClientMessage | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'The message is not JSON';
  }
  const parsed = liveClientMessageSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  return toDetails(parsed.error, value, 'message')
    .map((detail) => `${detail.field}: ${detail.message}`)
    .join('; ');
}
