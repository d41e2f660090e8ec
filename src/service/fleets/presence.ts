import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Store } from '../store/index.ts';
import { splitIntoChunks } from '../store/query.ts';
import type { FleetAgentRow, FleetTokenRow } from '../store/schema.ts';

/** Three heartbeats of 30 s. */
export const EXPIRES_MS = 90_000;
/** Repeats an unanswered offer. */
const OFFER_AGAIN_MS = 30_000;
/** Two connections that replace each other faster are two agents with one id. */
const FLAPPING_MS = 60_000;
/** A supervisor waits ten seconds for its Collector to end; then the next one starts. */
const RESTARTING_MS = 30_000;

export type AgentConnection = {
  tokenId: string;
  send(message: Uint8Array): void;
  close(code: number, reason: string): void;
};

export type OwnCredential = { agentId: string; number: number };

/** Sender's token or credential; no connection over HTTP. */
export type Speaker = {
  fleetId: string;
  token?: FleetTokenRow;
  own?: OwnCredential;
  connection?: AgentConnection;
  /** The service as the agent reaches it, such as `https://penstock.example.org`. */
  origin: string;
};

type Present = {
  fleetId: string;
  origin: string;
  connection: AgentConnection | undefined;
  sequence: bigint | undefined;
  lastSeenAt: number;
  isStored: boolean;
  offered: { hash: string; targetAt: number; at: number } | undefined;
  settings: string | undefined;
  replacedAt: number;
  /** Unstored messages, which may answer an offer. */
  storing: number;
  isChanging: boolean;
  restartedAt: number | undefined;
};

/** Assigned configuration and since when; a repeated request is offered at once. */
type OfferedAgent = Pick<FleetAgentRow, 'id' | 'target_hash' | 'target_at'>;

export type Presence = ReturnType<typeof createPresence>;

