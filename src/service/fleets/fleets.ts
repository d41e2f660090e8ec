import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { IdSource } from '../ids.ts';
import type { Log } from '../log.ts';
import { createMutex } from '../mutex.ts';
import type { Store } from '../store/index.ts';
import type { FleetAgentRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import { createBatch } from './batch.ts';
import { createConversation } from './conversation.ts';
import { encodeServerMessage } from './opamp/messages.ts';
import { type AgentConnection, createPresence, EXPIRES_MS } from './presence.ts';
import { createRollouts } from './rollouts.ts';
import { createTaps } from './taps.ts';
import { createAgentLogs } from './telemetry/agent-logs.ts';
import type { Counted } from './telemetry/counters.ts';
import { createAgentVolumes } from './telemetry/volumes.ts';

const TURN_MS = 2000;
/** Turns take at most a fifth of the time. */
const REST = 4;
const OFFERS_AT_ONCE = 20;
const STORE_MS = 15_000;
/** Timeout of an agent, plus a service's delay in storing it. */
const LOST_MS = 2 * EXPIRES_MS;
const SWEEP_MS = 10 * 60_000;

export type ComponentCounts = {
  wants(fleetId: string): boolean;
  take(agent: FleetAgentRow, counted: Counted): void;
};

type Tools = {
  store: Store;
  sealer: Sealer;
  ids: IdSource;
  clock: Clock;
  steady: Clock;
  log: Log;
  serviceId: string;
};

type Named = Pick<FleetAgentRow, 'id' | 'instance_uid'>;

export type Fleets = ReturnType<typeof createFleets>;

export function createFleets(tools: Tools) {
  const { store, clock, log, serviceId } = tools;
  const startedAt = clock();
  const presence = createPresence(clock);
  const { inBatch, changeInBatch } = createBatch(store);
  const rollouts = createRollouts({ store, clock, presence });
  const volumes = createAgentVolumes({ store, clock });
  const logs = createAgentLogs({ store, clock });
  const taps = createTaps();
  let componentCounts: ComponentCounts = { wants: () => false, take: () => undefined };
  const inTurn = createMutex();
  let isDue = false;
  let isStopped = false;
  let restMs = 0;
  let restedAt = 0;
  const listeners = new Set<() => void>();
  let ofTurn = Promise.withResolvers<void>();

  const warn = (error: unknown) => log.error({ err: error }, 'work on fleets failed');

  const offerTo = async (ids: readonly string[]): Promise<void> => {
    const stored: Promise<void>[] = [];
    for (const [place, id] of ids.entries()) {
      if (place % OFFERS_AT_ONCE === OFFERS_AT_ONCE - 1) await setImmediate();
      const connection = presence.connectionOf(id);
      const row = connection && (await store.fleetAgents.find(id));
      const message = row && (await conversation.offer(row));
      if (!row || !message) continue;
      connection.send(encodeServerMessage(message));
      const at = clock();
      // Batched; the next offers do not wait.
      if (row.offered_at === 0)
        stored.push(changeInBatch({ id, at, changed: { offered_at: at }, events: [] }).catch(warn));
    }
    await Promise.all(stored);
  };
  const sendRestart = (connection: AgentConnection, { id, instance_uid }: Named): void => {
    presence.restarting(id);
    connection.send(encodeServerMessage({ instanceUid: Buffer.from(instance_uid, 'hex'), restart: true }));
  };

  const turn = () =>
    inTurn(async () => {
      if (isStopped) return;
      isDue = false;
      const from = performance.now();
      try {
        const changed = await rollouts.turn();
        restMs = (performance.now() - from) * REST;
        restedAt = performance.now() + restMs;
        await offerTo(changed);
      } finally {
        const ended = ofTurn;
        ofTurn = Promise.withResolvers();
        ended.resolve();
        for (const listener of listeners) listener();
      }
    });

  const turnSoon = (): void => {
    if (isDue || isStopped) return;
    isDue = true;
    setTimeout(() => void turn().catch(warn), restMs).unref();
  };

  const conversation = createConversation({
    ...tools,
    presence,
    logs,
    taps,
    inBatch,
    changeInBatch,
    onChanged: turnSoon,
  });

  /** Unless another service hears it by now. */
  const markGone = async (id: string, text: string, isOfAny = false): Promise<void> => {
    taps.end(id, 'Its agent is not connected any more');
    await inBatch(async (tx) => {
      const now = clock();
      const row = await tx.fleetAgents.find(id);
      if (row?.gone_at !== 0 || (!isOfAny && row.service_id !== serviceId)) return;
      await tx.fleetAgents.update(id, { gone_at: now, last_seen_at: presence.lastSeen(row) });
      await tx.fleetAgents.addEvent(id, now, 'DISCONNECTED', text);
    });
    turnSoon();
  };

  /** Services share a database: handles others' requests, and agents that none hears. */
  const lookAround = async (): Promise<void> => {
    for (const { id, instance_uid, restart_at } of await store.fleetAgents.toTell(serviceId)) {
      const connection = presence.connectionOf(id);
      if (!connection) continue;
      if (restart_at === 0) await offerTo([id]);
      else if (await store.fleetAgents.takeRestart(id)) sendRestart(connection, { id, instance_uid });
    }
    const tokens = presence.listTokens();
    if (tokens.length > 0)
      for (const { id } of await store.fleetTokens.revokedOf(tokens)) presence.closeToken(id);
    // Agents need time to return to a restarted service.
    if (clock() - startedAt < LOST_MS) return;
    for (const { id } of await store.fleetAgents.silentSince(clock() - LOST_MS))
      if (!presence.knows(id)) await markGone(id, 'Nothing was heard of it any more', true);
  };

  const sweep = async (): Promise<void> => {
    for (const id of presence.expire())
      await markGone(id, `Nothing was heard of it for ${EXPIRES_MS / 1000} s`);
    await lookAround();
    if (performance.now() >= restedAt) await turn();
  };

  const timers: NodeJS.Timeout[] = [];
  const every = (ms: number, work: () => Promise<void>) =>
    timers.push(setInterval(() => void work().catch(warn), ms).unref());

  return {
    presence,
    volumes,
    logs,
    taps,
    rollouts,
    conversation,
    /** Nothing is taken before `listenToComponents`. */
    components: {
      wants: (fleetId) => componentCounts.wants(fleetId),
      take: (agent, counted) => componentCounts.take(agent, counted),
    } satisfies ComponentCounts,
    listenToComponents(given: ComponentCounts): void {
      componentCounts = given;
    },
    offerTo: (ids: readonly string[]) => offerTo(ids).catch(warn),
    lookAround,
    turn,
    turnSoon,
    onTurn: (listener: () => void) => void listeners.add(listener),
    /**
     * Resolves with the end of the next turn, after which rollouts may have moved on, and when fleets stop.
     */
    // Yields, so that loops cannot delay the stop.
    nextTurn: (): Promise<void> => (isStopped ? setImmediate() : ofTurn.promise),
    /** Restarts a connected agent's Collector; others restart when they connect. */
    async restart({ id, instance_uid }: Named): Promise<void> {
      const connection = presence.connectionOf(id);
      if (!connection) return;
      if (await store.fleetAgents.takeRestart(id).catch(warn)) sendRestart(connection, { id, instance_uid });
    },
    forget(ids: readonly string[]): void {
      for (const id of ids) {
        presence.forget(id);
        volumes.forget(id);
        logs.forget(id);
        taps.forget(id);
      }
    },
    async closed(id: string, connection: AgentConnection): Promise<void> {
      if (presence.detach(id, connection) && !isStopped) await markGone(id, 'Its connection ended');
    },
    start() {
      every(TURN_MS, sweep);
      every(STORE_MS, () => presence.store(store));
      every(STORE_MS, volumes.flush);
      every(STORE_MS, logs.flush);
      every(SWEEP_MS, volumes.sweep);
    },
    async stop() {
      isStopped = true;
      ofTurn.resolve();
      for (const timer of timers) clearInterval(timer);
      await inTurn(async () => {});
      await presence.store(store).catch(warn);
      await volumes.flush().catch(warn);
      await logs.flush().catch(warn);
      presence.closeAll();
    },
  };
}
