import type { Previews } from '../preview/previews.ts';
import type { EnginePort } from '../types/engine.ts';

export type RemoteLine = { send(frame: Buffer): void; close(code: number, reason: string): void };

export type RemoteFacts = { version: string; host: string; platform: string };

export type RemoteEngineOptions = {
  siteId: string;
  siteName: () => Promise<string>;
  signIn: () => Promise<string>;
  isJoined: () => boolean;
  now: () => number;
  /** Monotonic milliseconds. */
  steady: () => number;
  previews: Previews;
  log: (line: string) => void;
  /** Pipelines and archives of the site; reports about others are dropped. */
  ownPipelines: () => Promise<ReadonlySet<string>>;
  runnable: () => Promise<string[]>;
  /** Resolves with the last stored error number once reports are stored. */
  stored: () => Promise<number>;
  onConnected: (facts: RemoteFacts) => Promise<void>;
};

/** Port to a remote engine, which connects to this service. It outlives connections. */
export type RemoteEngine = EnginePort & {
  attach(line: RemoteLine): { receive(frame: Buffer): Promise<void>; closed(): void };
  detach(code: number, reason: string): void;
  readonly awaySince: number;
  readonly wasHere: boolean;
};