/** Connected agents, in memory: heartbeats reach the database only now and then. */
export function createPresence(clock: Clock) {
  const present = new Map<string, Present>();
  const of = (id: string): Present => {
    const known = present.get(id) ?? {
      fleetId: '',
      origin: '',
      connection: undefined,
      sequence: undefined,
      lastSeenAt: clock(),
      isStored: false,
      offered: undefined,
      settings: undefined,
      replacedAt: 0,
      storing: 0,
      isChanging: false,
      restartedAt: undefined,
    };
    present.set(id, known);
    return known;
  };

  const isRestarting = ({ restartedAt }: Present): boolean =>
    restartedAt !== undefined && clock() - restartedAt < RESTARTING_MS;

  return {
    isConnected({
      id,
      last_seen_at,
      gone_at,
    }: {
      id: string;
      last_seen_at: number;
      gone_at: number;
    }): boolean {
      const one = present.get(id);
      if (one?.connection) return true;
      // Another service may have heard it later.
      return gone_at === 0 && clock() - Math.max(one?.lastSeenAt ?? 0, last_seen_at) < EXPIRES_MS;
    },
    hasAgents: (fleetId: string): boolean =>
      present
        .values()
        .some((one) => one.fleetId === fleetId && (one.connection || clock() - one.lastSeenAt < EXPIRES_MS)),
    lastSeen: ({ id, last_seen_at }: { id: string; last_seen_at: number }): number =>
      Math.max(last_seen_at, present.get(id)?.lastSeenAt ?? 0),
    /** Undefined if this service has not heard it. */
    originOf: (id: string): string | undefined => present.get(id)?.origin || undefined,
    connectionOf: (id: string) => present.get(id)?.connection,
    /** Whether the message directly follows the previous one, so that nothing was missed. */
    heard(id: string, sequence: bigint, fleetId: string, origin: string): boolean {
      const one = of(id);
      one.origin = origin;
      one.fleetId = fleetId;
      const follows = one.sequence !== undefined && sequence === one.sequence + 1n;
      one.sequence = sequence;
      // It may have restarted.
      if (!follows) one.settings = undefined;
      one.lastSeenAt = clock();
      one.isStored = false;
      return follows;
    },
    /** Its next message will not count as following. */
    unfollow(id: string): void {
      of(id).sequence = undefined;
    },
    moved(id: string, fleetId: string): void {
      const one = present.get(id);
      if (one) one.fleetId = fleetId;
    },
    alive(id: string): void {
      const one = present.get(id);
      if (!one) return;
      one.lastSeenAt = clock();
      one.isStored = false;
    },
    /** @returns false when two connections keep replacing each other */
    attach(id: string, connection: AgentConnection): boolean {
      const one = of(id);
      const former = one.connection;
      if (former === connection) return true;
      if (former) {
        const now = clock();
        if (now - one.replacedAt < FLAPPING_MS) return false;
        one.replacedAt = now;
        former.close(1000, 'The agent connected again');
      }
      one.connection = connection;
      one.offered = undefined;
      return true;
    },
    /** @returns whether the agent is gone with it */
    detach(id: string, connection: AgentConnection): boolean {
      const one = present.get(id);
      if (one?.connection !== connection) return false;
      one.connection = undefined;
      one.offered = undefined;
      one.sequence = undefined;
      return true;
    },
    forget: (id: string) => {
      present.get(id)?.connection?.close(1000, 'The agent was deleted');
      present.delete(id);
    },
    /**
     * Its Collector may end, to apply a configuration or restart. Undefined if this service has not heard it.
     */
    isChanging(id: string): boolean | undefined {
      const one = present.get(id);
      return one && (one.isChanging || isRestarting(one));
    },
    isRestarting(id: string): boolean {
      const one = present.get(id);
      return one !== undefined && isRestarting(one);
    },
    restarting(id: string): void {
      of(id).restartedAt = clock();
    },
    settled(id: string): void {
      of(id).isChanging = false;
    },
    /** @returns call it once the report is stored */
    storing(id: string): () => void {
      const one = of(id);
      one.storing += 1;
      return () => {
        one.storing -= 1;
      };
    },
    /** Whether to offer now; notes that it was. */
    takeOffer({ id, target_hash: hash, target_at: targetAt }: OfferedAgent): boolean {
      const one = of(id);
      const now = clock();
      const { offered } = one;
      const isSame = offered?.hash === hash && offered.targetAt === targetAt;
      // A slow service must not make agents start over.
      if (isSame && (one.storing > 0 || now - offered.at < OFFER_AGAIN_MS)) return false;
      one.offered = { hash, targetAt, at: now };
      one.isChanging = true;
      return true;
    },
    takeSettings(id: string, hash: string): boolean {
      const one = of(id);
      if (one.settings === hash) return false;
      one.settings = hash;
      return true;
    },
    listConnected: (): string[] =>
      [...present].filter(([, { connection }]) => connection !== undefined).map(([id]) => id),
    listTokens: (): string[] => [
      ...new Set(
        present.values().flatMap(({ connection }) => (connection?.tokenId ? [connection.tokenId] : [])),
      ),
    ],
    knows: (id: string): boolean => present.has(id),
    closeToken(tokenId: string): void {
      for (const { connection } of present.values())
        if (connection?.tokenId === tokenId) connection.close(1008, 'The enrollment token was revoked');
    },
    closeAll(): void {
      for (const { connection } of present.values()) connection?.close(1001, 'The service stops');
    },
    /** Ids of silent agents without a connection, which are dropped here. */
    expire(): string[] {
      const now = clock();
      const expired = [...present]
        .filter(([, one]) => !one.connection && now - one.lastSeenAt >= EXPIRES_MS)
        .map(([id]) => id);
      for (const id of expired) present.delete(id);
      return expired;
    },
    async store(store: Store): Promise<void> {
      const changed = [...present].filter(([, one]) => !one.isStored);
      for (const part of splitIntoChunks(changed)) {
        await store.fleetAgents.seen(part.map(([id, { lastSeenAt }]) => ({ id, at: lastSeenAt })));
        for (const [, one] of part) one.isStored = true;
        await setImmediate();
      }
    },
  };
}
