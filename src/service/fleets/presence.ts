import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Store } from '../store/index.ts';
import { splitIntoChunks } from '../store/query.ts';
import type { FleetAgentRow, FleetTokenRow } from '../store/schema.ts';

/** Three heartbeats of thirty seconds. */
export const EXPIRES_MS = 90_000;
/** An offer is repeated after this, when an agent says nothing about it. */
const OFFER_AGAIN_MS = 30_000;
/** Two that take each other's place more often than this are two agents with one id. */
const FLAPPING_MS = 60_000;
/** A supervisor gives its Collector ten seconds to end, and the next one has to start. */
const RESTARTING_MS = 30_000;

export type AgentConnection = {
  /** Empty where the agent has a credential of its own. */
  tokenId: string;
  send(message: Uint8Array): void;
  close(code: number, reason: string): void;
};

/** Credential of an agent, by its number. */
export type OwnCredential = { agentId: string; number: number };

/** Who sent a message, by a token or a credential of its own; over HTTP there is no connection. */
export type Speaker = {
  fleetId: string;
  token?: FleetTokenRow;
  own?: OwnCredential;
  connection?: AgentConnection;
  /** Of the service, as the agent reaches it, such as `https://penstock.example.org`. */
  origin: string;
};

type Present = {
  /** Empty until it said something. */
  fleetId: string;
  /** Of the service, as the agent reached it last. */
  origin: string;
  connection: AgentConnection | undefined;
  sequence: bigint | undefined;
  lastSeenAt: number;
  isStored: boolean;
  offered: { hash: string; targetAt: number; at: number } | undefined;
  /** Hash of where it was told to connect, and to send its metrics. */
  settings: string | undefined;
  replacedAt: number;
  /** Messages of it that are not stored yet, which may say what it made of an offer. */
  storing: number;
  /** It was offered something, and has not said what became of it. */
  isChanging: boolean;
  /** When it was told to restart its Collector. */
  restartedAt: number | undefined;
};

/** What it is to run, and since when: asked for once more, it is offered at once. */
type OfferedAgent = Pick<FleetAgentRow, 'id' | 'target_hash' | 'target_at'>;

export type Presence = ReturnType<typeof createPresence>;

/** Who is there, in memory: heartbeats reach the database only now and then. */
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
    /** Undefined for an agent that this service has not heard. */
    originOf: (id: string): string | undefined => present.get(id)?.origin || undefined,
    connectionOf: (id: string) => present.get(id)?.connection,
    /** Whether the message follows the one before, so that nothing that it left out was missed. */
    heard(id: string, sequence: bigint, fleetId: string, origin: string): boolean {
      const one = of(id);
      one.origin = origin;
      one.fleetId = fleetId;
      const follows = one.sequence !== undefined && sequence === one.sequence + 1n;
      one.sequence = sequence;
      // It may have begun anew.
      if (!follows) one.settings = undefined;
      one.lastSeenAt = clock();
      one.isStored = false;
      return follows;
    },
    /** Its next message does not count as following this one. */
    unfollow(id: string): void {
      of(id).sequence = undefined;
    },
    /** To another fleet. */
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
    /** @returns false when two connections take each other's place again and again */
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
     * Its Collector may end: it is to apply a configuration, or was told to restart. Undefined for an agent that
     * this service has not heard.
     */
    isChanging(id: string): boolean | undefined {
      const one = present.get(id);
      return one && (one.isChanging || isRestarting(one));
    },
    /** It was told to restart a moment ago. */
    isRestarting(id: string): boolean {
      const one = present.get(id);
      return one !== undefined && isRestarting(one);
    },
    restarting(id: string): void {
      of(id).restartedAt = clock();
    },
    /** It has applied what it was offered, or could not. */
    settled(id: string): void {
      of(id).isChanging = false;
    },
    /** @returns to be called when what it says now is stored */
    storing(id: string): () => void {
      const one = of(id);
      one.storing += 1;
      return () => {
        one.storing -= 1;
      };
    },
    /** Whether to offer it now; remembers that it was. */
    takeOffer({ id, target_hash: hash, target_at: targetAt }: OfferedAgent): boolean {
      const one = of(id);
      const now = clock();
      const { offered } = one;
      const isSame = offered?.hash === hash && offered.targetAt === targetAt;
      // Whatever slows the service down must not make agents begin anew.
      if (isSame && (one.storing > 0 || now - offered.at < OFFER_AGAIN_MS)) return false;
      one.offered = { hash, targetAt, at: now };
      one.isChanging = true;
      return true;
    },
    /** Whether to tell it now; remembers that it was. */
    takeSettings(id: string, hash: string): boolean {
      const one = of(id);
      if (one.settings === hash) return false;
      one.settings = hash;
      return true;
    },
    /** Agents with a connection to this service. */
    listConnected: (): string[] =>
      [...present].filter(([, { connection }]) => connection !== undefined).map(([id]) => id),
    /** Tokens by which they connected. */
    listTokens: (): string[] => [
      ...new Set(
        present.values().flatMap(({ connection }) => (connection?.tokenId ? [connection.tokenId] : [])),
      ),
    ],
    /** It said something, or is connected. */
    knows: (id: string): boolean => present.has(id),
    closeToken(tokenId: string): void {
      for (const { connection } of present.values())
        if (connection?.tokenId === tokenId) connection.close(1008, 'The enrollment token was revoked');
    },
    closeAll(): void {
      for (const { connection } of present.values()) connection?.close(1001, 'The service stops');
    },
    /** Ids of agents without a connection that have said nothing for too long. They are forgotten here. */
    expire(): string[] {
      const now = clock();
      const expired = [...present]
        .filter(([, one]) => !one.connection && now - one.lastSeenAt >= EXPIRES_MS)
        .map(([id]) => id);
      for (const id of expired) present.delete(id);
      return expired;
    },
    /** Stores when agents were last seen. */
    async store(store: Store): Promise<void> {
      const changed = [...present].filter(([, one]) => !one.isStored);
      for (const part of splitIntoChunks(changed)) {
        await store.fleetAgents.seen(part.map(([id, { lastSeenAt }]) => ({ id, at: lastSeenAt })));
        for (const [, one] of part) one.isStored = true;
        // Others go on meanwhile.
        await setImmediate();
      }
    },
  };
}
